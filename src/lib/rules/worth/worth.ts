/** A policy's exact worth for a company: a missing answer is an interval that contains every possible worth. */
import { isAskKey } from '../eligibility/asks.ts'
import { type Company, canBeAsked, readCompany } from '../eligibility/company.ts'
import { compareQuantities, ONE, type Quantity, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import { type AnswerKey, type FactKey, factOf } from '../eligibility/facts.ts'
import { isGroup, partsOf, type Tree } from '../eligibility/tree.ts'
import { readLiteral, type Unit } from './amounts.ts'
import { type Bounds, boundsOf } from './bounds.ts'
import {
  type CompiledOwn,
  type CompiledRates,
  compileNode,
  type Env,
  LITERAL_WORDS,
  type Node,
  refuse,
  type TaxReturn,
} from './compile.ts'
import { type Benefit, conditionsOf, type Formula, type OwnNumber } from './formula.ts'
import {
  ANYTHING,
  isOpen,
  isPoint,
  larger,
  mostOf,
  NOTHING,
  overlap,
  point,
  type Range,
  reduce,
  subtract,
  UPWARDS,
  ZERO,
} from './range.ts'

export interface Worth {
  min: Quantity
  max: Quantity | null
  per: Benefit['per']
  years?: number
  isRange: boolean
  /** Answers that would narrow the range; empty for a single number. */
  missing: readonly AnswerKey[]
  /** Answers beyond their limits: asked again and not used. */
  beyond: readonly AnswerKey[]
}

export interface CompiledBenefit extends Pick<Benefit, 'money' | 'per' | 'years'> {
  readonly benefit: Benefit
  tree: Tree | null
  rates: CompiledRates
  readonly owns: ReadonlyMap<string, CompiledOwn>
  bounds: Bounds
  readonly steps: readonly Node[]
  readonly tax?: { name: string; due: Node } | undefined
}

/** A tax with a formula for the amount due, which limits the sum of all reliefs. */
export interface Tax {
  name: string
  /** Before any relief, 元. */
  due: Range
}

/** Worth of one year, 元, split for calculation together with other policies. */
export interface Part {
  rest: Range
  returns: readonly TaxReturn[]
  /** Other taxes that it reduces. */
  tax: Tax | null
  alone: Range
}

/** `tree`: the policy's conditions, which bound unknown figures. @throws {FormulaError} as `compileNode` */
export function compileBenefit(benefit: Benefit, tree: Tree | null, rates: CompiledRates): CompiledBenefit {
  const { money, per, years, own = [], steps: written, tax } = benefit
  const owns = new Map(own.map((each) => [each.key as string, { ...each, range: ownRange(each) }]))
  const before = new Map<string, { place: number; unit: Unit }>()
  const steps = written.map(({ name, is }, place) => {
    const node = compileNode(is, { rates, owns, steps: before, path: ['steps', place, 'is'] })
    if (!before.has(name)) before.set(name, { place, unit: node.unit })
    return node
  })
  if (steps.length === 0) refuse(['steps'], '至少一步', '没有写')
  const due = tax && compileNode(tax.due, { rates, owns, steps: before, path: ['tax', 'due'] })
  const bounds: Bounds = tree ? boundsOf(tree) : new Map()
  return {
    money,
    per,
    ...(years !== undefined && { years }),
    benefit,
    tree,
    rates,
    owns,
    bounds,
    steps,
    tax: tax && due && { name: tax.name, due },
  }
}

function ownRange({ key, least = 0, most }: OwnNumber): Range {
  const [low, high] = [least, most].map((literal) => readLiteral(literal)?.value)
  return low && high ? { low, high } : refuse(['own', key], LITERAL_WORDS, most)
}

/** Evaluates the steps of this year in their order; the last one is the worth. */
export function evaluate(
  { owns, bounds, steps }: CompiledBenefit,
  company: Company,
  wanted: Pick<Env, 'missing' | 'beyond' | 'returns'> = {},
): Env {
  const env: Env = { company, owns, bounds, steps: [], ...wanted }
  for (const step of steps) env.steps.push(step.range(env))
  return env
}

/** Returns this year's worth, at least 0: a company that would lose does not apply. */
export function rangeOf(...evaluated: Parameters<typeof evaluate>): Range {
  return mostOf(evaluate(...evaluated).steps.at(-1) ?? NOTHING, NOTHING)
}

export function partOf(compiled: CompiledBenefit, company: Company): Part {
  const env = evaluate(compiled, company)
  const alone = mostOf(env.steps.at(-1) ?? NOTHING, NOTHING)
  const tax = compiled.tax ? { name: compiled.tax.name, due: compiled.tax.due.range(env) } : null
  if (!compiled.steps.some(takesIncomeTax)) return { rest: alone, returns: [], tax, alone }
  const returns: TaxReturn[] = []
  return { rest: rangeOf(compiled, company, { returns }), returns, tax, alone }
}

function takesIncomeTax({ taxReturn, parts }: Node): boolean {
  return taxReturn !== undefined || parts.some(takesIncomeTax)
}

/** Whether all of it depends on a missing number, so that its maximum has no meaning for this company. */
export function isUnfilled({ min, isRange, missing }: Pick<Worth, 'min' | 'isRange' | 'missing'>): boolean {
  return isRange && min.n === 0n && missing.length > 0
}

export function isUnfilledFor(compiled: CompiledBenefit, company: Company): boolean {
  return isUnfilled(worthOf(compiled, company))
}

export function worthOf(compiled: CompiledBenefit, company: Company): Worth {
  const [missing, beyond] = [new Set<AnswerKey>(), new Set<AnswerKey>()]
  const range = rangeOf(compiled, company, { missing, beyond })
  const isRange = !isPoint(range)
  const { per, years } = compiled
  return {
    min: reduce(range.low),
    max: isOpen(range.high) ? null : reduce(range.high),
    per,
    ...(years !== undefined && { years }),
    isRange,
    missing: isRange ? [...missing] : [],
    beyond: [...beyond],
  }
}

/** Returns the answer that leaves the smallest range in the worst case; null for a single number or if none helps. */
export function narrowingQuestion(compiled: CompiledBenefit, company: Company): AnswerKey | null {
  const { isRange, missing } = worthOf(compiled, company)
  if (!isRange) return null
  let best: { key: AnswerKey; width: Quantity } | null = null
  for (const key of missing) {
    if (!canBeAsked(key, company.facts) && !isBeyond(compiled, company, key)) continue
    const width = widthWithout(compiled, company, key)
    if (!best || compareQuantities(width, best.width) < 0) best = { key, width }
  }
  return best?.key ?? null
}

function isBeyond({ owns }: CompiledBenefit, { facts }: Company, key: AnswerKey): boolean {
  const own = owns.get(key)
  const value = own && readDecimal(facts[key])
  return value !== undefined && !overlap(own?.range ?? ANYTHING, point({ n: value, d: ONE }))
}

function widthWithout(compiled: CompiledBenefit, { facts, today }: Company, key: AnswerKey): Quantity {
  const widths = answersTo(compiled, key).map((value) => {
    const { low, high } = rangeOf(compiled, readCompany({ ...facts, [key]: value }, today))
    return isOpen(high) ? high : subtract(point(high), point(low)).low
  })
  return widths.reduce(larger, ZERO)
}

/** Assumed ends of unbounded numbers: 元, and pieces. */
const MUCH = { money: '10000000', number: '100' }
const ELSEWHERE = { region: '110101', industry: 'A01', date: '2020-01-01' }

/** Returns the answers that the formula distinguishes. */
function answersTo({ benefit, bounds, owns }: CompiledBenefit, key: AnswerKey): unknown[] {
  const own = owns.get(key)
  if (!own && isAskKey(key)) return [true, false]
  const { kind, options = {} } = own ? { kind: 'number' as const } : factOf(key as FactKey)
  switch (kind) {
    case 'boolean':
      return [true, false]
    case 'choice':
      return Object.keys(options)
    case 'multi':
      return [[], ...Object.keys(options).map((option) => [option])]
    case 'money':
    case 'number': {
      const { low, high } = own?.range ?? overlap(bounds.get(key) ?? UPWARDS, UPWARDS) ?? UPWARDS
      return [low, high].map((end) => (isOpen(end) ? MUCH[kind] : writeDecimal((end.n * ONE) / end.d)))
    }
    case 'date':
    case 'region':
    case 'industry':
      return [...benefit.steps.flatMap(({ is }) => valuesAsked(is, key)), ELSEWHERE[kind]]
  }
}

function valuesAsked(formula: Formula, key: AnswerKey): unknown[] {
  const valuesOf = (tree: Tree): unknown[] =>
    isGroup(tree)
      ? partsOf(tree).parts.flatMap(valuesOf)
      : 'value' in tree && tree.fact === key
        ? [tree.value].flat()
        : []
  return conditionsOf(formula).flatMap(valuesOf)
}
