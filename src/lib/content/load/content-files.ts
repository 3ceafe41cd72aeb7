/**
 * The files of a content folder. In `astro dev` the workbench (src/editor) has unsaved drafts stand in their place, so that
 * the pages show what is being written.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface Drafts {
  /** Counted up when a draft or a file changes. */
  version: number
  /** Texts by absolute path. */
  texts: Map<string, string>
  /** What was read from a text, by absolute path: reading all files again would cost a second a keystroke. */
  read: Map<string, { text: string; made: unknown }>
}

/** Pages and the workbench are loaded by two loaders in one process: they meet here. */
const PLACE = Symbol.for('zhice.content-drafts')
const shared = globalThis as { [PLACE]?: Drafts }

/** Called once, by the workbench. */
export function shareDrafts(drafts: Drafts): void {
  shared[PLACE] = drafts
}

/** Another one after every change of content; the same one where nobody writes. */
export function contentVersion(): number {
  return shared[PLACE]?.version ?? 0
}

export async function readContent(path: string): Promise<string> {
  return shared[PLACE]?.texts.get(resolve(path)) ?? (await readFile(path, 'utf8'))
}

export function contentExists(path: string): boolean {
  return shared[PLACE]?.texts.has(resolve(path)) || existsSync(path)
}

/** What `make` reads from a text; while somebody writes, it is kept as long as the text stays. */
export function readOnce<Made>(path: string, text: string, make: () => Made): Made {
  const kept = shared[PLACE]?.read
  if (!kept) return make()
  const last = kept.get(path)
  if (last?.text === text) return last.made as Made
  const made = make()
  kept.set(path, { text, made })
  return made
}

/** The files below a folder whose names end so, in their order; none where there is no folder. */
export async function contentPaths(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const root = resolve(folder)
  const drafted = [...(shared[PLACE]?.texts.keys() ?? [])]
    .filter((path) => path.startsWith(`${root}/`))
    .map((path) => path.slice(root.length + 1))
  return [...new Set([...names, ...drafted])]
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name))
}
