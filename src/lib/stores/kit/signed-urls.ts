/** Addresses of pictures: signed for five minutes, asked a few at a time, and kept while they are valid. */
import { DOWNLOAD_SECONDS } from '../../contract/documents/storage.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { onAccountEnd } from '../account-end.ts'

/** A larger picture is loaded only when a person asks for it. */
export const LARGEST_PICTURE_BYTES = 5 * BYTES_PER_MB
const AT_ONCE = 4

const known = new Map<string, { url: Promise<string>; untilMs: number }>()
const waiting: (() => void)[] = []
let asking = 0

onAccountEnd(() => known.clear())

export function signedUrl(hashName: string, askUrl: () => Promise<string>): Promise<string> {
  const kept = known.get(hashName)
  if (kept && performance.now() < kept.untilMs) return kept.url
  const url = inTurn(askUrl)
  known.set(hashName, { url, untilMs: performance.now() + DOWNLOAD_SECONDS * 900 })
  url.catch(() => known.delete(hashName))
  return url
}

async function inTurn(askUrl: () => Promise<string>): Promise<string> {
  if (asking >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  asking++
  try {
    return await askUrl()
  } finally {
    asking--
    waiting.shift()?.()
  }
}
