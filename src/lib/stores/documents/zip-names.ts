/** Names inside a ZIP that Windows and macOS can unpack; the account keeps its own. */
import { freeName } from '../uploads/names.ts'

/** Characters that Windows forbids: `:` would write into a hidden stream of another file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Windows refuses these as well
const REFUSED = /[<>:"|?*\\\u0000-\u001f]/g
/** Windows drops them, so that two names become one. */
const DROPPED = /[. ]+$/
/** Device names of Windows, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:\.|$))/i

export function unpackable(name: string): string {
  return name.replace(REFUSED, '_').replace(DROPPED, '_').replace(DEVICE, '_$&')
}

/** Windows and macOS ignore case and Unicode forms. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

export interface ZipNames {
  /** @param path from the packed folder; a folder's ends in a slash */
  nameOf: (path: string) => string
  nameNote: (name: string) => string
}

export function zipNames(): ZipNames {
  const known = new Map<string, string>()
  const taken = new Set<string>()

  function take(own: string, above = ''): string {
    const name = freeName(unpackable(own), { has: (free) => taken.has(fold(above + free)) })
    taken.add(fold(above + name))
    return name
  }

  function nameOf(path: string): string {
    const before = known.get(path)
    if (before !== undefined) return before
    const isFolder = path.endsWith('/')
    const cut = path.lastIndexOf('/', path.length - 2) + 1
    const above = cut === 0 ? '' : nameOf(path.slice(0, cut))
    const own = path.slice(cut, isFolder ? -1 : undefined)
    const safe = `${above}${take(own, above)}${isFolder ? '/' : ''}`
    known.set(path, safe)
    return safe
  }

  return { nameOf, nameNote: (name) => take(name) }
}
