import type { AskKey } from '../eligibility/asks.ts'
import { type Company, missingFor } from '../eligibility/company.ts'
import { compileTree } from '../eligibility/compile.ts'
import { compareQuantities, ONE, type Quantity, readDecimal } from '../eligibility/decimal.ts'
import { type DerivedKey, derivedOf, isDerivedKey } from '../eligibility/derived.ts'
import { type AnswerKey, factOf } from '../eligibility/facts.ts'
import { type Ask, asksOf, type Subject, type Tree } from '../eligibility/tree.ts'
import { openConditions } from '../eligibility/verdict.ts'
import { type Literal, readLiteral, SCALAR, type Unit, unitOf, unitOfFact, YUAN } from './amounts.ts'
import { type Bounds, boundsOf, meet } from './bounds.ts'
import {
  childrenOf,
  conditionsOf,
  type Formula,
  type FormulaTier,
  joinUnits,
  LISTS,
  linesOf,
  type OwnNumber,
  type Rates,
  type RateValue,
} from './formula.ts'
import { type Entry, type Position, savingOf } from './income-tax.ts'
import {
  ANYTHING,
  add,
  divide,
  hull,
  isPoint,
  leastOf,
  mostOf,
  multiply,
  NOTHING,
  overlap,
  point,
  type Range,
  subtract,
  UPWARDS,
  ZERO,
} from './range.ts'

export interface Env {
  company: Company
  owns: ReadonlyMap<string, CompiledOwn>
  bounds: Bounds
  steps: Range[]
  /** Uses the rates of all days at once, for checks that must hold on every day. */
  isAnyDay?: boolean
  missing?: Set<AnswerKey> | undefined
  beyond?: Set<AnswerKey> | undefined
  /** Collects entries of the return of 企业所得税, which then count as 0 here: they are calculated together. */
  returns?: TaxReturn[] | undefined
}

export interface TaxReturn {
  position: Position
  entry: Entry
}

export interface CompiledOwn extends OwnNumber {
  range: Range
}

export interface Node {
  formula: Formula
  unit: Unit
  parts: readonly Node[]
  range: (env: Env) => Range
  /** For conditions, tiers and phases: the part selected by the answers; undefined while it is open. */
  chosen?: ((env: Env) => Node | undefined) | undefined
  bounds?: readonly TierBound[]
  taxReturn?: (env: Env) => TaxReturn
  isConstant: boolean
}

interface TierBound {
  at: Quantity
  unit: Unit
  included: boolean
}

export interface CompiledRates {
  source: Rates
  rates: ReadonlyMap<string, readonly RateValue[]>
  shared: ReadonlyMap<string, Node>
}

interface Context {
  rates: CompiledRates
  owns: ReadonlyMap<string, CompiledOwn>
  steps: ReadonlyMap<string, { place: number; unit: Unit }>
  path: Path
}

export type Path = readonly (string | number)[]

export interface BenefitProblem {
  path: Path
  /** Chinese, for the editor: completes 应为…，实际为…. */
  expected: string
  found: string
}

export class FormulaError extends TypeError {
  override readonly name = 'FormulaError'
  readonly problem: BenefitProblem

  constructor(problem: BenefitProblem) {
    super(`${problem.path.join('.')}: ${problem.found}`)
    this.problem = problem
  }
}

/** @throws {FormulaError} as `compileNode` */
export function compileRates(source: Rates): CompiledRates {
  const shared = new Map<string, Node>()
  const rates = new Map(source.rates.map(({ name, values }) => [name, values]))
  const compiled: CompiledRates = { source, rates, shared }
  for (const [place, { name, is }] of source.formulas.entries()) {
    const path = ['formulas', place, 'is']
    shared.set(name, compileNode(is, { rates: compiled, owns: new Map(), steps: new Map(), path }))
  }
  return compiled
}

/** @throws {FormulaError} for unknown names, invalid literals and invalid tiers */
export function compileNode(formula: Formula, context: Context): Node {
  const { path } = context
  const parts = childrenOf(formula).map(([way, child]) =>
    compileNode(child, { ...context, path: [...path, ...way] }),
  )
  const unit = joinUnits(
    formula,
    parts.map((part) => part.unit),
  )
  const node: Node = {
    formula,
    unit: unit ?? SCALAR,
    parts,
    isConstant: false,
    ...(typeof formula === 'object' ? meaningOf(formula, parts, context) : literalMeaning(formula, path)),
  }
  const { chosen, range } = node
  return chosen ? { ...node, range: (env) => (chosen(env)?.range ?? range)(env) } : node
}

/** The specific part of a node; `compileNode` adds the rest. With `chosen`, `range` covers all open branches. */
type Meaning = Pick<Node, 'range'> & Partial<Node>

function literalMeaning(literal: Literal, path: Path): Meaning {
  const { value, unit } = readLiteral(literal) ?? refuse(path, LITERAL_WORDS, literal)
  const range = point(value)
  return { unit, range: () => range, isConstant: true }
}

function meaningOf(formula: Formula & object, parts: readonly Node[], context: Context): Meaning {
  const { path, rates, owns, steps } = context
  const known = <Known>(found: Known | undefined, way: string, expected: string, name: string): Known =>
    found ?? refuse([...path, ...way.split('.')], expected, name)
  if ('fact' in formula) {
    const { fact } = formula
    const unit = known(unitOfFact(fact), 'fact', '问卷里的金额、数字，或者由它们算出的指标', fact)
    return { unit, range: factRange(fact) }
  }
  if ('own' in formula) {
    const { key, unit } = known(owns.get(formula.own), 'own', OWN_WORDS, formula.own)
    return { unit: unitOf(unit), range: (env) => ownValue(key, env) }
  }
  if ('rate' in formula) {
    const { rate } = formula
    return rateMeaning(known(rates.rates.get(rate), 'rate', 'rates.yaml 里的一个名称', rate), path)
  }
  if ('shared' in formula) {
    const { shared: name } = formula
    const shared = known(rates.shared.get(name), 'shared', 'rates.yaml 里写在前面的公式', name)
    return { unit: shared.unit, parts: [shared], range: shared.range, isConstant: shared.isConstant }
  }
  if ('income_tax' in formula) return taxMeaning(formula.income_tax, parts, context)
  if ('step' in formula) {
    const { place, unit } = known(steps.get(formula.step), 'step', '写在前面的一步', formula.step)
    return { unit, range: (env) => env.steps[place] ?? ANYTHING }
  }
  if ('when' in formula) return whenMeaning(formula.when, parts, path)
  if ('tiers' in formula) return tiersMeaning(formula.tiers, parts, path)
  if ('phase' in formula) {
    const { since, of } = formula.phase
    known(owns.get(since), 'phase.since', OWN_WORDS, since)
    return {
      chosen: (env) => phaseAt(since, of, parts, env),
      range: (env) => parts.map((part) => part.range(env)).reduce(hull, NOTHING),
    }
  }
  const isConstant = parts.every((part) => part.isConstant)
  return { range: listRange(formula, parts, path), isConstant }
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

function listRange(formula: Formula & object, parts: readonly Node[], path: Path): Node['range'] {
  const kind = LISTS.find((each) => each in formula)
  if (!kind || parts.length === 0) return refuse(path, '公式', JSON.stringify(formula))
  return (env) => parts.map(({ range }) => range(env)).reduce((one, other) => JOIN[kind](one, other))
}

export const LITERAL_WORDS = '带单位的数字，如 200万元、25%、6000元/人'
const OWN_WORDS = 'own 里写了的数字'

export function refuse(path: Path, expected: string, found: string | number): never {
  throw new FormulaError({ path, expected, found: String(found) })
}

const HUNDREDTH = point({ n: 1n, d: 100n })

/** Shares are percentages. */
function factRange(subject: Subject): Node['range'] {
  const isShare = figureUnit(subject) === '%'
  const scale = (range: Range) => (isShare ? multiply(range, HUNDREDTH) : range)
  return (env) => {
    const known = env.company.figures[subject]
    if (known) return scale(point(known))
    if (env.missing) for (const key of missingFor(subject, env.company)) env.missing.add(key)
    return scale(unknownFigure(subject, env))
  }
}

function figureUnit(subject: Subject): string | undefined {
  return isDerivedKey(subject) ? derivedOf(subject).unit : factOf(subject).unit
}

/** Range of a figure without an answer: growth may be negative, a sum follows from its parts. */
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
  return bounded ? (overlap(range, bounded) ?? range) : range
}

/** Returns the day's value: the last one that has begun, or the first of all. */
function rateMeaning(values: readonly RateValue[], path: Path): Meaning {
  const dated = values.map(({ from, value }) => {
    const { value: amount, unit } = readLiteral(value) ?? refuse(path, LITERAL_WORDS, value)
    return { from, unit, range: point(amount) }
  })
  const [first] = dated
  if (!first) return refuse(path, '有数值的名称', '没有写')
  const always = dated.map(({ range }) => range).reduce(hull)
  const range = ({ company, isAnyDay }: Env) =>
    isAnyDay ? always : (dated.findLast(({ from }) => from <= company.today) ?? first).range
  return { unit: first.unit, range, isConstant: dated.length === 1 }
}

/** While the condition is open both branches count, each with the bounds that the condition sets there. */
function whenMeaning(tree: Tree, [then, or]: readonly Node[], path: Path): Meaning {
  if (!then || !or) return refuse(path, 'when、then、else', '没有写')
  const program = compileTree(tree)
  const [met, unmet] = [boundsOf(tree), boundsOf(tree, false)]
  const within = (env: Env, bounds: Bounds): Env => ({ ...env, bounds: meet(env.bounds, bounds) })
  return {
    chosen: ({ company }) => ({ met: then, unmet: or, unknown: undefined })[program.status(company)],
    range: (env) => {
      const open = env.missing ? openConditions(program.reason(env.company)) : []
      for (const { missing } of open) for (const key of missing) env.missing?.add(key)
      return hull(then.range(within(env, met)), or.range(within(env, unmet)))
    },
  }
}

function tiersMeaning(
  { by, of, kind }: Extract<Formula, { tiers: unknown }>['tiers'],
  [measure, ...values]: readonly Node[],
  path: Path,
): Meaning {
  const bounds = of.slice(0, -1).map((tier, place) => tierBound(tier, [...path, 'tiers', 'of', place]))
  const measured = (env: Env) => measure?.range(env) ?? ANYTHING
  if (kind === 'part') return { bounds, range: (env) => partTiers(measured(env), bounds, values, env) }
  return {
    bounds,
    chosen: (env) => {
      const { low, high } = measured(env)
      const place = bounds.findIndex((bound) => !isAbove(low, bound))
      return isPoint({ low, high }) ? values.at(place) : undefined
    },
    range: (env) => wholeTier(by, measured(env), bounds, values, env),
  }
}

function tierBound({ up_to, below }: FormulaTier, path: Path): TierBound {
  const literal: Literal | undefined = up_to ?? below
  if (literal === undefined) return refuse(path, 'up_to 或 below 写一个', '没有写')
  const { value, unit } = readLiteral(literal) ?? refuse(path, LITERAL_WORDS, literal)
  return { at: value, unit, included: up_to !== undefined }
}

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
    const range = value.range(narrowed(by, within, env))
    found = found ? hull(found, range) : range
  }
  return found ?? ANYTHING
}

function isAbove(value: Quantity, { at, included }: TierBound): boolean {
  const order = compareQuantities(value, at)
  return included ? order > 0 : order >= 0
}

/** Adds the tier's bounds for the figure that selects it. */
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

/** The statutory rates of 企业所得税, and the formulas for lower ones. */
const TAX_TABLE = {
  statutory: { rate: '企业所得税税率' },
  smallLimit: { rate: '小型微利企业所得上限' },
  small: { shared: '所得300万元以内的税率' },
  other: { shared: '不按小型微利时的税率' },
  holiday: { shared: '两免三减半以外的比例' },
  after: { shared: '填写的所得已经减去的优惠' },
} as const

export function asksOfRates({ source }: CompiledRates): Ask[] {
  return source.formulas.flatMap(({ is }) => conditionsOf(is)).flatMap(asksOf)
}

/** Returns the ask whether the income is after reliefs, which a sum of several policies may need. */
export function incomeQuestion({ source }: CompiledRates): AskKey | undefined {
  const formula = source.formulas.find(({ name }) => name === TAX_TABLE.after.shared)
  return formula && conditionsOf(formula.is).flatMap(asksOf)[0]?.key
}

function taxMeaning(
  lines: Extract<Formula, { income_tax: unknown }>['income_tax'],
  parts: readonly Node[],
  context: Context,
): Meaning {
  const names = linesOf(lines).map(([line]) => line)
  const node = (formula: Formula) => compileNode(formula, context)
  const [statutory, smallLimit] = [node(TAX_TABLE.statutory), node(TAX_TABLE.smallLimit)]
  const [small, other, holiday] = [node(TAX_TABLE.small), node(TAX_TABLE.other), node(TAX_TABLE.holiday)]
  const [after, told] = [node(TAX_TABLE.after), node({ fact: 'taxable_income' })]
  const taxReturn = (env: Env): TaxReturn => ({
    position: {
      told: told.range(env),
      after: () => after.range(env),
      statutory: statutory.range(env).high,
      smallLimit: smallLimit.range(env).high,
      small: () => small.range(env),
      other: () => other.range(env),
      holiday: () => holiday.range(env),
    },
    entry: Object.fromEntries(names.map((line, place) => [line, parts[place]?.range(env) ?? NOTHING])),
  })
  return {
    unit: YUAN,
    parts: [...parts, statutory, small, other, holiday, after, told],
    taxReturn,
    range: (env) => {
      const found = taxReturn(env)
      if (!env.returns) return savingOf(found.position, [found.entry])
      env.returns.push(found)
      return NOTHING
    },
  }
}

/** Returns the phase of the day's year, 0 outside the phases, undefined if the first year is unknown. */
function phaseAt(
  since: AskKey,
  of: readonly { years: number }[],
  parts: readonly Node[],
  env: Env,
): Node | undefined {
  const first = ownValue(since, env)
  if (!isPoint(first)) return undefined
  let left = BigInt(env.company.today.slice(0, 4)) - first.low.n / first.low.d
  for (const [place, { years }] of of.entries()) {
    if (left < 0n) return NO_MONEY
    if (left < BigInt(years)) return parts[place]
    left -= BigInt(years)
  }
  return NO_MONEY
}

const NO_MONEY: Node = { formula: '0元', unit: YUAN, parts: [], range: () => NOTHING, isConstant: true }
