/** What an editor got wrong in a formula, each with the path to it. The shape itself is checked by the contract's schema. */
import { readCompany } from '../eligibility/company.ts'
import { compareQuantities } from '../eligibility/decimal.ts'
import { isFactKey } from '../eligibility/facts.ts'
import type { Tree } from '../eligibility/tree.ts'
import { validateRule } from '../eligibility/validate-rule.ts'
import {
  isSameUnit,
  type Literal,
  readLiteral,
  SCALAR,
  timesUnit,
  type Unit,
  unitOf,
  unitOfFact,
  unitWords,
  YUAN,
} from './amounts.ts'
import { boundsOf, meet } from './bounds.ts'
import { type CompiledRates, compileRates, type Env, type Node } from './compile.ts'
import {
  type Benefit,
  childrenOf,
  type Formula,
  type FormulaTier,
  joinUnits,
  linesOf,
  type Rates,
} from './formula.ts'
import type { Range } from './range.ts'
import { compileBenefit } from './worth.ts'

export interface BenefitProblem {
  /** Keys and indexes from the root: ['steps', 0, 'is', 'times', 1]. */
  path: readonly (string | number)[]
  /** Chinese, for the editor. It completes 应为…，实际为…. */
  expected: string
  found: string
}

type Path = BenefitProblem['path']
type Report = (path: Path, expected: string, found: string) => void

/** Names that a formula may use, with the unit of each. */
interface Scope {
  owns: ReadonlyMap<string, Unit>
  steps: ReadonlyMap<string, Unit | undefined>
  rates: ReadonlyMap<string, Unit | undefined>
  shared: ReadonlyMap<string, Unit | undefined>
}

/** Empty: `compileRates` takes it. */
export function validateRates(rates: Rates): BenefitProblem[] {
  const { problems, report } = collect()
  const names = [...rates.rates, ...rates.formulas].map(({ name }) => name)
  for (const [place, { name, values }] of rates.rates.entries()) {
    const path = ['rates', place] as const
    if (names.indexOf(name) < place) report([...path, 'name'], '没有用过的名称', name)
    const [first, ...others] = values.map(({ value }) => readLiteral(value)?.unit)
    for (const [index, { from, value }] of values.entries()) {
      const before = values[index - 1]
      const at = [...path, 'values', index] as const
      if (before && from === before.from) report([...at, 'from'], '没有重复的日期', from)
      else if (before && from < before.from)
        report([...at, 'from'], `晚于 ${before.from} 的日期（由早到晚）`, from)
      const unit = index === 0 ? first : others[index - 1]
      if (!unit) report([...at, 'value'], LITERAL_WORDS, String(value))
      else if (first && !isSameUnit(first, unit))
        report([...at, 'value'], `单位是${named(first)}`, String(value))
    }
  }
  scopeOf(rates, report)
  for (const [place, { name }] of rates.formulas.entries()) {
    if (names.indexOf(name) < rates.rates.length + place) {
      report(['formulas', place, 'name'], '没有用过的名称', name)
    }
  }
  if (problems.length > 0) return problems
  const compiled = compileRates(rates)
  for (const [place, { name }] of rates.formulas.entries()) {
    const node = compiled.shared.get(name)
    if (node) checkRanges(node, ['formulas', place, 'is'], emptyEnv(new Map()), report)
  }
  return problems
}

/** The units of what the table offers; of a formula only what stands before it is known. */
function scopeOf(rates: Rates, report: Report): Scope {
  const units = new Map(
    rates.rates.map(({ name, values }) => [name, readLiteral(values[0]?.value ?? '')?.unit]),
  )
  const shared = new Map<string, Unit | undefined>()
  const scope: Scope = { owns: new Map(), steps: new Map(), rates: units, shared }
  for (const [place, { name, is }] of rates.formulas.entries()) {
    shared.set(name, unitOfFormula(is, scope, ['formulas', place, 'is'], report))
  }
  return scope
}

/** Of many policies with the same `rates`, which have no problems: their table is read once. */
export function benefitValidator(rates: Rates): (benefit: Benefit, tree: Tree | null) => BenefitProblem[] {
  const table = { scope: scopeOf(rates, () => undefined), compiled: compileRates(rates) }
  return (benefit, tree) => validateBenefit(benefit, tree, table)
}

/** What says that the amount is a limit, or that not everybody gets it; a limit in time says nothing of the amount. */
const UP_TO = /最高|择优|限额|不(?:超过|高于)(?!\d+个?[年月])/

/** What an authority chooses by, or what may run out. */
const CHOSEN = /择优|评审|遴选|名额|预算|当年资金/

/** What a policy says of itself that its benefit has to agree with. */
interface Said {
  /** Whether somebody pays: reductions of taxes have their limits in the law and in the formula, and are not asked. */
  isPayment: boolean
  /** Title and gain. */
  texts: readonly string[]
  /** What the authority judges. */
  unmodelled: readonly string[]
}

/**
 * An exact amount of a payment of which the text says 最高, 不超过, 择优 or 限额: at most is not how much. It takes a span,
 * or `exact` with the reason. And money by law of which the policy itself says that an authority chooses.
 */
export function promiseProblems(benefit: Benefit, { isPayment, texts, unmodelled }: Said): BenefitProblem[] {
  if (!isPayment) return []
  const chosen = benefit.money === 'law' && unmodelled.find((text) => CHOSEN.test(text))
  return [
    ...(chosen ? [{ path: ['money'], expected: 'contested', found: `law，而文字写的是“${chosen}”` }] : []),
    ...exactProblems(benefit, texts),
  ]
}

function exactProblems(benefit: Benefit, texts: readonly string[]): BenefitProblem[] {
  const { money, steps, exact } = benefit
  const said = [...texts, ...steps.flatMap(({ name, clause }) => [name, clause?.gist ?? ''])]
  const limit = said.find((text) => UP_TO.test(text))
  if (exact !== undefined && limit === undefined)
    return [{ path: ['exact'], expected: '不写（文字没有说最高、不超过）', found: exact }]
  const isOpen = money === 'others' || exact !== undefined || steps.some(({ is }) => hasSpan(is))
  if (isOpen || limit === undefined) return []
  const expected = '由别人在两者之间定的金额（span），或者写 exact 说明为什么一定是这个数'
  return [{ path: ['steps', steps.length - 1, 'is'], expected, found: `一个数，而文字写的是“${limit}”` }]
}

function hasSpan(formula: Formula): boolean {
  if (typeof formula !== 'object') return false
  return 'span' in formula || childrenOf(formula).some(([, child]) => hasSpan(child))
}

interface Table {
  scope: Scope
  compiled: CompiledRates
}

/** Empty: `compileBenefit` takes it. `tree`: the conditions of the policy. */
function validateBenefit(benefit: Benefit, tree: Tree | null, table: Table): BenefitProblem[] {
  const { problems, report } = collect()
  const { per, years, main, own = [], steps, tax } = benefit
  const keys = own.map(({ key }) => key as string)
  for (const { key, least = 0, most } of own) {
    const path = ['own', key.split('.').at(-1) ?? key]
    const [low, high] = [readLiteral(least), readLiteral(most)]
    if (!low || !isSameUnit(low.unit, SCALAR)) report([...path, 'least'], '不带单位的数字', String(least))
    if (!high || !isSameUnit(high.unit, SCALAR))
      report([...path, 'most'], '不带单位的数字，可以写 1亿', String(most))
    if (low && high && compareQuantities(low.value, high.value) >= 0) {
      report([...path, 'most'], `大于 ${least} 的数字`, String(most))
    }
  }
  if (per === '次' && years !== undefined) report(['years'], '不写（per: 次 只有一次）', String(years))
  const scope = { ...table.scope, ...stepScope(benefit) }
  for (const [place, { name, is }] of steps.entries()) {
    const path = ['steps', place]
    if (scope.steps.has(name)) report([...path, 'name'], '没有用过的名称', name)
    scope.steps.set(name, unitOfFormula(is, scope, [...path, 'is'], report))
  }
  const used = steps.flatMap(({ is }) => namesIn(is))
  for (const [place, { name }] of steps.entries()) {
    if (place < steps.length - 1 && !used.includes(`step ${name}`)) {
      report(['steps', place, 'name'], '后面用到的步骤', `${name}（没有用到）`)
    }
  }
  for (const key of keys) {
    if (!used.includes(`own ${key}`)) {
      report(['own', key.split('.').at(-1) ?? key], '公式里用到的数字', '没有用到')
    }
  }
  if (main !== undefined && !keys.includes(main) && !(isFactKey(main) && unitOfFact(main))) {
    report(['main'], '问卷里的金额、人数或者 own 里的数字', main)
  }
  const last = steps.at(-1)
  const unit = last && scope.steps.get(last.name)
  const yearly = timesUnit(YUAN, unitOf('年'), -1)
  if (unit && !isSameUnit(unit, YUAN) && !(per === '年' && isSameUnit(unit, yearly))) {
    report(['steps', steps.length - 1, 'is'], '最后一步是金额（元）', named(unit))
  }
  const due = tax && unitOfFormula(tax.due, scope, ['tax', 'due'], report)
  if (due && !isSameUnit(due, YUAN)) report(['tax', 'due'], '金额（元）', named(due))
  if (problems.length > 0) return problems
  return rangeProblems(benefit, tree, table.compiled)
}

function stepScope({ own = [] }: Benefit) {
  const owns = new Map(own.map(({ key, unit }) => [key as string, unitOf(unit)]))
  return { owns, steps: new Map<string, Unit | undefined>() }
}

function collect() {
  const problems: BenefitProblem[] = []
  const report: Report = (path, expected, found) => problems.push({ path, expected, found })
  return { problems, report }
}

const LITERAL_WORDS = '带单位的数字，如 200万元、25%、6000元/人'

function named(unit: Unit): string {
  return unitWords(unit) || '比例或者倍数'
}

function namesIn(formula: Formula): string[] {
  if (typeof formula !== 'object') return []
  if ('own' in formula) return [`own ${formula.own}`]
  if ('step' in formula) return [`step ${formula.step}`]
  const since = 'phase' in formula ? [`own ${formula.phase.since}`] : []
  return [...since, ...childrenOf(formula).flatMap(([, child]) => namesIn(child))]
}

/** Reports what does not fit, and says of which unit the rest is. */
function unitOfFormula(formula: Formula, scope: Scope, path: Path, report: Report): Unit | undefined {
  const find = (
    names: ReadonlyMap<string, Unit | undefined>,
    key: string,
    name: string,
    expected: string,
  ) => {
    if (!names.has(name)) report([...path, key], expected, name)
    return names.get(name)
  }
  if (typeof formula !== 'object') {
    const literal = readLiteral(formula)
    if (!literal) report(path, LITERAL_WORDS, String(formula))
    return literal?.unit
  }
  if ('fact' in formula) {
    const unit = unitOfFact(formula.fact)
    if (!unit) report([...path, 'fact'], '问卷里的金额、数字，或者由它们算出的指标', formula.fact)
    return unit
  }
  if ('own' in formula) return find(scope.owns, 'own', formula.own, 'own 里写了的数字')
  if ('rate' in formula) return find(scope.rates, 'rate', formula.rate, 'rates.yaml 里的一个名称')
  if ('shared' in formula) return find(scope.shared, 'shared', formula.shared, 'rates.yaml 里写在前面的公式')
  if ('step' in formula) return find(scope.steps, 'step', formula.step, '写在前面的一步')
  const units = childrenOf(formula).map(([way, child]) =>
    unitOfFormula(child, scope, [...path, ...way], report),
  )
  if ('when' in formula) {
    for (const problem of validateRule(formula.when)) {
      report([...path, 'when', ...problem.path], '能判断的条件', problem.message)
    }
  }
  if ('tiers' in formula) checkTiers(formula.tiers.of, units[0], [...path, 'tiers', 'of'], report)
  if ('phase' in formula) {
    const since = find(scope.owns, 'phase', formula.phase.since, 'own 里写了的数字')
    if (since && !isSameUnit(since, unitOf('年'))) {
      report([...path, 'phase', 'since'], 'own 里单位是年的数字', named(since))
    }
  }
  if ('round' in formula) {
    const [unit] = units
    if (unit && !isSameUnit(unit, YUAN)) report([...path, 'round'], '单位是元', named(unit))
  }
  if ('income_tax' in formula) checkReturn(formula.income_tax, units, [...path, 'income_tax'], report)
  else if (!('times' in formula || 'over' in formula)) checkSame(formula, units, path, report)
  return joinUnits(formula, units)
}

/** Cuts are shares of the income, everything else is 元. */
function checkReturn(
  lines: Extract<Formula, { income_tax: unknown }>['income_tax'],
  units: readonly (Unit | undefined)[],
  path: Path,
  report: Report,
): void {
  for (const [place, [line]] of linesOf(lines).entries()) {
    const wanted = line.endsWith('cuts') ? SCALAR : YUAN
    const unit = units[place]
    if (unit && !isSameUnit(wanted, unit)) report([...path, line], `单位是${named(wanted)}`, named(unit))
  }
}

/** Of tiers the first child is what they go by. */
function checkSame(formula: Formula, units: readonly (Unit | undefined)[], path: Path, report: Report): void {
  const from = typeof formula === 'object' && 'tiers' in formula ? 1 : 0
  const first = units[from]
  for (const [place, [way]] of childrenOf(formula).entries()) {
    const unit = units[place]
    if (place > from && first && unit && !isSameUnit(first, unit)) {
      report([...path, ...way], `单位是${named(first)}`, named(unit))
    }
  }
}

function checkTiers(of: readonly FormulaTier[], by: Unit | undefined, path: Path, report: Report): void {
  if (of.length < 2) report(path, '至少两档', `${of.length} 档`)
  let before: { literal: Literal; included: boolean } | undefined
  for (const [place, { up_to, below }] of of.entries()) {
    const literal = up_to ?? below
    const at = [...path, place]
    const isLast = place === of.length - 1
    if ((literal === undefined) !== isLast || (up_to !== undefined && below !== undefined)) {
      report(
        at,
        isLast ? '最后一档不写 up_to 和 below' : 'up_to 或 below 写一个',
        String(literal ?? '没有写'),
      )
      return
    }
    if (literal === undefined) return
    const bound = readLiteral(literal)
    const field = [...at, up_to === undefined ? 'below' : 'up_to']
    if (!bound) report(field, LITERAL_WORDS, String(literal))
    else if (by && !isSameUnit(bound.unit, by)) report(field, `单位是${named(by)}`, String(literal))
    const last = before && readLiteral(before.literal)
    const order = last && bound ? compareQuantities(bound.value, last.value) : 1
    if (order < 0 || (order === 0 && !(up_to !== undefined && before && !before.included))) {
      report(field, `高于前一档的 ${before?.literal}`, String(literal))
    }
    before = { literal, included: up_to !== undefined }
  }
}

function emptyEnv(owns: Env['owns']): Env {
  return { company: readCompany({}, '2000-01-01'), owns, bounds: new Map(), steps: [], isAnyDay: true }
}

/** What holds for every company and day: no division by 0, no cap below what it caps. */
function rangeProblems(benefit: Benefit, tree: Tree | null, rates: CompiledRates): BenefitProblem[] {
  const { problems, report } = collect()
  const { steps, owns, bounds } = compileBenefit(benefit, tree, rates)
  const env = { ...emptyEnv(owns), bounds }
  for (const [place, node] of steps.entries()) {
    checkRanges(node, ['steps', place, 'is'], env, report)
    env.steps.push(node.range(env))
  }
  const worth = env.steps.at(-1)
  if (worth && worth.high.n <= 0n) {
    report(['steps', steps.length - 1, 'is'], '可能大于 0 的金额', '总不大于 0')
  }
  return problems
}

function checkRanges(node: Node, path: Path, env: Env, report: Report): void {
  const { formula, parts } = node
  if (typeof formula !== 'object' || 'shared' in formula) return
  const ranges = parts.map((part) => part.range(env))
  if ('over' in formula) {
    for (const [place, range] of ranges.entries()) {
      if (place > 0 && range.low.n <= 0n && range.high.n >= 0n) {
        report([...path, 'over', place], '不会是 0 的除数（可以用 most 保底）', '可能是 0')
      }
    }
  }
  if ('least' in formula) checkCaps(ranges, [...path, 'least'], isBelow, '封顶不低于保底', report)
  if ('most' in formula)
    checkCaps(ranges, [...path, 'most'], (a, b) => isBelow(b, a), '保底不高于封顶', report)
  for (const [place, [way]] of childrenOf(formula).entries()) {
    const part = parts[place]
    if (!part) continue
    const bounds = 'when' in formula ? boundsOf(formula.when, place === 0) : undefined
    checkRanges(part, [...path, ...way], bounds ? { ...env, bounds: meet(env.bounds, bounds) } : env, report)
  }
}

/** One that can never decide is a slip. */
function checkCaps(
  ranges: readonly Range[],
  path: Path,
  wins: (one: Range, other: Range) => boolean,
  expected: string,
  report: Report,
): void {
  for (const [place, range] of ranges.entries()) {
    if (ranges.some((other) => wins(other, range))) report([...path, place], expected, '这一项永远不起作用')
  }
}

function isBelow(one: Range, other: Range): boolean {
  return compareQuantities(one.high, other.low) < 0
}
