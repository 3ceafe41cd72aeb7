/** One making of the search files for all their addresses; `dev` makes them again, because editors are writing. */
import { CONTENT_DIR } from 'astro:env/server'
import { readAuthorities } from '../authorities.ts'
import { formatProblem } from '../load/yaml-fields.ts'
import { searchDocuments } from './documents.ts'
import { makeSearchFiles, type SearchFiles } from './files.ts'
import { readSynonyms } from './synonyms.ts'

let kept: Promise<SearchFiles> | undefined

export function builtSearch(): Promise<SearchFiles> {
  if (import.meta.env.DEV) return make()
  kept ??= make()
  return kept
}

async function make(): Promise<SearchFiles> {
  const { synonyms, problems } = await readSynonyms(CONTENT_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  const { authorities } = await readAuthorities(CONTENT_DIR)
  return makeSearchFiles(await searchDocuments(authorities), synonyms)
}
