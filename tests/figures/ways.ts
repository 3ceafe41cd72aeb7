/**
 * The files on the way of an upload and of a chat message, as docs/architecture.md lists them: by hand, because what
 * lies on an import path between two files is far more than what one upload passes. The guard in tests/guards checks
 * that each of them is there and is imported by another one of its way; that none was left out it cannot know.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Way {
  title: string
  /** The files of each side, in the order in which they are listed; the first of a side is where it begins. */
  sides: string[][]
}

const SECTION = /^## (The way of .+)\n([\s\S]*?)(?=\n## |$(?![\s\S]))/gm
const FILE = /`((?:src|server)\/[\w./[\]-]+\.\w+)`/g

/** The sections `## The way of …` of the page; its sides are separated by `###` headings. */
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

/** Files of a way that no other file of it imports, though they do not begin a side. */
export function strayFiles(way: Way, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set(filesOn(way).flatMap((path) => imports.get(path) ?? []))
  const starts = new Set(way.sides.map(([first]) => first))
  return filesOn(way).filter((path) => !starts.has(path) && !reached.has(path))
}
