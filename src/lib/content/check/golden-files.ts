/**
 * Companies of which the verdict is known, beside the interpretation they belong to: `001-name.golden.yaml` beside
 * `001-name.md`. How they are written: docs/policy-fields.md.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'astro/zod'
import { parseFacts } from '../../rules/eligibility/answers.ts'
import { type AskKey, isAskKey } from '../../rules/eligibility/asks.ts'
import { readThreshold, writeDecimal } from '../../rules/eligibility/decimal.ts'
import { type Facts, factOf, isFactKey } from '../../rules/eligibility/facts.ts'
import { asksOf } from '../../rules/eligibility/tree.ts'
import { STATUS_WORDS, type Status } from '../../rules/eligibility/verdict.ts'
import { type ContentEntry, schemaProblems } from '../load/markdown-file.ts'
import { formatProblem, type Problem, parseYamlFields } from '../load/yaml-fields.ts'
import type { Interpretation } from '../schema/documents.ts'

/** The day of every golden verdict. */
export const GOLDEN_DAY = '2026-11-21'

export interface GoldenCompany {
  name: string
  facts: Facts
  status: Status
}

/** A company of which people think something else than what is so. */
export interface WrongCase extends GoldenCompany {
  thought: Status
  /** A piece of the condition that decides, in its words; missing where the verdict is 符合. */
  decides?: string | undefined
}

export interface GoldenFile {
  file: string
  /** The interpretation, as `readCollection` names it. */
  interpretation: string
  companies: GoldenCompany[]
  wrong: WrongCase[]
  problems: Problem[]
}

const STATUSES = Object.keys(STATUS_WORDS) as Status[]
const answers = z.record(z.string(), z.unknown())

const words = z.enum(Object.values(STATUS_WORDS))
const company = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Where the company differs from the base; null is 不清楚. */
  facts: answers.default({}),
  verdict: words,
})
const wrongCase = z
  .strictObject({
    ...company.shape,
    thought: words,
    decides: z.string().trim().min(2).max(40).optional(),
    /** For whoever reads the file. */
    why: z.string().trim().min(4).max(120),
  })
  .refine(({ thought, verdict }) => thought !== verdict, { error: '与 verdict 不同', path: ['thought'] })
  .refine(({ verdict, decides }) => (verdict === STATUS_WORDS.met) === (decides === undefined), {
    error: '起决定作用的条件里的几个字（符合的不写）',
    path: ['decides'],
  })

const goldenSchema = z.strictObject({
  /** What the companies have in common. */
  base: answers.default({}),
  companies: z.array(company).min(1),
  wrong: z.array(wrongCase).default([]),
})

/** `entries`: the interpretations that can be read. */
export async function readGoldenFiles(
  contentDir: string,
  entries: readonly ContentEntry<Interpretation>[],
): Promise<GoldenFile[]> {
  const folder = join(contentDir, 'interpretations')
  if (!existsSync(folder)) return []
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.golden.yaml'))
  return Promise.all(names.sort().map((name) => readGoldenFile(join(folder, name), entries)))
}

export async function checkGoldenFiles(
  contentDir: string,
  entries: readonly ContentEntry<Interpretation>[],
): Promise<Problem[]> {
  const problems = (await readGoldenFiles(contentDir, entries)).flatMap((golden) => golden.problems)
  // What is wrong in the base is wrong with every company.
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()]
}

async function readGoldenFile(
  path: string,
  entries: readonly ContentEntry<Interpretation>[],
): Promise<GoldenFile> {
  const file = relative(process.cwd(), path)
  const page = path.replace(/\.golden\.yaml$/, '.md')
  const interpretation = relative(process.cwd(), page)
  const parsed = parseYamlFields(file, await readFile(path, 'utf8'))
  const problems = [...parsed.problems]
  if (!existsSync(page)) {
    problems.push({
      file,
      line: 1,
      field: '文件名',
      expected: '与一篇解读同名',
      found: `没有 ${interpretation}`,
    })
  }
  if (parsed.data === undefined) return { file, interpretation, companies: [], wrong: [], problems }
  const result = goldenSchema.safeParse(parsed.data)
  if (!result.success) {
    return {
      file,
      interpretation,
      companies: [],
      wrong: [],
      problems: [...problems, ...schemaProblems(file, parsed, result.error)],
    }
  }
  const { base, companies, wrong } = result.data
  const asks = askKeys(entries.find((entry) => entry.file === interpretation)?.data)
  const read = [...companies, ...wrong].map(({ name, facts, verdict }, place) => {
    const [list, index] =
      place < companies.length ? ['companies', place] : ['wrong', place - companies.length]
    const answers = { ...base, ...facts }
    const told = parseFacts(readAmounts(answers), GOLDEN_DAY)
    const strange = Object.keys(answers).filter((key) => isAskKey(key) && asks && !asks.includes(key))
    const problemsOfAsks = strange.map((key) => ({ key, severity: 'error', message: '这篇解读没有这个问题' }))
    for (const { key, severity, message } of [...told.problems, ...problemsOfAsks]) {
      if (severity === 'error') {
        const field = Object.hasOwn(facts, key) ? [list, index, 'facts', key] : ['base', key]
        const problem = { line: parsed.lineOf(field), field: field.join('.'), found: message }
        problems.push({ file, expected: '问卷能收下的回答', ...problem })
      }
    }
    return { name, facts: told.facts, status: statusOf(verdict) }
  })
  const wrongCases = wrong.map(({ thought, decides }, index): WrongCase => {
    const company = read[companies.length + index]
    if (!company) throw new RangeError(`no case ${index}`)
    return { ...company, thought: statusOf(thought), decides }
  })
  return { file, interpretation, companies: read.slice(0, companies.length), wrong: wrongCases, problems }
}

const pageIds = z.array(z.int().positive())

const judgedSchema = z.strictObject({
  companies: z.array(
    z.strictObject({
      name: company.shape.name,
      facts: answers,
      /** The interpretations by verdict, judged by hand; all others are 不符合. */
      符合: pageIds.optional(),
      待确认: pageIds.optional(),
    }),
  ),
})

/** A company that was judged against every policy. */
export interface JudgedCompany {
  name: string
  facts: Facts
  met: number[]
  unknown: number[]
}

/** Throws with all problems of the file. */
export async function readJudgedCompanies(path: string): Promise<JudgedCompany[]> {
  const file = relative(process.cwd(), path)
  const parsed = parseYamlFields(file, await readFile(path, 'utf8'))
  const result = judgedSchema.safeParse(parsed.data ?? {})
  const problems = result.success
    ? parsed.problems
    : [...parsed.problems, ...schemaProblems(file, parsed, result.error)]
  const companies = (result.data?.companies ?? []).map(
    ({ name, facts, 符合: met = [], 待确认: unknown = [] }, index) => {
      const told = parseFacts(readAmounts(facts), GOLDEN_DAY)
      const wrong = told.problems.filter(({ severity }) => severity === 'error')
      problems.push(
        ...wrong.map(({ key, message }) => ({
          file,
          line: parsed.lineOf(['companies', index, 'facts', key]),
          field: `${name} ${key}`,
          expected: '问卷能收下的回答',
          found: message,
        })),
      )
      return { name, facts: told.facts, met, unknown }
    },
  )
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'))
  return companies
}

/** Undefined where the interpretation itself cannot be read: that has its own problem. */
function askKeys(data: Interpretation | undefined): AskKey[] | undefined {
  return data && asksOf(data.eligibility ?? { all: [] }).map(({ key }) => key)
}

/** Amounts may be written as in the trees: 300万. */
function readAmounts(written: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => {
      const amount = isFactKey(key) && factOf(key).kind === 'money' ? readThreshold(value) : undefined
      return [key, amount === undefined ? value : writeDecimal(amount)]
    }),
  )
}

function statusOf(words: string): Status {
  return STATUSES.find((status) => STATUS_WORDS[status] === words) ?? 'unknown'
}
