/**
 * What a policy is worth for a company, exactly. An answer that is missing is an interval, and so is what rests on it;
 * whatever the answer turns out to be, the worth is within.
 */
import { type AskKey, isAskKey } from '../eligibility/asks.ts'
import { addMonths } from '../eligibility/calendar.ts'
import { type Company, readCompany } from '../eligibility/company.ts'
import { compareQuantities, ONE, type Quantity, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import { type AnswerKey, type FactKey, factOf } from '../eligibility/facts.ts'
import { asksOf, isGroup, partsOf, type Tree } from '../eligibility/tree.ts'
import { readLiteral, type Unit } from './amounts.ts'
import { type Bounds, boundsOf, NO_BOUNDS } from './bounds.ts'
import {
  type CompiledOwn,
  type CompiledRates,
  compileNode,
  type Env,
  figuresIn,
  isDated,
  type Node,
  refuse,
} from './compile.ts'
import { type Benefit, conditionsOf, type Formula, NOBODY, type OwnNumber } from './formula.ts'
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
  /** 元 */
  min: Quantity
  /** Null: nothing says yet how much it is at most. */
  max: Quantity | null
  per: Benefit['per']
  /** It runs for so many years. */
  years?: number
  isRange: boolean
  /** The answers that would narrow it; empty where it is no range. */
  missing: readonly AnswerKey[]
  /** Answers that are beyond reason: asked back, and not calculated with. */
  beyond: readonly AnswerKey[]
}

export interface CompiledBenefit extends Pick<Benefit, 'per' | 'years'> {
  readonly benefit: Benefit
  tree: Tree | null
  rates: CompiledRates
  readonly owns: ReadonlyMap<string, CompiledOwn>
  /** What the tree says of figures that the formula uses. */
  bounds: Bounds
  readonly steps: readonly Node[]
  readonly tax?: { name: string; due: Node } | undefined
  /** Whether another year may be worth something else: phases, rates with a later value, conditions on the age. */
  isDated: boolean
  /** Where others say the same. */
  pool?: Pool
  /** Its own questions: who has answered one is not of the pool. */
  keys?: readonly AskKey[]
}

/**
 * What policies with the same formula and the same bounds are worth to a company that has answered none of their own
 * questions: found once for all of them.
 */
interface Pool {
  formula: CompiledFormula
  bounds: Bounds
  /** The one that was asked for last, and what was found for it, by year. */
  company: Company | null
  found: (Found | undefined)[]
}

interface Found {
  range: Range
  missing: readonly AnswerKey[]
  /** This year's. */
  tax: Tax | null
}

/** What a policy takes from. */
export interface Tax {
  name: string
  /** 元, before any relief. */
  due: Range
}

/** A formula that many policies have, each with questions of its own. */
export interface CompiledFormula {
  /** Under a policy's id. */
  of: (id: number) => Benefit
  /** Under NOBODY, whose questions have no answers. */
  compiled: CompiledBenefit
  /** What its own questions are called after the id. */
  names: readonly string[]
  figures: ReadonlySet<string>
  /** By what the bounds say. */
  pools: Map<string, Pool>
}

/** `tree`: the conditions of the policy, which bound what is unknown. Throws TypeError for what `validateBenefit` refuses. */
export function compileBenefit(benefit: Benefit, tree: Tree | null, rates: CompiledRates): CompiledBenefit {
  const { per, years, own = [], steps: written, tax } = benefit
  const owns = new Map(own.map((each) => [each.key as string, { ...each, range: ownRange(each) }]))
  const before = new Map<string, { place: number; unit: Unit }>()
  const steps = written.map(({ name, is }, place) => {
    const node = compileNode(is, { rates, owns, steps: before })
    if (!before.has(name)) before.set(name, { place, unit: node.unit })
    return node
  })
  if (steps.length === 0) throw new TypeError('no steps')
  const due = tax && compileNode(tax.due, { rates, owns, steps: before })
  const figures = [...steps, ...(due ? [due] : [])].flatMap(figuresIn)
  const bounds: Bounds = tree ? boundsOf(tree, true, new Set(figures)) : new Map()
  return {
    per,
    ...(years !== undefined && { years }),
    benefit,
    tree,
    rates,
    owns,
    bounds,
    steps,
    tax: tax && due && { name: tax.name, due },
    isDated: steps.some(isDated),
  }
}

/** `of`: the benefit as the policy of that id has it. Throws as `compileBenefit`. */
export function compileFormula(of: CompiledFormula['of'], rates: CompiledRates): CompiledFormula {
  const benefit = of(NOBODY)
  const compiled = compileBenefit(benefit, null, rates)
  const { steps, tax } = compiled
  const figures = new Set([...steps, ...(tax ? [tax.due] : [])].flatMap(figuresIn))
  return { of, compiled, names: namesOf(benefit), figures, pools: new Map() }
}

/** The same as `compileBenefit` of what the policy says, which is compiled only where the policy is asked for alone. */
export function benefitOf(formula: CompiledFormula, id: number, tree: Tree | null): CompiledBenefit {
  const { per, years, rates, isDated } = formula.compiled
  const bounds: Bounds = tree && formula.figures.size > 0 ? boundsOf(tree, true, formula.figures) : NO_BOUNDS
  let alone: CompiledBenefit | undefined
  const compiled = () => {
    alone ??= compileBenefit(formula.of(id), tree, rates)
    return alone
  }
  return {
    per,
    ...(years !== undefined && { years }),
    tree,
    rates,
    bounds,
    isDated,
    pool: poolOf(formula, bounds),
    keys: formula.names.map((name): AskKey => `${id}.${name}`),
    get benefit() {
      return compiled().benefit
    },
    get owns() {
      return compiled().owns
    },
    get steps() {
      return compiled().steps
    },
    get tax() {
      return compiled().tax
    },
  }
}

function namesOf({ own = [], steps }: Benefit): string[] {
  const asked = steps.flatMap(({ is }) => conditionsOf(is)).flatMap(asksOf)
  const keys = new Set([...own, ...asked].map(({ key }) => key))
  return [...keys].filter((key) => key.startsWith(`${NOBODY}.`)).map((key) => key.slice(`${NOBODY}.`.length))
}

function poolOf(formula: CompiledFormula, bounds: Bounds): Pool {
  const text = [...bounds].map(([key, { low, high }]) => [key, low.n, low.d, high.n, high.d].join()).join(';')
  const pool = formula.pools.get(text) ?? { formula, bounds, company: null, found: [] }
  formula.pools.set(text, pool)
  return pool
}

function ownRange({ key, least = 0, most }: OwnNumber): Range {
  const [low, high] = [least, most].map((literal) => readLiteral(literal)?.value)
  return low && high ? { low, high } : refuse(`${key}: no number`)
}

/** For one year: 0 is that of the company's day, 1 the next. Its steps in their order; the last is the worth. */
export function evaluateSteps(
  compiled: CompiledBenefit,
  company: Company,
  year = 0,
  env?: Partial<Env>,
): Range[] {
  const steps: Range[] = []
  const then = year === 0 ? company : { ...company, today: addMonths(company.today, 12 * year) }
  const { owns, bounds } = compiled
  const all: Env = { company: then, owns, bounds, steps, ...env }
  for (const step of compiled.steps) steps.push(step.range(all))
  return steps
}

/** Not below 0: who would lose by it goes without. `year`: 0 is that of the company's day; once means in year 0. */
export function rangeOf(compiled: CompiledBenefit, company: Company, year = 0, env?: Partial<Env>): Range {
  const { per, years = per === '次' ? 1 : undefined } = compiled
  if (years !== undefined && year >= years) return NOTHING
  const found = env ? undefined : findInPool(compiled, company, year)
  return found ? found.range : lastRange(compiled, company, year, env)
}

function lastRange(compiled: CompiledBenefit, company: Company, year: number, env?: Partial<Env>): Range {
  return mostOf(evaluateSteps(compiled, company, year, env).at(-1) ?? NOTHING, NOTHING)
}

/** Undefined for a company that has answered a question of the policy. */
function findInPool({ pool, keys = [] }: CompiledBenefit, company: Company, year: number): Found | undefined {
  if (!pool || keys.some((key) => key in company.facts)) return undefined
  if (pool.company !== company) {
    pool.company = company
    pool.found = []
  }
  const known = pool.found[year]
  if (known) return known
  const missing = new Set<AnswerKey>()
  const { formula, bounds } = pool
  const range = lastRange(formula.compiled, company, year, { bounds, missing })
  const found = { range, missing: [...missing], tax: dueOf(formula.compiled, company, { bounds }) }
  pool.found[year] = found
  return found
}

/** Which tax it takes from, and how much of that there is this year; null where it is none. */
export function taxOf(compiled: CompiledBenefit, company: Company): Tax | null {
  const found = findInPool(compiled, company, 0)
  return found ? found.tax : dueOf(compiled, company)
}

function dueOf(compiled: CompiledBenefit, company: Company, env?: Partial<Env>): Tax | null {
  const { tax, owns, bounds } = compiled
  if (!tax) return null
  const steps = evaluateSteps(compiled, company, 0, env)
  return { name: tax.name, due: tax.due.range({ company, owns, bounds, steps, ...env }) }
}

/** A number is missing on which all of it rests: what it may be at most says nothing about this company. */
export function isUnfilled({ min, isRange, missing }: Pick<Worth, 'min' | 'isRange' | 'missing'>): boolean {
  return isRange && min.n === 0n && missing.length > 0
}

/** `isUnfilled` of this year, quick for thousands of policies. */
export function isUnfilledFor(compiled: CompiledBenefit, company: Company): boolean {
  const found = findInPool(compiled, company, 0)
  if (!found) return isUnfilled(worthOf(compiled, company))
  const { range, missing } = found
  return isUnfilled({ min: range.low, isRange: !isPoint(range), missing })
}

/** See `rangeOf`. */
export function worthOf(compiled: CompiledBenefit, company: Company, year = 0): Worth {
  const [missing, beyond] = [new Set<AnswerKey>(), new Set<AnswerKey>()]
  const range = rangeOf(compiled, company, year, { missing, beyond })
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

/** Of a range: the answer that leaves least of it open, whatever the answer is; null where none would help. */
export function narrowingQuestion(compiled: CompiledBenefit, company: Company): AnswerKey | null {
  const { isRange, missing } = worthOf(compiled, company)
  if (!isRange) return null
  let best: { key: AnswerKey; width: Quantity } | null = null
  for (const key of missing) {
    // Answered 不清楚: not asked again.
    if (company.facts[key] !== undefined && !isBeyond(compiled, company, key)) continue
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

/** How much stays open at worst once the question is answered: with each of the answers that make a difference. */
function widthWithout(compiled: CompiledBenefit, { facts, today }: Company, key: AnswerKey): Quantity {
  const widths = answersTo(compiled, key).map((value) => {
    const { low, high } = rangeOf(compiled, readCompany({ ...facts, [key]: value }, today))
    return isOpen(high) ? high : subtract(point(high), point(low)).low
  })
  return widths.reduce(larger, ZERO)
}

/** For where no end is known: 元, and pieces. */
const MUCH = { money: '10000000', number: '100' }
const ELSEWHERE = { region: '110101', industry: 'A01', date: '2020-01-01' }

/** Answers that differ for the formula: both ends of a number, each option, and places and days that it asks for. */
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
