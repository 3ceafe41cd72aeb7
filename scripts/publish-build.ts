/**
 * Replaces the last build by the new one, in one step: `dist` is a link, and a link changes in one step. Open pages still
 * request files that only an older build had: those stay for a month.
 */
import {
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Their names contain a hash of the content, so that old and new files lie side by side. */
const NAMED_BY_CONTENT = ['frontend/assets', 'frontend/search']
const KEPT_DAYS = 30
/** Name of a build that `dist` did not link to. */
const FOLDER = 'folder'
/** Beside the builds. */
const RETIRED = 'retired.json'
const DAY_MS = 86_400_000

/** Files that later builds lack, each with the time (ISO) since when. */
export type Retired = Record<string, string>

/** @param before files of the last build @returns the older files that the new build keeps */
export function retire(before: string[], after: string[], retired: Retired, now: Date): Retired {
  const has = new Set(after)
  const entries = before
    .filter((name) => !has.has(name))
    .map((name) => [name, retired[name] ?? now.toISOString()] as const)
    .filter(([, since]) => now.getTime() - Date.parse(since) < KEPT_DAYS * DAY_MS)
  return Object.fromEntries(entries)
}

/** Links `dist` to the build in `next`. Keeps the last build for open requests and for a rollback; deletes older ones. */
export async function publishBuild(next: string, dist: string, now: Date): Promise<void> {
  const builds = realpathSync(dirname(next))
  const name = now.toISOString().replace(/\D/g, '')
  const last = existsSync(dist) ? realpathSync(dist) : undefined
  if (last !== undefined) await takeAlong(last, next, join(builds, RETIRED), now)
  renameSync(next, join(builds, name))
  const link = `${dist}.next`
  await rm(link, { force: true })
  symlinkSync(join(basename(builds), name), link, 'junction')
  // Windows cannot rename onto an existing link.
  if (process.platform === 'win32' && isLink(dist)) await rm(dist, { force: true })
  // A folder, as earlier versions made it, cannot be replaced in one step: this once `dist` is missing for a moment.
  const isFolder = last !== undefined && !isLink(dist)
  if (isFolder) renameSync(dist, join(builds, FOLDER))
  renameSync(link, dist)
  const kept = [name, isFolder ? FOLDER : basename(last ?? ''), RETIRED]
  for (const old of await readdir(builds))
    if (!kept.includes(old)) await rm(join(builds, old), { recursive: true })
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

async function takeAlong(last: string, next: string, book: string, now: Date): Promise<void> {
  const known: Retired = existsSync(book) ? JSON.parse(readFileSync(book, 'utf8')) : {}
  const retired = retire(await namedByContent(last), await namedByContent(next), known, now)
  for (const name of Object.keys(retired)) {
    await mkdir(dirname(join(next, name)), { recursive: true })
    // A hard link; on file systems without them, a copy.
    await link(join(last, name), join(next, name)).catch(() => copyFile(join(last, name), join(next, name)))
  }
  writeFileSync(book, JSON.stringify(retired))
}

async function namedByContent(build: string): Promise<string[]> {
  const found = NAMED_BY_CONTENT.filter((folder) => existsSync(join(build, folder))).map(async (folder) => {
    const entries = await readdir(join(build, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map((entry) => join(entry.parentPath, entry.name).slice(build.length + 1))
  })
  return (await Promise.all(found)).flat()
}

const [next] = process.argv.slice(2)
if (import.meta.main && next !== undefined) await publishBuild(next, 'dist', new Date())
