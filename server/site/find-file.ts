/** From the path of a request to a file of the static export. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface FoundFile {
  path: string
  size: number
  modifiedMs: number
}

/** Whether what a page would stand for exists: a provider, a category. */
export type IsThere = (path: string) => Promise<boolean>

/**
 * Pages that stand for others (behaviour B1.5): a policy of the phone layout for everything below it, and one page each
 * for the providers that were approved and the categories that were added after the build.
 */
const SHELL_PAGES: readonly [path: RegExp, page: string][] = [
  [/^(\/popular\/[^/]+)\/.+$/, '$1'],
  [/^\/enterprise\/[1-9]\d{0,5}\/[1-9]\d{6,14}$/, '/enterprise/approved'],
  [/^\/providerlist\/[1-9]\d{0,5}$/, '/providerlist/added'],
]

/**
 * The file of a path as it stands in the request, or undefined: a file of that name, a page's index.html, or the page
 * that stands for it, if there is such a thing.
 * @param pathname still percent-encoded; what does not decode, or decodes to a step outside, has no file
 */
export async function findFile(
  dist: string,
  pathname: string,
  isThere: IsThere,
): Promise<FoundFile | undefined> {
  const path = decodePath(pathname)
  if (path === undefined) return undefined
  const own = (await statFile(join(dist, path))) ?? (await statFile(join(dist, path, 'index.html')))
  if (own) return own
  const shell = SHELL_PAGES.find(([paths]) => paths.test(path))
  if (!shell || !(await isThere(path))) return undefined
  return statFile(join(dist, path.replace(...shell), 'index.html'))
}

/** Undefined when there is no such file, a folder included. */
export async function statFile(path: string): Promise<FoundFile | undefined> {
  try {
    const stats = await stat(path)
    return stats.isFile() ? { path, size: stats.size, modifiedMs: stats.mtimeMs } : undefined
  } catch {
    return undefined
  }
}

/** Segments are decoded one by one, so that an encoded slash or dot never becomes a step in the file system. */
function decodePath(pathname: string): string | undefined {
  try {
    const segments = pathname.slice(1).split('/').map(decodeURIComponent)
    return pathname === '/' || segments.every(isPlainName) ? `/${segments.join('/')}` : undefined
  } catch {
    return undefined
  }
}

function isPlainName(segment: string): boolean {
  const hidden = segment.startsWith('.') && segment !== '.well-known'
  return segment !== '' && !hidden && !/[/\\\0]/.test(segment)
}
