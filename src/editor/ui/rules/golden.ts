/**
 * Judges golden companies against a policy during editing: results that differ from the expectation, or from
 * the saved rules.
 */
import {
  GOLDEN_DAY,
  type GoldenCompany,
  type GoldenProblem,
  goldenSchema,
  readGolden,
  type WrongCase,
} from '../../../lib/content/check/golden-company.ts'
import { isWorth } from '../../../lib/content/check/unguarded.ts'
import { benefitField, eligibilityField, ratesField } from '../../../lib/content/schema/eligibility.ts'
import { nameBenefit } from '../../../lib/contract/policies/benefit.ts'
import { nameAsks } from '../../../lib/contract/policies/eligibility.ts'
import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import { compileTree, type Program } from '../../../lib/rules/eligibility/compile.ts'
import { shortfalls } from '../../../lib/rules/eligibility/shortfalls.ts'
import { asksOf, isGroup, type Tree } from '../../../lib/rules/eligibility/tree.ts'
import { openConditions, type Reason, type Status } from '../../../lib/rules/eligibility/verdict.ts'
import { type CompiledRates, compileRates } from '../../../lib/rules/worth/compile.ts'
import { type Benefit, conditionsOf, NO_RATES, type Rates } from '../../../lib/rules/worth/formula.ts'
import { benefitValidator } from '../../../lib/rules/worth/validate-benefit.ts'
import { type CompiledBenefit, compileBenefit, type Worth, worthOf } from '../../../lib/rules/worth/worth.ts'
import { nodesOf, type Place } from './tree-moves.ts'

type Path = readonly (string | number)[]

/** A problem, at its field of the front matter or golden file. */
export interface FieldProblem {
  path: Path
  message: string
}

/** The rules of a policy, as far as they are valid. */
export interface PolicyRules {
  tree: Tree | null
  program: Program | null
  benefit: Benefit | null
  compiled: CompiledBenefit | null
  rates: CompiledRates
  /** The keys of the policy's own questions. */
  asks: readonly string[]
  problems: readonly FieldProblem[]
}

/** Invalid rates count as none, as in a build. */
export function readRatesData(data: unknown): Rates {
  const read = ratesField.safeParse(data ?? {})
  return read.success ? read.data : NO_RATES
}

/** @param data front matter as written */
export function readRules(data: unknown, rates: Rates): PolicyRules {
  const { id, eligibility, benefit: worth } = (data ?? {}) as Record<string, unknown>
  const owner = `${Number(id) || 1}` as const
  const problems: FieldProblem[] = []
  const tree = readField(eligibilityField, eligibility, 'eligibility', problems)
  const named = tree && nameAsks(tree, owner)
  const written = readField(benefitField, worth, 'benefit', problems)
  const benefit = written && nameBenefit(written, owner)
  const compiledRates = compileRates(rates)
  const wrong = benefit ? benefitValidator(rates)(benefit, named) : []
  for (const { path, expected, found } of wrong) {
    problems.push({ path: ['benefit', ...path], message: `应为${expected}，实际为 ${found}` })
  }
  const isWhole = benefit && wrong.length === 0
  const conditions = benefit ? benefit.steps.flatMap(({ is }) => conditionsOf(is)) : []
  return {
    tree: named,
    program: named && compileTree(named),
    benefit,
    compiled: isWhole ? compileBenefit(benefit, named, compiledRates) : null,
    rates: compiledRates,
    asks: [
      ...[named ?? { all: [] }, ...conditions].flatMap(asksOf),
      ...rates.formulas.flatMap(({ is }) => conditionsOf(is).flatMap(asksOf)),
      ...(benefit?.own ?? []),
    ].map(({ key }) => key),
    problems,
  }
}

function readField<Output>(
  field: {
    safeParse: (data: unknown) => {
      data?: Output
      error?: { issues: { path: PropertyKey[]; message: string }[] }
    }
  },
  written: unknown,
  name: string,
  problems: FieldProblem[],
): Output | null {
  if (written === undefined || written === null) return null
  const { data, error } = field.safeParse(written)
  for (const { path, message } of error?.issues ?? []) {
    problems.push({ path: [name, ...(path as Path)], message: `应为${message}` })
  }
  return data ?? null
}

export type GoldenList = 'companies' | 'wrong'

/** A row of the table of companies. */
export interface GoldenRow {
  list: GoldenList
  /** Index within its list in the file. */
  index: number
  company: GoldenCompany | WrongCase
  now: Status | null
  /** The status by the saved rules; null without them. */
  saved: Status | null
  worth: Worth | null
  isVerdictRight: boolean
  isWorthRight: boolean
  reason: Reason | null
}

export interface GoldenData {
  companies: readonly GoldenCompany[]
  wrong: readonly WrongCase[]
  problems: readonly (GoldenProblem | FieldProblem)[]
}

const NOBODY: GoldenData = { companies: [], wrong: [], problems: [] }

/** @param data the golden file as written. Invalid companies are reported and left out. */
export function readGoldenData(data: unknown, asks: readonly string[]): GoldenData {
  if (data === undefined || data === null) return NOBODY
  const read = goldenSchema.safeParse(data)
  if (read.success) return readGolden(read.data, asks)
  const problems = read.error.issues.map(({ path, message }) => ({ path: path as Path, message }))
  return { ...NOBODY, problems }
}

/** Returns the rows: mismatches first, then those that the edit has changed, then in the order of the file. */
export function judgeGolden(
  rules: PolicyRules,
  saved: PolicyRules | null,
  lists: Partial<Record<GoldenList, readonly GoldenCompany[]>>,
): GoldenRow[] {
  const rows = (Object.entries(lists) as [GoldenList, readonly GoldenCompany[]][]).flatMap(
    ([list, companies]) =>
      companies.map((golden, index): GoldenRow => {
        const company = readCompany(golden.facts, GOLDEN_DAY)
        const reason = rules.program?.reason(company) ?? null
        const worth = rules.compiled ? worthOf(rules.compiled, company) : null
        const now = reason?.status ?? null
        return {
          ...{ list, index, company: golden, now, reason, worth },
          saved: saved?.program?.status(company) ?? null,
          isVerdictRight: now === null || now === golden.status,
          isWorthRight: !golden.worth || worth === null || isWorth(worth, golden.worth),
        }
      }),
  )
  const rank = (row: GoldenRow) => (!row.isVerdictRight || !row.isWorthRight ? 0 : isChanged(row) ? 1 : 2)
  return rows.sort((one, other) => rank(one) - rank(other))
}

/** Returns whether the status differs from that of the saved rules. */
export function isChanged({ now, saved }: GoldenRow): boolean {
  return now !== null && saved !== null && now !== saved
}

/** Returns whether a broken tree or formula leaves an expected result undecided. */
export function isUnjudged({ now, worth, company }: GoldenRow): boolean {
  return now === null || (company.worth !== undefined && worth === null)
}

/** The status of each node for one company, and the deciding conditions. Keys are places such as 0.2.1. */
export interface Lights {
  statuses: ReadonlyMap<string, Status>
  deciding: ReadonlySet<string>
}

export function placeKey(place: Place): string {
  return place.join('.')
}

export function lightsOf(tree: Tree, reason: Reason): Lights {
  const statuses = new Map<string, Status>()
  const walk = (each: Reason, place: Place) => {
    statuses.set(placeKey(place), each.status)
    if ('parts' in each) for (const [index, part] of each.parts.entries()) walk(part, [...place, index])
  }
  walk(reason, [])
  const decisive = reason.status === 'unmet' ? shortfalls(reason) : openConditions(reason)
  const deciding = decisive.flatMap(({ condition }) =>
    nodesOf(tree)
      // Alternatives with the same effect are named by their group, which has their clause.
      .filter(
        ({ node }) =>
          node === condition ||
          (isGroup(node) && node.clause !== undefined && node.clause === condition.clause),
      )
      .map(({ place }) => placeKey(place)),
  )
  return { statuses, deciding: new Set(deciding) }
}

/** Returns the answers that differ from the base; untouched ones stay as written. */
export function differences(
  base: Record<string, unknown>,
  answers: Record<string, unknown>,
): Record<string, unknown> {
  const told = Object.keys({ ...base, ...answers }).flatMap((key) => {
    // Only 不清楚 can override an answer of the base.
    const value = answers[key] === undefined && Object.hasOwn(base, key) ? null : answers[key]
    const isSaid = value === undefined || JSON.stringify(value) === JSON.stringify(base[key])
    return isSaid ? [] : [[key, typeof value === 'string' ? value.replace(/^(\d+)0000$/, '$1万') : value]]
  })
  return Object.fromEntries(told)
}

/** Returns an amount as in the golden file: 40万/年; 0 到 60万/年; an undecided upper end is 待定. */
export function worthText(worth: unknown): string {
  if (worth === undefined) return ''
  return Array.isArray(worth) ? worth.map((end) => end ?? '待定').join(' 到 ') : String(worth)
}

export function readWorthText(text: string): string | (string | number | null)[] {
  const ends = text.split(/\s*(?:到|至|~|～)\s*/)
  if (ends.length === 1) return text
  return ends.map((end) => (end === '待定' ? null : /^\d+$/.test(end) ? Number(end) : end))
}
