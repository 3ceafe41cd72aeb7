/** The badge of a file: its type in letters, and the family whose colour it bears (behaviour B8.6). */
import { endingOf, type FileKind, kindOf } from './file-kinds.ts'

export interface FileBadge {
  label: string
  kind: FileKind
}

/** More letters than four have no room, and other signs are no type. */
const TYPE = /^[a-z0-9]{1,4}$/

export function fileBadge(name: string): FileBadge {
  const ending = endingOf(name)
  return { label: TYPE.test(ending) ? ending.toUpperCase() : '文件', kind: kindOf(name) }
}

/** Of what lies at an address, where the host, a query and a fragment are no part of the name. */
export function badgeAt(address: string): FileBadge {
  return fileBadge(new URL(address).pathname.split('/').at(-1) ?? '')
}
