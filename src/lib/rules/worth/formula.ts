/** A policy's worth as front matter and contract hold it: docs/write-a-benefit.md. */
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
  | { rate: string }
  /** A formula in the same table, shared by many policies. */
  | { shared: string }
  | { step: string }
  | { sum: readonly Formula[] }
  | { times: readonly Formula[] }
  | { least: readonly Formula[] }
  | { most: readonly Formula[] }
  | { less: readonly Formula[] }
  | { over: readonly Formula[] }
  /** A range within which another party decides; `why` names it. */
  | { span: readonly Formula[]; why?: string }
  /** whole: the tier that contains `by`, 落档全额. part: each tier's share of `by`, 超额累进. */
  | { tiers: { by: Formula; of: readonly FormulaTier[]; kind: 'whole' | 'part' } }
  | { when: Tree; then: Formula; else: Formula }
  /** Selected by the year since `since`, an own number that is a year; 0 outside the phases. */
  | { phase: { since: AskKey; of: readonly { years: number; is: Formula }[] } }
  /** Reduction of 企业所得税 by these entries in the annual return: see income-tax.ts. */
  | { income_tax: Partial<Record<ReturnLine, Formula>> }

/** A number that only this policy asks for; an answer outside `least` to `most` is asked again. */
export interface OwnNumber {
  /** Front matter has only the name. */
  key: AskKey
  label: string
  unit: (typeof OWN_UNITS)[number]
  help?: string
  /** Without a unit: 1亿, 2035. */
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
 * How certain the money is. law: granted by law. contested: an authority selects, or funds may run out. others:
 * another party has it, or another party than the state owes it.
 */
export const MONEY_KINDS = { law: '依法享受', contested: '可争取', others: '别人的钱' } as const
export type MoneyKind = keyof typeof MONEY_KINDS

/** Policies for the same tax cannot take more than the tax. */
export interface TaxRelieved {
  name: string
  due: Formula
}

export interface Benefit {
  money: MoneyKind
  /** Why an amount is exact although the text has 最高 or 不超过. */
  exact?: string
  per: (typeof PERS)[number]
  years?: number
  main?: AnswerKey
  own?: readonly OwnNumber[]
  steps: readonly Step[]
  /** The tax that it reduces. */
  tax?: TaxRelieved
  /** Completes 按…估算. */
  assumes?: readonly string[]
}

export interface RateValue {
  from: string
  value: Literal
  source: { name: string; url?: string; article?: string }
  checked?: string
}

/** Dated values, in ascending order, and formulas that many policies share. */
export interface Rates {
  rates: readonly { name: string; values: readonly RateValue[] }[]
  formulas: readonly { name: string; is: Formula; note?: string }[]
}

export const NO_RATES: Rates = { rates: [], formulas: [] }

/** Returns a grant without a formula: a one-off payment if the authority approves. 元. */
export function grantBenefit(min: number, max: number): Benefit {
  const is: Formula = min === max ? `${max}元` : { span: [`${min}元`, `${max}元`] }
  return { money: 'contested', per: '次', steps: [{ name: '补助金额', is }] }
}

/** Returns a policy's benefit; without a formula, only a grant has one. */
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
  // Without a lower end (最高 50 万元) the payment may be nearly 0.
  return grantBenefit(amount.min ?? 0, amount.max)
}

/** Node kinds with a list of formulas. */
export const LISTS = ['sum', 'times', 'least', 'most', 'less', 'over', 'span'] as const

interface Mapping {
  when?: (tree: Tree) => Tree
  step?: (step: string) => string
  own?: (key: AskKey) => AskKey
}

/** Returns the formula with mapped conditions, steps or keys, which it visits in reading order. */
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
  if ('income_tax' in formula) {
    const lines = linesOf(formula.income_tax).map(([line, part]) => [line, map(part)])
    return { income_tax: Object.fromEntries(lines) }
  }
  const [[key, parts] = []] = Object.entries(formula).filter(([name]) => name !== 'why')
  return { ...formula, [key as string]: (parts as Formula[]).map(map) } as Formula
}

export function linesOf(lines: Partial<Record<ReturnLine, Formula>>): [line: ReturnLine, part: Formula][] {
  return RETURN_LINES.flatMap((line) => {
    const part = lines[line]
    return part === undefined ? [] : [[line, part]]
  })
}

type Way = readonly (string | number)[]

/** Returns the direct sub-formulas with their paths, in the order of the node's parts. */
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
  if ('income_tax' in formula)
    return linesOf(formula.income_tax).map(([line, part]) => [['income_tax', line], part])
  const kind = LISTS.find((each) => each in formula)
  return kind ? listOf(formula, kind).map((part, i) => [[kind, i], part]) : []
}

function listOf(formula: Formula & object, kind: (typeof LISTS)[number]): readonly Formula[] {
  return (formula as Record<string, unknown>)[kind] as readonly Formula[]
}

/** Returns the unit of a formula from its children's units. */
export function joinUnits(formula: Formula, units: readonly (Unit | undefined)[]): Unit | undefined {
  if (typeof formula !== 'object') return undefined
  const [first, second] = units
  if ('times' in formula) return units.reduce((all, unit) => all && unit && timesUnit(all, unit), SCALAR)
  if ('over' in formula) return first && second && timesUnit(first, second, -1)
  if ('income_tax' in formula) return YUAN
  if (!('tiers' in formula)) return first
  return formula.tiers.kind === 'whole' ? second : first && second && timesUnit(first, second)
}

export function conditionsOf(formula: Formula): Tree[] {
  const found: Tree[] = []
  const when = (tree: Tree) => {
    found.push(tree)
    return tree
  }
  mapFormula(formula, { when })
  return found
}
