/** Reads the synonyms in `CONTENT_DIR/synonyms.yaml`, or the project's own without one. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'astro/zod'
import type { Synonyms } from '../../rules/search/synonyms.ts'
import { foldText } from '../../rules/search/terms.ts'
import { type Problem, parseYamlFields } from '../load/yaml-fields.ts'

const OWN_DIR = 'src/content'
const FILE = 'synonyms.yaml'

const word = z.string().trim().min(2, { error: '两个字以上的词' }).max(30, { error: '最多 30 个字' })
const also = z.array(word).min(1, { error: '至少一个也要找的词' }).max(5, { error: '最多五个' })
const schema = z.record(word, also)

export interface SynonymFile {
  synonyms: Synonyms
  problems: Problem[]
}

export async function readSynonyms(contentDir: string): Promise<SynonymFile> {
  const own = join(contentDir, FILE)
  const file = existsSync(own) ? own : join(OWN_DIR, FILE)
  const { data, problems, lineOf } = parseYamlFields(file, await readFile(file, 'utf8'))
  if (problems.length > 0) return { synonyms: {}, problems }
  const result = schema.safeParse(data ?? {})
  if (result.success) {
    const folded = Object.entries(result.data).map(([from, to]) => [foldText(from), to.map(foldText)])
    return { synonyms: Object.fromEntries(folded), problems: [] }
  }
  // One word in the wrong form breaks several rules at once.
  const issues = new Map(result.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue]))
  return {
    synonyms: {},
    problems: [...issues.values()].map(({ path, message }) => ({
      file,
      line: lineOf(path),
      field: path.map(String).join('.'),
      expected: `“词: [也要找的词]”（${message}）`,
      found: JSON.stringify(valueAt(data, path)) ?? '没有写',
    })),
  }
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    data,
  )
}
