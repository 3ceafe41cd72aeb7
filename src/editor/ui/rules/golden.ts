/** Judges golden companies against a policy during editing. */
import {
  GOLDEN_DAY,
  type GoldenCompany,
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
import { type Ask, asksOf, type Tree } from '../../../lib/rules/eligibility/tree.ts'
import type { Reason, Status } from '../../../lib/rules/eligibility/verdict.ts'
import { compileRates } from '../../../lib/rules/worth/compile.ts'
import { type Benefit, conditionsOf, NO_RATES, type Rates } from '../../../lib/rules/worth/formula.ts'
import { benefitValidator } from '../../../lib/rules/worth/validate-benefit.ts'
import { type CompiledBenefit, compileBenefit, type Worth, worthOf } from '../../../lib/rules/worth/worth.ts'
import type { Place } from './tree-moves.ts'

export interface FieldProblem {
  path: readonly (string | number)[]
  message: string
}

export interface PolicyRules {
  tree: Tree | null
  program: Program | null
  benefit: Benefit | null
  compiled: CompiledBenefit | null
  rates: Rates
}

/** Invalid rates count as none, as in a build. */
export function readRatesData(data: unknown): Rates {
  return ratesField.safeParse(data ?? {}).data ?? NO_RATES
}

export function readRules(data: unknown, rates: Rates): PolicyRules {
  const { id, eligibility, benefit: worth } = (data ?? {}) as Record<string, unknown>
  const owner = `${Number(id) || 1}` as const
  const written = eligibilityField.safeParse(eligibility).data
  const tree = written ? nameAsks(written, owner) : null
  const formula = benefitField.safeParse(worth).data
  const benefit = formula ? nameBenefit(formula, owner) : null
  const isWhole = benefit && benefitValidator(rates)(benefit, tree).length === 0
  return {
    ...{ tree, benefit, rates },
    program: tree && compileTree(tree),
    compiled: isWhole ? compileBenefit(benefit, tree, compileRates(rates)) : null,
  }
}

export function asksOfRules({ tree, benefit }: Pick<PolicyRules, 'tree' | 'benefit'>): Ask[] {
  const conditions = benefit?.steps.flatMap(({ is }) => conditionsOf(is)) ?? []
  return [...(tree ? [tree] : []), ...conditions].flatMap(asksOf)
}

export type GoldenList = 'companies' | 'wrong'

export interface GoldenRow {
  list: GoldenList
  index: number
  company: GoldenCompany | WrongCase
  now: Status | null
  worth: Worth | null
  isVerdictRight: boolean
  isWorthRight: boolean
  reason: Reason | null
}

/** @param data the golden file as written; an invalid one has no companies. */
export function readGoldenData(data: unknown): Record<GoldenList, readonly GoldenCompany[]> {
  const read = goldenSchema.safeParse(data ?? {})
  return read.success ? readGolden(read.data) : { companies: [], wrong: [] }
}

/** Returns the rows: mismatches first, then in the order of the file. */
export function judgeGolden(
  rules: PolicyRules,
  lists: Partial<Record<GoldenList, readonly GoldenCompany[]>>,
): GoldenRow[] {
  const rows = (['companies', 'wrong'] as const).flatMap((list) =>
    (lists[list] ?? []).map((golden, index): GoldenRow => {
      const company = readCompany(golden.facts, GOLDEN_DAY)
      const reason = rules.program?.reason(company) ?? null
      const worth = rules.compiled ? worthOf(rules.compiled, company) : null
      const now = reason?.status ?? null
      return {
        ...{ list, index, company: golden, now, reason, worth },
        isVerdictRight: now === null || now === golden.status,
        isWorthRight: !golden.worth || worth === null || isWorth(worth, golden.worth),
      }
    }),
  )
  return rows.sort((one, other) => Number(isWrong(other)) - Number(isWrong(one)))
}

export function isWrong({ isVerdictRight, isWorthRight }: GoldenRow): boolean {
  return !isVerdictRight || !isWorthRight
}

/** Returns whether a broken tree or formula leaves an expected result undecided. */
export function isUnjudged({ now, worth, company }: GoldenRow): boolean {
  return now === null || (company.worth !== undefined && worth === null)
}

export function placeKey(place: Place): string {
  return place.join('.')
}

/** Returns the status of each node for one company, by places such as 0.2.1. */
export function lightsOf(reason: Reason, place: Place = []): Map<string, Status> {
  const parts = 'parts' in reason ? reason.parts : []
  const inside = parts.flatMap((part, index) => [...lightsOf(part, [...place, index])])
  return new Map([[placeKey(place), reason.status], ...inside])
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
    return isSaid ? [] : [[key, value]]
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
