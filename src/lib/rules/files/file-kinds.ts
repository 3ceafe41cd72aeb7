/** Kinds of files by the ends of their names (behaviour B8.6, and the formats of domestic office programs), as badges show them. */

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

/** In small letters; empty when there is none. A name that only begins with a dot has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** A file's name once its content comes from another one: its own, with the ending of what it holds then. */
export function nameReplacedBy(name: string, by: string): string {
  const [before, now] = [endingOf(name), endingOf(by)]
  if (now === '' || now === before) return name
  const stem = before === '' ? name : name.slice(0, -before.length - 1)
  return `${stem}.${by.slice(-now.length)}`
}

export function kindOf(name: string): FileKind {
  return KINDS.get(endingOf(name)) ?? 'other'
}

/** Whether a file may be chosen where only `accept` may: endings without dots; none at all means every file. */
export function isAccepted(name: string, accept: readonly string[]): boolean {
  return accept.length === 0 || accept.includes(endingOf(name))
}

/** The badge of a file: its type in letters, and the family whose colour it bears (behaviour B8.6). */
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
  return fileBadge(new URL(address, 'https://site').pathname.split('/').at(-1) ?? '')
}

/** What a person is told who chose more files than may be chosen (behaviour B8.5). */
export function tooManyFiles(limit: number): string {
  return `选择文件的个数不能超过${limit}个！`
}
