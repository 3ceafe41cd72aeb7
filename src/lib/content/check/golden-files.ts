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
import { type Benefit, conditionsOf } from '../../rules/worth/formula.ts'
import { type ContentEntry, schemaProblems } from '../load/markdown-file.ts'
import { formatProblem, type Problem, parseYamlFields } from '../load/yaml-fields.ts'
import { asksOfPage, readRates } from '../rates.ts'
import type { Interpretation } from '../schema/documents.ts'
import { url } from '../schema/fields.ts'

/** The day of every golden verdict. */
export const GOLDEN_DAY = '2026-11-21'

export interface GoldenCompany {
  name: string
  facts: Facts
  status: Status
  worth?: GoldenWorth
}

/** What the policy is worth for it, worked by hand: 元, ten-thousandths; `max` null where nothing says how much at most. */
export interface GoldenWorth {
  min: bigint
  max: bigint | null
  per: Benefit['per']
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

const worthText = z.union([z.string(), z.number()]).refine((written) => readWorth(written) !== undefined, {
  error: '40万/年、2万 这样的金额',
})

/** 40万/年, 2万 (once), or [least, most]; null for a most that nothing says. */
const goldenAmount = z.union([worthText, z.tuple([worthText, worthText.nullable()])])

const words = z.enum(Object.values(STATUS_WORDS))
const company = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Where the company differs from the base; null is 不清楚. */
  facts: answers.default({}),
  verdict: words,
  worth: goldenAmount.optional(),
  /** How it is worked out on paper, in one line. */
  worked: z.string().trim().min(4).max(160).optional(),
  /** Where an authority published it. */
  example: z.strictObject({ name: z.string().trim().min(2).max(80), url }).optional(),
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
  const { rates } = await readRates(contentDir)
  const shared = rates.formulas.flatMap(({ is }) => conditionsOf(is).flatMap(asksOf)).map(({ key }) => key)
  return Promise.all(names.sort().map((name) => readGoldenFile(join(folder, name), entries, shared)))
}

export async function checkGoldenFiles(
  contentDir: string,
  entries: readonly ContentEntry<Interpretation>[],
): Promise<Problem[]> {
  const problems = (await readGoldenFiles(contentDir, entries)).flatMap((golden) => golden.problems)
  // What is wrong in the base is wrong with every company.
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()]
}

/** `shared`: the questions of formulas that any of them may share. */
async function readGoldenFile(
  path: string,
  entries: readonly ContentEntry<Interpretation>[],
  shared: readonly AskKey[],
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
  const asks = askKeys(entries.find((entry) => entry.file === interpretation)?.data, shared)
  const read = [...companies, ...wrong].map(({ name, facts, verdict, worth }, place) => {
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
    return {
      ...{ name, facts: told.facts, status: statusOf(verdict) },
      ...(worth !== undefined && { worth: goldenWorth(worth) }),
    }
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
      /** What the best combination of those that are 符合 is worth this year. */
      total: goldenAmount.optional(),
      /** Its most valuable ones, by the upper end. */
      top: pageIds.max(3).optional(),
      /** Of everything with an amount in it, by page id. */
      worths: z
        .record(z.string(), z.strictObject({ worth: goldenAmount, worked: company.shape.worked.unwrap() }))
        .optional(),
    }),
  ),
})

/** A company that was judged against every policy. */
export interface JudgedCompany {
  name: string
  facts: Facts
  met: number[]
  unknown: number[]
  /** What its best combination comes to this year; missing where nobody worked it out. */
  reckoned?: {
    total: GoldenWorth
    top: number[]
    worths: Map<number, GoldenWorth>
  }
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
    (
      { name, facts, 符合: met = [], 待确认: unknown = [], total, top = [], worths = {} },
      index,
    ): JudgedCompany => {
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
      if (total === undefined) return { name, facts: told.facts, met, unknown }
      const known = Object.entries(worths).map(([id, { worth }]) => [Number(id), goldenWorth(worth)] as const)
      const reckoned = { total: goldenWorth(total), top, worths: new Map(known) }
      return { name, facts: told.facts, met, unknown, reckoned }
    },
  )
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'))
  return companies
}

/** Undefined where the interpretation itself cannot be read: that has its own problem. */
function askKeys(data: Interpretation | undefined, shared: readonly AskKey[]): AskKey[] | undefined {
  if (!data?.benefit) return data && asksOfPage(data).map(({ key }) => key)
  return [...asksOfPage(data), ...(data.benefit.own ?? [])].map(({ key }) => key).concat(shared)
}

/** Amounts may be written as in the trees: 300万. */
function readAmounts(written: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => {
      const amount = isAmount(key, value) ? readThreshold(value) : undefined
      return [key, amount === undefined ? value : writeDecimal(amount)]
    }),
  )
}

function readWorth(written: string | number): { amount: bigint; per: Benefit['per'] } | undefined {
  const [, digits, year] = /^(.+?)(\/年)?$/.exec(String(written)) ?? []
  const amount = readThreshold(digits)
  return amount === undefined ? undefined : { amount, per: year ? '年' : '次' }
}

function goldenWorth(
  written: string | number | readonly [string | number, string | number | null],
): GoldenWorth {
  const [least, most] = Array.isArray(written) ? written : [written, written]
  const [low, high] = [least, most].map((end) => (end === null ? undefined : readWorth(end)))
  return { min: low?.amount ?? 0n, max: high?.amount ?? null, per: (high ?? low)?.per ?? '次' }
}

function isAmount(key: string, value: unknown): boolean {
  return isFactKey(key) ? factOf(key).kind === 'money' : isAskKey(key) && typeof value === 'string'
}

function statusOf(words: string): Status {
  return STATUSES.find((status) => STATUS_WORDS[status] === words) ?? 'unknown'
}
