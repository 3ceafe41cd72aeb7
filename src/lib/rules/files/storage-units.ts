import { formatNumber } from '../text/format-number.ts'

export const BYTES_PER_MB = 1024 ** 2
const GB = 1024

/** `12.5 MB`, `1 GB`; a size above 0 is never shown as 0. */
export function formatStorage(bytes: number): string {
  const megabytes = bytes / BYTES_PER_MB
  if (bytes > 0 && megabytes < 0.01) return '0.01 MB'
  const rounded = Math.round(megabytes * 100) / 100
  return rounded >= GB ? `${formatNumber(megabytes / GB)} GB` : `${formatNumber(rounded)} MB`
}

/** Below 10 KB in bytes, because a hundred and ten thousand bytes differ: `3,000 B`, `0.29 MB`. */
export function formatFileSize(bytes: number): string {
  return bytes < 10_240 ? `${formatNumber(bytes)} B` : formatStorage(bytes)
}

/** Returns 0 to 100, for a bar: 100 only when there is no space left. */
export function usedShare(usedBytes: number, limitBytes: number): number {
  if (usedBytes >= limitBytes) return 100
  return Math.min(99, Math.max(usedBytes > 0 ? 1 : 0, Math.round((usedBytes / limitBytes) * 100)))
}
