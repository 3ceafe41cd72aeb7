/** The data of the figures: the source files of the repository, their lines, and their importers. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readImports } from '../guards/import-rules.ts'

export interface Source {
  path: string
  lines: number
  /** Source files that import this one; tests do not count. */
  importers: string[]
}

const CODE = /\.(ts|tsx|astro|css|mjs|js)$/
/** Tests, code that only tests use, and static files. */
const APART = /^(tests|public)\/|\/testing\/|\.test\.tsx?$/
const ROOMS = ['src', 'server', 'scripts']

export function isSource(path: string): boolean {
  return CODE.test(path) && !APART.test(path)
}

export function readSources(root: string): Source[] {
  const importers = importersOf(root)
  return trackedFiles(root)
    .filter(isSource)
    .map((path) => ({
      path,
      lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length,
      importers: importers.get(path) ?? [],
    }))
}

function importersOf(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [path, targets] of readImports(root, ROOMS)) {
    if (!isSource(path)) continue
    for (const target of new Set(targets)) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  return importers
}

/** Returns the room of a file: a folder of `src`, a folder of `src/lib`, `server`, `scripts`, or `.` for what stands apart. */
export function roomOf(path: string): string {
  const [room = '.'] = /^(src\/lib\/[^/]+|src\/[^/]+|server|scripts)(?=\/)/.exec(path) ?? []
  return room
}

export function linesByRoom(sources: readonly Source[]): Map<string, number> {
  const rooms = new Map([['all', 0]])
  for (const { path, lines } of sources) {
    for (const name of [roomOf(path), 'all']) rooms.set(name, (rooms.get(name) ?? 0) + lines)
  }
  return rooms
}

/** Returns the rooms with more lines than `budget` gives them. A room that is not in it has none. */
export function overBudget(
  rooms: ReadonlyMap<string, number>,
  budget: Readonly<Record<string, number>>,
): string[] {
  return [...rooms].flatMap(([room, lines]) => {
    const most = budget[room] ?? 0
    return lines > most ? [`${room}: ${lines} lines, budget ${most}`] : []
  })
}

const SCRIPT = /\.(ts|tsx|mjs)$/
export const CRUMB_LINES = 25

export function withOneImporter(sources: readonly Source[]): Source[] {
  return sources.filter(({ path, importers }) => SCRIPT.test(path) && importers.length === 1)
}

/** Returns files with one importer that are small enough to stand in it. */
export function crumbs(sources: readonly Source[]): Source[] {
  return withOneImporter(sources).filter(({ lines }) => lines <= CRUMB_LINES)
}

export function folderSizes(root: string): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const path of trackedFiles(root).filter((path) => !path.includes('/samples/')))
    sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  return sizes
}

function trackedFiles(root: string): string[] {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  // A deleted file is listed until the deletion is committed.
  return paths.filter((path) => existsSync(join(root, path)))
}
