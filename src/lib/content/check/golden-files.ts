/**
 * Golden companies beside their interpretation: `001-name.golden.yaml` beside `001-name.md`. Syntax:
 * docs/policy-fields.md.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import { asksOf } from '../../rules/eligibility/tree.ts'
import { conditionsOf } from '../../rules/worth/formula.ts'
import { contentPaths } from '../load/content-files.ts'
import { type ContentEntry, schemaProblems } from '../load/markdown-file.ts'
import { formatProblem, type Problem, parseYamlFields } from '../load/yaml-fields.ts'
import { asksOfPage, readRates } from '../rates.ts'
import type { Interpretation } from '../schema/documents.ts'
import {
  type GoldenCompany,
  type GoldenWorth,
  goldenSchema,
  goldenWorth,
  judgedSchema,
  readGolden,
  readWrittenFacts,
  type WrongCase,
} from './golden-company.ts'

export interface GoldenFile {
  file: string
  /** Name of the interpretation's file, as in `readCollection`. */
  interpretation: string
  companies: GoldenCompany[]
  wrong: WrongCase[]
  problems: Problem[]
}

/** `entries`: the readable interpretations. */
export async function readGoldenFiles(
  contentDir: string,
  entries: readonly ContentEntry<Interpretation>[],
): Promise<GoldenFile[]> {
  const folder = join(contentDir, 'interpretations')
  const paths = await contentPaths(folder, '.golden.yaml')
  const { rates } = await readRates(contentDir)
  const shared = rates.formulas.flatMap(({ is }) => conditionsOf(is).flatMap(asksOf)).map(({ key }) => key)
  return Promise.all(paths.map((path) => readGoldenFile(path, entries, shared)))
}

export async function checkGoldenFiles(
  contentDir: string,
  entries: readonly ContentEntry<Interpretation>[],
): Promise<Problem[]> {
  const problems = (await readGoldenFiles(contentDir, entries)).flatMap((golden) => golden.problems)
  // Every company repeats the problems of the base.
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()]
}

/** `shared`: asks in formulas that any of them may share. */
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
  const asks = askKeys(entries.find((entry) => entry.file === interpretation)?.data, shared)
  const read = readGolden(result.data, asks)
  for (const { path, message } of read.problems) {
    const [line, field] = [parsed.lineOf(path), path.join('.')]
    problems.push({ file, line, field, expected: '问卷能收下的回答', found: message })
  }
  return { file, interpretation, companies: read.companies, wrong: read.wrong, problems }
}

/** A company judged against every policy. */
export interface JudgedCompany {
  name: string
  example?: string | undefined
  facts: Facts
  met: number[]
  unknown: number[]
  /** This year's best combination; missing if not calculated. */
  reckoned?: {
    total: GoldenWorth
    top: number[]
    worths: Map<number, GoldenWorth>
    /** 可争取, outside the total. */
    contested: Map<number, GoldenWorth>
  }
}

/** @throws all problems of the file */
export async function readJudgedCompanies(path: string): Promise<JudgedCompany[]> {
  const file = relative(process.cwd(), path)
  const parsed = parseYamlFields(file, await readFile(path, 'utf8'))
  const result = judgedSchema.safeParse(parsed.data ?? {})
  const problems = result.success
    ? parsed.problems
    : [...parsed.problems, ...schemaProblems(file, parsed, result.error)]
  const companies = (result.data?.companies ?? []).map(
    (
      {
        name,
        example,
        facts,
        符合: met = [],
        待确认: unknown = [],
        total,
        top = [],
        worths = {},
        contested = {},
      },
      index,
    ): JudgedCompany => {
      const told = readWrittenFacts(facts)
      problems.push(
        ...told.problems.map(({ key, message }) => ({
          file,
          line: parsed.lineOf(['companies', index, 'facts', key]),
          field: `${name} ${key}`,
          expected: '问卷能收下的回答',
          found: message,
        })),
      )
      if (total === undefined) return { name, example, facts: told.facts, met, unknown }
      const amounts = (of: typeof worths) =>
        new Map(Object.entries(of).map(([id, { worth }]) => [Number(id), goldenWorth(worth)]))
      const reckoned = {
        ...{ total: goldenWorth(total), top },
        ...{ worths: amounts(worths), contested: amounts(contested) },
      }
      return { name, example, facts: told.facts, met, unknown, reckoned }
    },
  )
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'))
  return companies
}

/** Undefined for an unreadable interpretation, which has its own problem. */
function askKeys(data: Interpretation | undefined, shared: readonly AskKey[]): AskKey[] | undefined {
  if (!data?.benefit) return data && asksOfPage(data).map(({ key }) => key)
  return [...asksOfPage(data), ...(data.benefit.own ?? [])].map(({ key }) => key).concat(shared)
}
