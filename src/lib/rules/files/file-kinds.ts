/** Kinds of files by the endings of their names (behaviour B8.6, and the formats of Chinese office programs), for badges. */

const ENDINGS = {
  image: ['jpg', 'png', 'jpeg', 'gif'],
  video: ['rmvb', 'mpeg', 'vma', '3gp', 'mov', 'mp4', 'avi'],
  sheet: ['xls', 'xlsx', 'et'],
  text: ['doc', 'docx', 'wps'],
  slides: ['ppt', 'pptx'],
  pdf: ['pdf', 'ofd'],
} as const

type FileKind = keyof typeof ENDINGS | 'other'

const KINDS = new Map<string, FileKind>(
  Object.entries(ENDINGS).flatMap(([kind, endings]) => endings.map((ending) => [ending, kind as FileKind])),
)

export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** Returns a file's name after its content was replaced: the old name, with the new content's ending. */
export function nameReplacedBy(name: string, by: string): string {
  const [before, now] = [endingOf(name), endingOf(by)]
  if (now === '' || now === before) return name
  const stem = before === '' ? name : name.slice(0, -before.length - 1)
  return `${stem}.${by.slice(-now.length)}`
}

export function kindOf(name: string): FileKind {
  return KINDS.get(endingOf(name)) ?? 'other'
}

export function isAccepted(name: string, accept: readonly string[]): boolean {
  return accept.length === 0 || accept.includes(endingOf(name))
}

/** The badge of a file: its type in letters, and the family that sets its colour (behaviour B8.6). */
export interface FileBadge {
  label: string
  kind: FileKind
}

/** A badge has space for four letters; other characters are no type. */
const TYPE = /^[a-z0-9]{1,4}$/

export function fileBadge(name: string): FileBadge {
  const ending = endingOf(name)
  return { label: TYPE.test(ending) ? ending.toUpperCase() : '文件', kind: kindOf(name) }
}

/** Returns the badge for an address, whose host, query and fragment are not part of the name. */
export function badgeAt(address: string): FileBadge {
  return fileBadge(new URL(address, 'https://site').pathname.split('/').at(-1) ?? '')
}

/** Returns the message for a person who chose too many files (behaviour B8.5). */
export function tooManyFiles(limit: number): string {
  return `选择文件的个数不能超过${limit}个！`
}
