/** Who may have a policy, as front matter and wire hold it. Syntax: docs/write-a-rule.md. */
import type { AskKey } from './asks.ts'
import type { DerivedKey } from './derived.ts'
import type { FactKey } from './facts.ts'

export const OPERATORS = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  /** From the first to the second value, both included. */
  'between',
  /** One of the values; for several certificates: at least one of them. */
  'in',
  /** None of the values. */
  'not_in',
  /** In the region or industry, or in one of several. */
  'within',
  'not_within',
] as const

export type Operator = (typeof OPERATORS)[number]

export type Subject = FactKey | DerivedKey

export interface Clause {
  article: string
  gist?: string
  href?: string
}

/** Money in 元, or in 万 and 亿 as text; shares in percent; `age_years` in years, halves and quarters allowed. */
export type RuleValue = string | number | boolean | readonly (string | number)[]

interface Comparison {
  fact: Subject
  op: Operator
  clause?: Clause
}

export interface PlainCondition extends Comparison {
  value: RuleValue
}

/** `up_to` includes its bound (5000万元以下（含）), `below` does not; the last tier has neither. */
export interface Tier {
  up_to?: string | number
  below?: string | number
  value: RuleValue
}

export interface TieredCondition extends Comparison {
  by: Subject
  tiers: readonly Tier[]
}

export type FactCondition = PlainCondition | TieredCondition

/** A question of this policy alone: 是 meets it, 否 does not. */
export interface Ask {
  ask: string
  key: AskKey
  /** How to find the answer, or to calculate a share. */
  help?: string
  /** True for most companies concerned, or only after a calculation: not offered for quick denial. */
  usual?: true
  /** Concerns only companies of these industries; for others it is 否 unless they answer 是. */
  industries?: readonly string[]
  clause?: Clause
}

export type Condition = FactCondition | Ask

export type Group = { clause?: Clause } & (
  | { all: readonly Tree[] }
  | { any: readonly Tree[] }
  | { at_least: number; of: readonly Tree[] }
)

export type Tree = Condition | Group

export interface PolicyRule {
  /** Null: the conditions are not modelled. */
  eligibility: Tree | null
  /** Criteria that the authority judges (评审、名额、预算), shown with every verdict. */
  unmodelled: readonly string[]
  /** 奖补, 减免, 贷款 and so on, as in the policy: for money, a company on a list has no plain 符合 (`doubts.ts`). */
  support?: string | null | undefined
}

export function isGroup(tree: Tree): tree is Group {
  return !('fact' in tree || 'ask' in tree)
}

export function asksOf(tree: Tree): Ask[] {
  if (isGroup(tree)) return partsOf(tree).parts.flatMap(asksOf)
  return 'ask' in tree ? [tree] : []
}

export function partsOf(group: Group): { need: number; parts: readonly Tree[] } {
  if ('all' in group) return { need: group.all.length, parts: group.all }
  if ('any' in group) return { need: 1, parts: group.any }
  return { need: group.at_least, parts: group.of }
}
