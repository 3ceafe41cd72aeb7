/** The badge of a file: its type in letters, and the family whose colour it bears (behaviour B8.6). */
import { type FileKind, kindOf } from './file-kinds.ts'

export interface FileBadge {
  label: string
  kind: FileKind
}

/** By the ending of a name or an address; a query or a fragment behind it does not count. */
export function fileBadge(address: string): FileBadge {
  const path = address.replace(/[?#].*$/, '')
  const ending = /[^/]\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  // The host of an address without a path ends in letters, too.
  if (ending === '' || /^https?:\/\/[^/]+$/.test(path)) return { label: '文件', kind: 'other' }
  return { label: ending.toUpperCase(), kind: kindOf(path) }
}
