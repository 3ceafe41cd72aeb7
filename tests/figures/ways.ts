/**
 * The files on the way of an upload and of a chat message, as in docs/architecture.md: listed by hand, because the import
 * paths between two files contain far more than one upload passes. A guard in tests/guards checks that each file exists and
 * that another one of its way imports it; it cannot find omitted files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Way {
  title: string
  /** The files of each side, in the order of the list; the first of a side is its start. */
  sides: string[][]
}

const SECTION = /^## (The way of .+)\n([\s\S]*?)(?=\n## |$(?![\s\S]))/gm
const FILE = /`((?:src|server)\/[\w./[\]-]+\.\w+)`/g

/** Returns the sections `## The way of …` of the page; `###` headings separate its sides. */
export function readWays(root: string): Way[] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  return [...page.matchAll(SECTION)].map(([, title = '', text = '']) => ({
    title,
    sides: text
      .split(/^### .*$/m)
      .map((side) => [...new Set([...side.matchAll(FILE)].map(([, path = '']) => path))])
      .filter((side) => side.length > 0),
  }))
}

export function filesOn(way: Way): string[] {
  return [...new Set(way.sides.flat())]
}

/** Returns files that no other file of the way imports, except the starts of sides. */
export function strayFiles(way: Way, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set(filesOn(way).flatMap((path) => imports.get(path) ?? []))
  const starts = new Set(way.sides.map(([first]) => first))
  return filesOn(way).filter((path) => !starts.has(path) && !reached.has(path))
}
