/** Entries in `astro dev`: a change of Astro's store would reload every page at each word of an editor. */
import type { CollectionEntry } from 'astro:content'
import { SHOWN_DIR } from 'astro:env/server'
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readCollection } from '../check/library.ts'
import type { CollectionName } from '../schema/documents.ts'
import { formatProblem } from './yaml-fields.ts'

const kept = new Map<CollectionName, { changedMs: number | undefined; entries: Promise<unknown> }>()

/** Reads again when a file is added or removed; src/editor/server/documents.ts replaces changed files. */
export function devEntries<Name extends CollectionName>(name: Name): Promise<CollectionEntry<Name>[]> {
  const changedMs = statSync(join(SHOWN_DIR, name), { throwIfNoEntry: false })?.mtimeMs
  const last = kept.get(name)
  const entries = last && last.changedMs === changedMs ? last.entries : readEntries(name)
  kept.set(name, { changedMs, entries })
  // The problem may be in a register beside the folder.
  entries.catch(() => kept.delete(name))
  return entries as Promise<CollectionEntry<Name>[]>
}

async function readEntries(name: CollectionName) {
  const { entries, problems } = await readCollection(SHOWN_DIR, name)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return entries.map(({ file, data, body }) => ({
    id: relative(join(SHOWN_DIR, name), file),
    collection: name,
    data,
    body: body.trim(),
  }))
}
