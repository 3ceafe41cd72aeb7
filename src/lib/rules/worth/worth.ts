/**
 * What a policy is worth for a company, exactly. An answer that is missing is an interval, and so is what rests on it;
 * whatever the answer turns out to be, the worth is within.
 */
import { type AskKey, isAskKey } from '../eligibility/asks.ts'
import { addMonths } from '../eligibility/calendar.ts'
import { type Company, inputsOf, missingFor, readCompany } from '../eligibility/company.ts'
import { compileTree, type Program } from '../eligibility/compile.ts'
import { compareQuantities, ONE, type Quantity, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import { type DerivedKey, derivedOf, isDerivedKey } from '../eligibility/derived.ts'
import { type AnswerKey, type FactKey, factOf } from '../eligibility/facts.ts'
import { questionsOf } from '../eligibility/next-question.ts'
import { asksOf, isGroup, partsOf, type Subject, type Tree } from '../eligibility/tree.ts'
import { openConditions, type Status } from '../eligibility/verdict.ts'
import { type Bounds, boundsOf, meet, NO_BOUNDS } from './bounds.ts'
import {
  type Benefit,
  conditionsOf,
  type Formula,
  type FormulaTier,
  LISTS,
  type Literal,
  NOBODY,
  type OwnNumber,
  type Rates,
  type RateValue,
  ROUND_TO,
  readLiteral,
  unitOfFact,
} from './formula.ts'
import {
  ANYTHING,
  add,
  divide,
  hull,
  isOpen,
  isPoint,
  larger,
  leastOf,
  mostOf,
  multiply,
  NOTHING,
  overlap,
  point,
  type Range,
  reduce,
  roundEnds,
  subtract,
  UPWARDS,
  unknown,
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

/** What one evaluation goes by. */
export interface Env {
  company: Company
  owns: ReadonlyMap<string, CompiledOwn>
  bounds: Bounds
  /** The results of the steps so far. */
  steps: Range[]
  /** Rates of every day at once, for what has to hold whatever the day. */
  isAnyDay?: boolean
  missing?: Set<AnswerKey>
  beyond?: Set<AnswerKey>
}

export interface CompiledOwn extends OwnNumber {
  /** Within reason. */
  range: Range
}

/** A node of a formula with what it comes to. */
export interface Node {
  formula: Formula
  parts: readonly Node[]
  range: (env: Env) => Range
  /** Of a condition. */
  program?: Program
  /** Of tiers: what each reaches up to. */
  bounds?: readonly TierBound[]
  isConstant: boolean
}

interface TierBound {
  at: Quantity
  included: boolean
}

export interface CompiledRates {
  source: Rates
  rates: ReadonlyMap<string, readonly RateValue[]>
  shared: ReadonlyMap<string, Node>
}

export interface CompiledBenefit extends Pick<Benefit, 'per' | 'years'> {
  readonly benefit: Benefit
  tree: Tree | null
  rates: CompiledRates
  readonly owns: ReadonlyMap<string, CompiledOwn>
  /** What the tree says of figures that the formula uses. */
  bounds: Bounds
  readonly steps: readonly Node[]
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

interface Context {
  rates: CompiledRates
  owns: ReadonlyMap<string, CompiledOwn>
  /** The names of the steps so far. */
  steps: readonly string[]
}

/** Throws TypeError for what `validateRates` refuses. */
export function compileRates(source: Rates): CompiledRates {
  const shared = new Map<string, Node>()
  const rates = new Map(source.rates.map(({ name, values }) => [name, values]))
  const compiled: CompiledRates = { source, rates, shared }
  for (const { name, is } of source.formulas) {
    shared.set(name, compileNode(is, { rates: compiled, owns: new Map(), steps: [] }))
  }
  return compiled
}

/** `tree`: the conditions of the policy, which bound what is unknown. Throws TypeError for what `validateBenefit` refuses. */
export function compileBenefit(benefit: Benefit, tree: Tree | null, rates: CompiledRates): CompiledBenefit {
  const { per, years, own = [], steps: written } = benefit
  const owns = new Map(own.map((each) => [each.key as string, { ...each, range: ownRange(each) }]))
  const steps: Node[] = []
  const names = written.map(({ name }) => name)
  for (const { is } of written)
    steps.push(compileNode(is, { rates, owns, steps: names.slice(0, steps.length) }))
  if (steps.length === 0) throw new TypeError('no steps')
  const bounds: Bounds = tree ? boundsOf(tree, true, new Set(steps.flatMap(figuresIn))) : new Map()
  return {
    per,
    ...(years !== undefined && { years }),
    benefit,
    tree,
    rates,
    owns,
    bounds,
    steps,
    isDated: steps.some(isDated),
  }
}

/** `of`: the benefit as the policy of that id has it. Throws as `compileBenefit`. */
export function compileFormula(of: CompiledFormula['of'], rates: CompiledRates): CompiledFormula {
  const benefit = of(NOBODY)
  const compiled = compileBenefit(benefit, null, rates)
  const figures = new Set(compiled.steps.flatMap(figuresIn))
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

function figuresIn({ formula, parts }: Node): string[] {
  const own =
    typeof formula === 'object' && 'fact' in formula ? [formula.fact, ...inputsOf(formula.fact)] : []
  return [...own, ...parts.flatMap(figuresIn)]
}

function isDated({ formula, parts, isConstant }: Node): boolean {
  if (typeof formula !== 'object' || isConstant) return false
  if ('rate' in formula || 'phase' in formula) return true
  if ('when' in formula && questionsOf(formula.when).has('founded_on')) return true
  return parts.some(isDated)
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
  const found = { range, missing: [...missing] }
  pool.found[year] = found
  return found
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

/** Throws TypeError for names that are not known, literals that are none, and tiers that mean nothing. */
function compileNode(formula: Formula, context: Context): Node {
  const node = makeNode(formula, context)
  if (!node.isConstant || node.parts.length === 0) return node
  const range = node.range(EMPTY)
  return { ...node, range: () => range }
}

/** A constant asks for nothing. */
const EMPTY: Env = { company: readCompany({}, '2000-01-01'), owns: new Map(), bounds: new Map(), steps: [] }

function makeNode(formula: Formula, context: Context): Node {
  if (typeof formula !== 'object') {
    const { value } = readLiteral(formula) ?? refuse(`not a literal: ${formula}`)
    const range = point(value)
    return { formula, parts: [], range: () => range, isConstant: true }
  }
  const varying = (range: Node['range'], parts: readonly Node[] = []): Node => ({
    formula,
    parts,
    range,
    isConstant: false,
  })
  if ('fact' in formula) return varying(factRange(formula.fact))
  if ('own' in formula) {
    const { own } = formula
    if (!context.owns.has(own)) refuse(`no own number ${own}`)
    return varying((env) => ownValue(own, env))
  }
  if ('rate' in formula) {
    const values = context.rates.rates.get(formula.rate) ?? refuse(`no rate ${formula.rate}`)
    return rateNode(formula, values)
  }
  if ('shared' in formula) {
    const shared = context.rates.shared.get(formula.shared) ?? refuse(`no formula ${formula.shared}`)
    return { ...shared, formula, parts: [shared] }
  }
  if ('step' in formula) {
    const place = context.steps.indexOf(formula.step)
    if (place < 0) refuse(`no step ${formula.step}`)
    return varying(({ steps }) => steps[place] ?? ANYTHING)
  }
  if ('when' in formula) {
    const branches = [compileNode(formula.then, context), compileNode(formula.else, context)] as const
    const program = compileTree(formula.when)
    return { ...varying(whenRange(formula.when, program, branches), branches), program }
  }
  if ('tiers' in formula) return tiersNode(formula, context)
  if ('phase' in formula) {
    const { since, of } = formula.phase
    if (!context.owns.has(since)) refuse(`no own number ${since}`)
    const parts = of.map(({ is }) => compileNode(is, context))
    return varying((env) => phaseRange(since, of, parts, env), parts)
  }
  if ('round' in formula) {
    const inner = compileNode(formula.round, context)
    const { to, way } = formula
    const range = (env: Env) => roundEnds(inner.range(env), ROUND_TO[to], way)
    return { formula, parts: [inner], range, isConstant: inner.isConstant }
  }
  return listNode(formula, context)
}

const JOIN = {
  sum: add,
  times: multiply,
  least: leastOf,
  most: mostOf,
  less: subtract,
  over: divide,
  span: hull,
} as const

function listNode(formula: Formula & object, context: Context): Node {
  const kind = LISTS.find((each) => each in formula) ?? refuse(`no formula: ${JSON.stringify(formula)}`)
  const parts = partsOfList(formula, kind).map((part) => compileNode(part, context))
  const [first, ...others] = parts
  if (!first) return refuse(`${kind} of nothing`)
  const join = JOIN[kind]
  // Written out: this is where ten thousand policies spend their time.
  const range = (env: Env) => {
    let joined = first.range(env)
    for (const part of others) joined = join(joined, part.range(env))
    return joined
  }
  return { formula, parts, range, isConstant: parts.every(({ isConstant }) => isConstant) }
}

export function partsOfList(formula: Formula & object, kind: (typeof LISTS)[number]): readonly Formula[] {
  return (formula as Record<string, unknown>)[kind] as readonly Formula[]
}

function refuse(message: string): never {
  throw new TypeError(message)
}

const HUNDREDTH = point({ n: 1n, d: 100n })

/** Shares are held in percent. */
function factRange(subject: Subject): Node['range'] {
  if (!unitOfFact(subject)) refuse(`${subject}: not a figure`)
  const isShare = figureUnit(subject) === '%'
  const scale = (range: Range) => (isShare ? multiply(range, HUNDREDTH) : range)
  return (env) => {
    const known = env.company.figures[subject]
    if (known) return scale(point(known))
    if (env.missing) for (const key of missingFor(subject, env.company)) env.missing.add(key)
    return scale(unknown(subject, unknownFigure(subject, env)))
  }
}

function figureUnit(subject: Subject): string | undefined {
  return isDerivedKey(subject) ? derivedOf(subject).unit : factOf(subject).unit
}

/** What a figure can be at all: a growth may be negative, a sum is that of its parts. */
function unknownFigure(subject: Subject, env: Env): Range {
  const natural = isDerivedKey(subject) ? derivedRange(subject, env) : UPWARDS
  const bounded = env.bounds.get(subject)
  return bounded ? (overlap(natural, bounded) ?? natural) : natural
}

function derivedRange(subject: DerivedKey, env: Env): Range {
  const { kind, from } = derivedOf(subject)
  if (subject === 'revenue_growth') return ANYTHING
  if (kind === 'share') return UPWARDS
  return from
    .map((key) => {
      const known = env.company.figures[key]
      return known ? point(known) : unknownFigure(key, env)
    })
    .reduce(add, NOTHING)
}

function ownValue(key: AskKey, env: Env): Range {
  const { range = UPWARDS } = env.owns.get(key) ?? {}
  const answer = env.company.facts[key]
  const n = typeof answer === 'string' ? readDecimal(answer) : undefined
  const told = n === undefined ? undefined : point({ n, d: ONE })
  if (told && overlap(range, told)) return told
  if (told) env.beyond?.add(key)
  env.missing?.add(key)
  const bounded = env.bounds.get(key)
  return unknown(key, bounded ? (overlap(range, bounded) ?? range) : range)
}

/** The value of the day: the last one that has begun, or the first of all. */
function rateNode(formula: Formula, values: readonly RateValue[]): Node {
  const dated = values.map(({ from, value }) => {
    const { value: amount } = readLiteral(value) ?? refuse(`not a literal: ${value}`)
    return { from, range: point(amount) }
  })
  const [first] = dated
  if (!first) return refuse('a rate without values')
  const always = dated.map(({ range }) => range).reduce(hull)
  const range = ({ company, isAnyDay }: Env) =>
    isAnyDay ? always : (dated.findLast(({ from }) => from <= company.today) ?? first).range
  return { formula, parts: [], range, isConstant: dated.length === 1 }
}

/** With the condition open either may be; in each branch the figures are as the condition says there. */
function whenRange(tree: Tree, program: Program, [then, or]: readonly [Node, Node]): Node['range'] {
  const [met, unmet] = [narrower(boundsOf(tree)), narrower(boundsOf(tree, false))]
  let last: { company: Company; status: Status } | undefined
  return (env) => {
    const { company } = env
    // A formula that many share is asked again and again for the same company.
    if (last?.company !== company) last = { company, status: program.status(company) }
    const { status } = last
    if (status === 'met') return then.range(env)
    if (status === 'unmet') return or.range(env)
    if (env.missing) {
      for (const { missing } of openConditions(program.reason(env.company))) {
        for (const key of missing) env.missing.add(key)
      }
    }
    return hull(then.range(met(env)), or.range(unmet(env)))
  }
}

/** Puts what is known besides into what one goes by; worked out once for each policy. */
function narrower(found: Bounds): (env: Env) => Env {
  if (found.size === 0) return (env) => env
  const known = new WeakMap<Bounds, Bounds>()
  return (env) => {
    const bounds = known.get(env.bounds) ?? meet(env.bounds, found)
    known.set(env.bounds, bounds)
    return { ...env, bounds }
  }
}

function tiersNode(formula: Extract<Formula, { tiers: unknown }>, context: Context): Node {
  const { by, of, kind } = formula.tiers
  const measure = compileNode(by, context)
  const values = of.map(({ is }) => compileNode(is, context))
  const bounds = of.slice(0, -1).map(tierBound)
  const range =
    kind === 'whole'
      ? (env: Env) => wholeTier(by, measure.range(env), bounds, values, env)
      : (env: Env) => partTiers(measure.range(env), bounds, values, env)
  return { formula, parts: [measure, ...values], range, bounds, isConstant: false }
}

function tierBound({ up_to, below }: FormulaTier): TierBound {
  const literal: Literal | undefined = up_to ?? below
  const at = literal === undefined ? undefined : readLiteral(literal)?.value
  return at ? { at, included: up_to !== undefined } : refuse('a tier without a bound')
}

/** Of every tier that it may fall in. */
function wholeTier(
  by: Formula,
  measured: Range,
  bounds: readonly TierBound[],
  values: readonly Node[],
  env: Env,
): Range {
  let found: Range | undefined
  for (const [place, value] of values.entries()) {
    const before = bounds[place - 1]
    const own = bounds[place]
    const reaches = !before || isAbove(measured.high, before)
    if (!reaches || (own && isAbove(measured.low, own))) continue
    const within = { low: before?.at ?? ANYTHING.low, high: own?.at ?? ANYTHING.high }
    const range = value.range(isPoint(measured) ? env : narrowed(by, within, env))
    found = found ? hull(found, range) : range
  }
  return found ?? ANYTHING
}

function isAbove(value: Quantity, { at, included }: TierBound): boolean {
  const order = compareQuantities(value, at)
  return included ? order > 0 : order >= 0
}

/** What the tier says of the figure that it is by. */
function narrowed(by: Formula, range: Range, env: Env): Env {
  if (typeof by !== 'object') return env
  const key = 'fact' in by && figureUnit(by.fact) !== '%' ? by.fact : 'own' in by ? by.own : undefined
  return key === undefined ? env : { ...env, bounds: meet(env.bounds, new Map([[key, range]])) }
}

function partTiers(measured: Range, bounds: readonly TierBound[], values: readonly Node[], env: Env): Range {
  let sum = NOTHING
  let from = point(ZERO)
  for (const [place, value] of values.entries()) {
    const bound = bounds[place]
    const above = mostOf(subtract(measured, from), NOTHING)
    const part = bound ? leastOf(above, subtract(point(bound.at), from)) : above
    sum = add(sum, multiply(part, value.range(env)))
    if (bound) from = point(bound.at)
  }
  return sum
}

/** By the year of the day; with the first year unknown each phase may be, and none. */
function phaseRange(
  since: AskKey,
  of: readonly { years: number }[],
  parts: readonly Node[],
  env: Env,
): Range {
  const first = ownValue(since, env)
  if (!isPoint(first)) return parts.map((part) => part.range(env)).reduce(hull, NOTHING)
  let left = BigInt(env.company.today.slice(0, 4)) - first.low.n / first.low.d
  if (left < 0n) return NOTHING
  for (const [place, { years }] of of.entries()) {
    if (left < BigInt(years)) return parts[place]?.range(env) ?? NOTHING
    left -= BigInt(years)
  }
  return NOTHING
}
