/**
 * What golden companies say of a policy while it is written: who is judged otherwise than expected, who otherwise than
 * before.
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

/** Something to mend, at its field of the front matter or of the golden file. */
export interface FieldProblem {
  path: Path
  message: string
}

/** The rules of a policy as far as they can be read. */
export interface PolicyRules {
  tree: Tree | null
  program: Program | null
  benefit: Benefit | null
  compiled: CompiledBenefit | null
  rates: CompiledRates
  /** The keys of its own questions. */
  asks: readonly string[]
  problems: readonly FieldProblem[]
}

/** Rates that are wrong are none, as in a build. */
export function readRatesData(data: unknown): Rates {
  const read = ratesField.safeParse(data ?? {})
  return read.success ? read.data : NO_RATES
}

/** `data`: front matter as written. */
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

/** What the table shows of a company. */
export interface GoldenRow {
  list: GoldenList
  /** In its list of the file. */
  index: number
  company: GoldenCompany | WrongCase
  now: Status | null
  /** By what is saved; null where nothing is. */
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

/** `data`: the golden file as written. What cannot be read is named and not shown. */
export function readGoldenData(data: unknown, asks: readonly string[]): GoldenData {
  if (data === undefined || data === null) return NOBODY
  const read = goldenSchema.safeParse(data)
  if (read.success) return readGolden(read.data, asks)
  const problems = read.error.issues.map(({ path, message }) => ({ path: path as Path, message }))
  return { ...NOBODY, problems }
}

/** Wrong ones first, then those that the edit has changed, then as written. */
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

/** Whether it is judged otherwise than by what is saved. */
export function isChanged({ now, saved }: GoldenRow): boolean {
  return now !== null && saved !== null && now !== saved
}

/** Whether a broken tree or formula leaves something unsaid that is expected. */
export function isUnjudged({ now, worth, company }: GoldenRow): boolean {
  return now === null || (company.worth !== undefined && worth === null)
}

/** Of one company: how each node of the tree turned out, and the conditions that decide. Keys are places, 0.2.1. */
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
      // Alternatives that come to one thing are named by their group: they have its clause.
      .filter(
        ({ node }) =>
          node === condition ||
          (isGroup(node) && node.clause !== undefined && node.clause === condition.clause),
      )
      .map(({ place }) => placeKey(place)),
  )
  return { statuses, deciding: new Set(deciding) }
}

/** Where the answers differ from the base: what nobody has touched stays as it was written. */
export function differences(
  base: Record<string, unknown>,
  answers: Record<string, unknown>,
): Record<string, unknown> {
  const told = Object.keys({ ...base, ...answers }).flatMap((key) => {
    // What the base has answered can only be taken back by 不清楚.
    const value = answers[key] === undefined && Object.hasOwn(base, key) ? null : answers[key]
    const isSaid = value === undefined || JSON.stringify(value) === JSON.stringify(base[key])
    return isSaid ? [] : [[key, typeof value === 'string' ? value.replace(/^(\d+)0000$/, '$1万') : value]]
  })
  return Object.fromEntries(told)
}

/** An amount as it is written in the golden file: 40万/年; 0 到 60万/年; an upper end that nothing says is 待定. */
export function worthText(worth: unknown): string {
  if (worth === undefined) return ''
  return Array.isArray(worth) ? worth.map((end) => end ?? '待定').join(' 到 ') : String(worth)
}

export function readWorthText(text: string): string | (string | number | null)[] {
  const ends = text.split(/\s*(?:到|至|~|～)\s*/)
  if (ends.length === 1) return text
  return ends.map((end) => (end === '待定' ? null : /^\d+$/.test(end) ? Number(end) : end))
}
