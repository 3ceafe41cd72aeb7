/**
 * What a policy is worth, as an editor writes it in front matter and as the wire carries it: named steps, the last of
 * which is the worth. How it is written: docs/write-a-benefit.md.
 */
import type { AskKey } from '../eligibility/asks.ts'
import type { AnswerKey } from '../eligibility/facts.ts'
import type { Clause, Subject, Tree } from '../eligibility/tree.ts'
import { type Literal, type OWN_UNITS, SCALAR, timesUnit, type Unit, YUAN } from './amounts.ts'
import { RETURN_LINES, type ReturnLine } from './income-tax.ts'

/** `up_to` includes its bound, `below` does not; the last tier has neither. */
export interface FormulaTier {
  up_to?: Literal
  below?: Literal
  is: Formula
}

export type Formula =
  | Literal
  | { fact: Subject }
  | { own: AskKey }
  /** Of the table of rates: the value of the day. */
  | { rate: string }
  /** Of the same table: a formula that many policies share. */
  | { shared: string }
  | { step: string }
  | { sum: readonly Formula[] }
  | { times: readonly Formula[] }
  | { least: readonly Formula[] }
  | { most: readonly Formula[] }
  | { less: readonly Formula[] }
  | { over: readonly Formula[] }
  /** Between the two, because somebody else decides; `why` says who. */
  | { span: readonly Formula[]; why?: string }
  /** whole: the tier that `by` falls in, 落档全额. part: of each tier the part of `by` in it, 超额累进. */
  | { tiers: { by: Formula; of: readonly FormulaTier[]; kind: 'whole' | 'part' } }
  | { when: Tree; then: Formula; else: Formula }
  /** By the year counted from `since`, an own number that is a year; before and after it nothing. */
  | { phase: { since: AskKey; of: readonly { years: number; is: Formula }[] } }
  | { round: Formula; to: RoundTo; way: RoundWay }
  /** What 企业所得税 falls by with this in the annual return: see income-tax.ts. */
  | { income_tax: Partial<Record<ReturnLine, Formula>> }

export const ROUND_TO = { 元: 1n, 百元: 100n, 万元: 10_000n } as const
export type RoundTo = keyof typeof ROUND_TO
export const ROUND_WAYS = ['down', 'half', 'up'] as const
export type RoundWay = (typeof ROUND_WAYS)[number]

/** A number that only this policy asks for. Answers outside `least` to `most` are asked back, not calculated. */
export interface OwnNumber {
  /** In front matter the name alone. */
  key: AskKey
  label: string
  unit: (typeof OWN_UNITS)[number]
  help?: string
  /** Without unit: 1亿, 2035. */
  most: Literal
  least?: Literal
}

export interface Step {
  name: string
  is: Formula
  clause?: Clause
}

export const PERS = ['年', '次'] as const

/**
 * Whether a company may bank on the money. law: it follows from the law alone. contested: an authority chooses, or funds
 * may run out. others: another than the company has it, or another than the state owes it.
 */
export const MONEY_KINDS = { law: '依法享受', contested: '可争取', others: '别人的钱' } as const
export type MoneyKind = keyof typeof MONEY_KINDS

/** Policies that take from the same tax cannot take more than there is. */
export interface TaxRelieved {
  name: string
  /** 元, in a year, before any of them. */
  due: Formula
}

export interface Benefit {
  money: MoneyKind
  /** Why an amount is exact although the text says 最高 or 不超过. */
  exact?: string
  per: (typeof PERS)[number]
  /** For so many years, from when it is first enjoyed. */
  years?: number
  /** The number that decides most. */
  main?: AnswerKey
  own?: readonly OwnNumber[]
  steps: readonly Step[]
  /** What it takes from, where it is a tax. */
  tax?: TaxRelieved
  /** 按…估算 */
  assumes?: readonly string[]
}

export interface RateValue {
  /** YYYY-MM-DD */
  from: string
  value: Literal
  source: { name: string; url?: string; article?: string }
  checked?: string
}

/** What many policies share: dated values, rising, and formulas. */
export interface Rates {
  rates: readonly { name: string; values: readonly RateValue[] }[]
  formulas: readonly { name: string; is: Formula; note?: string }[]
}

export const NO_RATES: Rates = { rates: [], formulas: [] }

/** A grant without a formula: what is paid, once, if the authority decides so. 元. */
export function grantBenefit(min: number, max: number): Benefit {
  const is: Formula = min === max ? `${max}元` : { span: [`${min}元`, `${max}元`] }
  return { money: 'contested', per: '次', steps: [{ name: '补助金额', is }] }
}

/** What a policy is worth: of those without a formula only a grant is worth its figure. */
export function benefitOf({
  benefit,
  support,
  amount,
}: {
  benefit?: Benefit | undefined
  support?: string | undefined
  amount?: { min?: number | undefined; max: number; unit: string } | undefined
}): Benefit | undefined {
  if (benefit || support !== '奖补' || amount?.unit !== '元') return benefit
  // One without a lower end (最高 50 万元) may turn out to be next to nothing.
  return grantBenefit(amount.min ?? 0, amount.max)
}

/** The kinds of nodes that hold a list. */
export const LISTS = ['sum', 'times', 'least', 'most', 'less', 'over', 'span'] as const

interface Mapping {
  when?: (tree: Tree) => Tree
  step?: (step: string) => string
  own?: (key: AskKey) => AskKey
}

/** The formula with other conditions, steps or keys. Conditions are met in the order in which it is read. */
export function mapFormula(formula: Formula, mapping: Mapping): Formula {
  if (typeof formula !== 'object') return formula
  const { when = (tree) => tree, step = (name) => name, own = (key) => key } = mapping
  const map = (inner: Formula) => mapFormula(inner, mapping)
  if ('fact' in formula || 'rate' in formula || 'shared' in formula) return formula
  if ('own' in formula) return { own: own(formula.own) }
  if ('step' in formula) return { step: step(formula.step) }
  if ('when' in formula) {
    // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
    return { when: when(formula.when), then: map(formula.then), else: map(formula.else) }
  }
  if ('tiers' in formula) {
    const { by, of, kind } = formula.tiers
    return { tiers: { by: map(by), of: of.map((tier) => ({ ...tier, is: map(tier.is) })), kind } }
  }
  if ('phase' in formula) {
    const { since, of } = formula.phase
    return { phase: { since: own(since), of: of.map(({ years, is }) => ({ years, is: map(is) })) } }
  }
  if ('round' in formula) return { ...formula, round: map(formula.round) }
  if ('income_tax' in formula) {
    const lines = linesOf(formula.income_tax).map(([line, part]) => [line, map(part)])
    return { income_tax: Object.fromEntries(lines) }
  }
  const [[key, parts] = []] = Object.entries(formula).filter(([name]) => name !== 'why')
  return { ...formula, [key as string]: (parts as Formula[]).map(map) } as Formula
}

/** What stands in the return, in the order of its lines. */
export function linesOf(lines: Partial<Record<ReturnLine, Formula>>): [line: ReturnLine, part: Formula][] {
  return RETURN_LINES.flatMap((line) => {
    const part = lines[line]
    return part === undefined ? [] : [[line, part]]
  })
}

type Way = readonly (string | number)[]

/** The formulas in a formula with the way to each, in the order of the parts of its node. */
export function childrenOf(formula: Formula): [way: Way, child: Formula][] {
  if (typeof formula !== 'object') return []
  if ('when' in formula) {
    return [
      [['then'], formula.then],
      [['else'], formula.else],
    ]
  }
  if ('tiers' in formula) {
    const { by, of } = formula.tiers
    return [[['tiers', 'by'], by], ...of.map(({ is }, i) => [['tiers', 'of', i, 'is'], is] as [Way, Formula])]
  }
  if ('phase' in formula) return formula.phase.of.map(({ is }, i) => [['phase', 'of', i, 'is'], is])
  if ('round' in formula) return [[['round'], formula.round]]
  if ('income_tax' in formula)
    return linesOf(formula.income_tax).map(([line, part]) => [['income_tax', line], part])
  const kind = LISTS.find((each) => each in formula)
  return kind ? listOf(formula, kind).map((part, i) => [[kind, i], part]) : []
}

function listOf(formula: Formula & object, kind: (typeof LISTS)[number]): readonly Formula[] {
  return (formula as Record<string, unknown>)[kind] as readonly Formula[]
}

/** The unit of a formula of which the children have these. */
export function joinUnits(formula: Formula, units: readonly (Unit | undefined)[]): Unit | undefined {
  if (typeof formula !== 'object') return undefined
  const [first, second] = units
  if ('times' in formula) return units.reduce((all, unit) => all && unit && timesUnit(all, unit), SCALAR)
  if ('over' in formula) return first && second && timesUnit(first, second, -1)
  if ('income_tax' in formula) return YUAN
  if (!('tiers' in formula)) return first
  return formula.tiers.kind === 'whole' ? second : first && second && timesUnit(first, second)
}

/** Every condition in it, in the order in which it is read. */
export function conditionsOf(formula: Formula): Tree[] {
  const found: Tree[] = []
  const when = (tree: Tree) => {
    found.push(tree)
    return tree
  }
  mapFormula(formula, { when })
  return found
}
