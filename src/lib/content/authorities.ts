/** The register of authorities in `CONTENT_DIR/authorities.yaml`, or the project's own without one. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'astro/zod'
import { schemaProblems } from './load/markdown-file.ts'
import { type Problem, parseYamlFields } from './load/yaml-fields.ts'
import { text, url } from './schema/fields.ts'

const OWN_DIR = 'src/content'
const FILE = 'authorities.yaml'

const schema = z.array(
  z.strictObject({
    name: text(40),
    /** 全称, if different. */
    full: text(40).optional(),
    aliases: z.array(text(40)).default([]),
    site: url,
  }),
)

export interface Authorities {
  /** Returns the name for any spelling; undefined for an unregistered authority. */
  nameOf(spelling: string): string | undefined
  otherNames(name: string): readonly string[]
}

export async function readAuthorities(
  contentDir: string,
): Promise<{ authorities: Authorities; problems: Problem[] }> {
  const own = join(contentDir, FILE)
  const file = existsSync(own) ? own : join(OWN_DIR, FILE)
  const parsed = parseYamlFields(file, await readFile(file, 'utf8'))
  const result = schema.safeParse(parsed.data ?? [])
  const entries = result.success ? result.data : []
  const names = new Map<string, string>()
  const others = new Map<string, readonly string[]>()
  const twice: Problem[] = []
  for (const [index, { name, full, aliases }] of entries.entries()) {
    const further = [...(full ? [full] : []), ...aliases]
    others.set(name, further)
    for (const spelling of [name, ...further]) {
      const taken = names.get(spelling)
      names.set(spelling, taken ?? name)
      if (taken === undefined) continue
      const found = `${spelling}（已是“${taken}”的写法）`
      twice.push({
        file,
        line: parsed.lineOf([index]),
        field: String(index),
        expected: '没有用过的名称',
        found,
      })
    }
  }
  return {
    authorities: { nameOf: (spelling) => names.get(spelling), otherNames: (name) => others.get(name) ?? [] },
    problems: [
      ...parsed.problems,
      ...(result.success || parsed.problems.length > 0
        ? []
        : schemaProblems(file, { ...parsed, lineOf: parsed.lineOf }, result.error)),
      ...twice,
    ],
  }
}

interface Issued {
  issuers?: readonly string[]
  department?: string | undefined
  draft: boolean
  ref?: string | undefined
}

interface Entry {
  file: string
  data: Issued
  lineOf(path: PropertyKey[]): number
}

function namedIn({ data }: Entry): { field: PropertyKey[]; name: string }[] {
  return [
    ...(data.issuers ?? []).map((name, index) => ({ field: ['issuers', index], name })),
    ...(data.department?.split('、') ?? []).map((name) => ({ field: ['department'], name })),
  ]
}

export function spellingProblems(entries: readonly Entry[], { nameOf }: Authorities): Problem[] {
  return entries.flatMap((entry) =>
    namedIn(entry).flatMap(({ field, name }): Problem[] => {
      const canonical = nameOf(name)
      if (canonical === undefined || canonical === name) return []
      return [problemAt(entry, field, `“${canonical}”（同一机关只用一种写法，见 ${FILE}）`, name)]
    }),
  )
}

/** Finds unregistered authorities, which may be typing errors. Imported libraries have hundreds. */
export function unregisteredReminders(entries: readonly Entry[], { nameOf }: Authorities): Problem[] {
  return entries
    .filter(({ data }) => !data.draft && data.ref === undefined)
    .flatMap((entry) =>
      namedIn(entry)
        .filter(({ name }) => nameOf(name) === undefined)
        .map(({ field, name }) => problemAt(entry, field, `${FILE} 里有的机关`, name)),
    )
}

function problemAt({ file, lineOf }: Entry, field: PropertyKey[], expected: string, found: string): Problem {
  return { file, line: lineOf(field), field: field.map(String).join('.'), expected, found }
}
