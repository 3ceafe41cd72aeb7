/**
 * What a policy is worth, as an editor writes it in front matter and as the wire carries it: named steps, the last of
 * which is the worth. How it is written: docs/write-a-benefit.md.
 */
import type { AskKey } from '../eligibility/asks.ts'
import type { AnswerKey } from '../eligibility/facts.ts'
import { type PackedTree, type TreeWords, unpackTree, wordsOf } from '../eligibility/pack.ts'
import type { Clause, FactCondition, Subject, Tree } from '../eligibility/tree.ts'
import { type Literal, type OWN_UNITS, SCALAR, timesUnit, type Unit, YUAN } from './amounts.ts'
import { RETURN_LINES, type ReturnLine } from './income-tax.ts'

/** `up_to` includes its bound, `below` does not; the last tier has neither. */
export interface FormulaTier<When = Tree, Step = string> {
  up_to?: Literal
  below?: Literal
  is: Formula<When, Step>
}

/** Conditions are trees, and steps go by their names; packed, both go by their places. */
export type Formula<When = Tree, Step = string> =
  | Literal
  | { fact: Subject }
  | { own: AskKey }
  /** Of the table of rates: the value of the day. */
  | { rate: string }
  /** Of the same table: a formula that many policies share. */
  | { shared: string }
  | { step: Step }
  | { sum: readonly Formula<When, Step>[] }
  | { times: readonly Formula<When, Step>[] }
  | { least: readonly Formula<When, Step>[] }
  | { most: readonly Formula<When, Step>[] }
  | { less: readonly Formula<When, Step>[] }
  | { over: readonly Formula<When, Step>[] }
  /** Between the two, because somebody else decides; `why` says who. */
  | { span: readonly Formula<When, Step>[]; why?: string }
  /** whole: the tier that `by` falls in, 落档全额. part: of each tier the part of `by` in it, 超额累进. */
  | { tiers: { by: Formula<When, Step>; of: readonly FormulaTier<When, Step>[]; kind: 'whole' | 'part' } }
  | { when: When; then: Formula<When, Step>; else: Formula<When, Step> }
  /** By the year counted from `since`, an own number that is a year; before and after it nothing. */
  | { phase: { since: AskKey; of: readonly { years: number; is: Formula<When, Step> }[] } }
  | { round: Formula<When, Step>; to: RoundTo; way: RoundWay }
  /** What 企业所得税 falls by with this in the annual return: see income-tax.ts. */
  | { income_tax: Partial<Record<ReturnLine, Formula<When, Step>>> }

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
export interface TaxRelieved<When = Tree, Step = string> {
  name: string
  /** 元, in a year, before any of them. */
  due: Formula<When, Step>
}

export interface Benefit {
  money: MoneyKind
  /** Why an amount is exact although the text says 最高 or 不超过. */
  exact?: string
  per: (typeof PERS)[number]
  /** For so many years, from when it is first enjoyed. */
  years?: number
  /** What a slider moves. */
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

/** The kinds of nodes that hold a list. */
export const LISTS = ['sum', 'times', 'least', 'most', 'less', 'over', 'span'] as const

interface Mapping<A, B, S, T> {
  when: (tree: A) => B
  step: (step: S) => T
  own?: (key: AskKey) => AskKey
}

/** The formula with other conditions, steps or keys. Conditions are met in the order in which it is read. */
export function mapFormula<A, B, S, T>(formula: Formula<A, S>, mapping: Mapping<A, B, S, T>): Formula<B, T> {
  if (typeof formula !== 'object') return formula
  const own = mapping.own ?? ((key: AskKey) => key)
  const map = (inner: Formula<A, S>) => mapFormula(inner, mapping)
  if ('fact' in formula || 'rate' in formula || 'shared' in formula) return formula
  if ('own' in formula) return { own: own(formula.own) }
  if ('step' in formula) return { step: mapping.step(formula.step) }
  if ('when' in formula) {
    // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
    return { when: mapping.when(formula.when), then: map(formula.then), else: map(formula.else) }
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
  return { ...formula, [key as string]: (parts as Formula<A, S>[]).map(map) } as Formula<B, T>
}

/** What stands in the return, in the order of its lines. */
export function linesOf<W, S>(
  lines: Partial<Record<ReturnLine, Formula<W, S>>>,
): [line: ReturnLine, part: Formula<W, S>][] {
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
  mapFormula(formula, { when: (tree: Tree) => found.push(tree), step: (step: string) => step })
  return found
}

/** Whom the own questions of a packed benefit belong to. No policy has this id. */
export const NOBODY = 0

/**
 * A formula as the table of the rules carries it: without words, conditions and steps by their places, and its own
 * questions under NOBODY, so that it is the same for all policies that say the same.
 */
export interface PackedBenefit extends Pick<Benefit, 'money' | 'per' | 'years' | 'main'> {
  own?: readonly Omit<OwnNumber, 'label' | 'help'>[]
  steps: readonly Formula<PackedTree, number>[]
  tax?: TaxRelieved<PackedTree, number>
}

/** What people read of a benefit; the words of its conditions in the order in which they are read. */
export interface BenefitWords {
  steps: readonly { name: string; clause?: Clause | undefined }[]
  own?: readonly { label: string; help?: string | undefined }[] | undefined
  assumes?: readonly string[] | undefined
  trees?: readonly TreeWords[] | undefined
}

/** `id`: of the policy. */
export function packBenefit(benefit: Benefit, pack: (tree: Tree) => PackedTree, id: number): PackedBenefit {
  const { money, per, years, main, own, steps, tax } = benefit
  const step = (name: string) => steps.findIndex((each) => each.name === name)
  const rename = <Key extends AnswerKey>(key: Key) => ownedBy(key, id, NOBODY)
  const mapping = { when: (tree: Tree) => renameAsks(pack(tree), rename), step, own: rename }
  return {
    money,
    per,
    ...(years !== undefined && { years }),
    ...(main !== undefined && { main: rename(main) }),
    ...(own && {
      own: own.map(({ label: _, help: __, ...number }) => ({ ...number, key: rename(number.key) })),
    }),
    steps: steps.map(({ is }) => mapFormula(is, mapping)),
    ...(tax && { tax: { name: tax.name, due: mapFormula(tax.due, mapping) } }),
  }
}

/** A table of packed benefits, each once. */
export function makeFormulaTable(): { formulas: PackedBenefit[]; place: (packed: PackedBenefit) => number } {
  const formulas: PackedBenefit[] = []
  const places = new Map<string, number>()
  const place = (packed: PackedBenefit): number => {
    const text = JSON.stringify(packed)
    const found = places.get(text) ?? formulas.push(packed) - 1
    places.set(text, found)
    return found
  }
  return { formulas, place }
}

/** What is one's own is the other's own; what belongs to a third one stays. */
function ownedBy<Key extends AnswerKey>(key: Key, one: number, other: number): Key {
  return key.startsWith(`${one}.`) ? (`${other}${key.slice(`${one}`.length)}` as Key) : key
}

function renameAsks(packed: PackedTree, rename: (key: AskKey) => AskKey): PackedTree {
  if (typeof packed === 'number') return packed
  if (typeof packed === 'string') return rename(packed)
  const [need, ...parts] = packed
  return [need, ...parts.map((part) => renameAsks(part, rename))]
}

export function wordsOfBenefit({ own, steps, assumes }: Benefit): BenefitWords {
  const trees = steps.flatMap(({ is }) => conditionsOf(is)).map(wordsOf)
  return {
    steps: steps.map(({ name, clause }) => ({ name, ...(clause && { clause }) })),
    ...(own && { own: own.map(({ label, help }) => ({ label, ...(help && { help }) })) }),
    ...(assumes && { assumes }),
    ...(trees.length > 0 && { trees }),
  }
}

/**
 * The benefit of the policy of that id again; without words its steps are called by their places. Throws TypeError for a
 * place that is not there.
 */
export function unpackBenefit(
  { own, main, steps, tax, ...rest }: PackedBenefit,
  conditions: readonly FactCondition[],
  id: number,
  words?: BenefitWords,
): Benefit {
  const named = (place: number) => words?.steps[place]?.name ?? String(place)
  const rename = <Key extends AnswerKey>(key: Key) => ownedBy(key, NOBODY, id)
  let next = 0
  const when = (packed: PackedTree) => {
    next += 1
    return unpackTree(renameAsks(packed, rename), conditions, words?.trees?.[next - 1])
  }
  const mapping = { when, step: named, own: rename }
  return {
    ...rest,
    ...(main !== undefined && { main: rename(main) }),
    ...(own && {
      own: own.map((number, place) => {
        const { label = '', help } = words?.own?.[place] ?? {}
        return { ...number, key: rename(number.key), label, ...(help && { help }) }
      }),
    }),
    steps: steps.map((is, place) => {
      const clause = words?.steps[place]?.clause
      const mapped = mapFormula(is, mapping)
      return { name: named(place), is: mapped, ...(clause && { clause }) }
    }),
    ...(tax && { tax: { name: tax.name, due: mapFormula(tax.due, mapping) } }),
    ...(words?.assumes && { assumes: words.assumes }),
  }
}
