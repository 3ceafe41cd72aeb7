import { readCompany } from '../eligibility/company.ts'
import { compareQuantities } from '../eligibility/decimal.ts'
import { isFactKey } from '../eligibility/facts.ts'
import type { Tree } from '../eligibility/tree.ts'
import { validateRule } from '../eligibility/validate-rule.ts'
import {
  isSameUnit,
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
import {
  type BenefitProblem,
  type CompiledRates,
  compileRates,
  type Env,
  FormulaError,
  type Node,
  type Path,
} from './compile.ts'
import { type Benefit, childrenOf, type Formula, linesOf, type Rates } from './formula.ts'
import type { Range } from './range.ts'
import { type CompiledBenefit, compileBenefit } from './worth.ts'

type Report = (path: Path, expected: string, found: string) => void

export function validateRates(rates: Rates): BenefitProblem[] {
  const { problems, report } = collect()
  const names = [...rates.rates, ...rates.formulas].map(({ name }) => name)
  for (const [place, { name, values }] of rates.rates.entries()) {
    const path = ['rates', place] as const
    if (names.indexOf(name) < place) report([...path, 'name'], '没有用过的名称', name)
    const first = readLiteral(values[0]?.value ?? '')?.unit ?? SCALAR
    for (const [index, { from, value }] of values.entries()) {
      const before = values[index - 1]
      const at = [...path, 'values', index] as const
      if (before && from === before.from) report([...at, 'from'], '没有重复的日期', from)
      else if (before && from < before.from)
        report([...at, 'from'], `晚于 ${before.from} 的日期（由早到晚）`, from)
      if (!isSameUnit(first, readLiteral(value)?.unit ?? SCALAR))
        report([...at, 'value'], `单位是${named(first)}`, String(value))
    }
  }
  for (const [place, { name }] of rates.formulas.entries()) {
    if (names.indexOf(name) < rates.rates.length + place) {
      report(['formulas', place, 'name'], '没有用过的名称', name)
    }
  }
  checkConditions(rates.formulas, 'formulas', report)
  if (problems.length > 0) return problems
  const compiled = reported(() => compileRates(rates), report)
  const nodes = [...(compiled?.shared.values() ?? [])]
  const env = emptyEnv(new Map())
  const all = nodes.flatMap((node, place) => partsIn(node, ['formulas', place, 'is'], env))
  for (const part of all) checkUnits(part, report)
  if (problems.length === 0) for (const part of all) checkRanges(part, report)
  return problems
}

export function benefitValidator(rates: Rates): (benefit: Benefit, tree: Tree | null) => BenefitProblem[] {
  const compiled = compileRates(rates)
  return (benefit, tree) => validateBenefit(benefit, tree, compiled)
}

/** Words for a limit, or for selection; a limit of time does not concern the amount. */
const UP_TO = /最高|择优|限额|不(?:超过|高于)(?!\d+个?[年月])/

const CHOSEN = /择优|评审|遴选|名额|预算|当年资金/

interface Said {
  /** Excludes tax relief, whose limits are part of the law and the formula. */
  isPayment: boolean
  texts: readonly string[]
  unmodelled: readonly string[]
}

/** Finds an exact amount for a payment whose text only limits it, and money by law that an authority selects for. */
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
  const hasSpan = steps.some(({ is }) => nodesIn(is).some(({ formula }) => 'span' in formula))
  if (money === 'others' || exact !== undefined || hasSpan || limit === undefined) return []
  const expected = '由别人在两者之间定的金额（span），或者写 exact 说明为什么一定是这个数'
  return [{ path: ['steps', steps.length - 1, 'is'], expected, found: `一个数，而文字写的是“${limit}”` }]
}

function nodesIn(formula: Formula, path: Path = []): { formula: Formula & object; path: Path }[] {
  if (typeof formula !== 'object') return []
  const inner = childrenOf(formula).flatMap(([way, child]) => nodesIn(child, [...path, ...way]))
  return [{ formula, path }, ...inner]
}

/** Returns no problem if `compileBenefit` accepts it. `tree`: the policy's conditions. */
function validateBenefit(benefit: Benefit, tree: Tree | null, rates: CompiledRates): BenefitProblem[] {
  const { problems, report } = collect()
  const { per, years, main, own = [], steps } = benefit
  for (const { key, least = 0, most } of own) {
    const path = ['own', nameOf(key)]
    const [low, high] = [readLiteral(least), readLiteral(most)]
    if (!low || !isSameUnit(low.unit, SCALAR)) report([...path, 'least'], '不带单位的数字', String(least))
    if (!high || !isSameUnit(high.unit, SCALAR))
      report([...path, 'most'], '不带单位的数字，可以写 1亿', String(most))
    if (low && high && compareQuantities(low.value, high.value) >= 0) {
      report([...path, 'most'], `大于 ${least} 的数字`, String(most))
    }
  }
  if (per === '次' && years !== undefined) report(['years'], '不写（per: 次 只有一次）', String(years))
  const used = steps.flatMap(({ is }) => nodesIn(is)).flatMap(({ formula }) => namesIn(formula))
  for (const [place, { name }] of steps.entries()) {
    const isFirst = steps.findIndex((each) => each.name === name) === place
    if (!isFirst) report(['steps', place, 'name'], '没有用过的名称', name)
    if (place < steps.length - 1 && !used.includes(`step ${name}`)) {
      report(['steps', place, 'name'], '后面用到的步骤', `${name}（没有用到）`)
    }
  }
  for (const { key } of own) {
    if (!used.includes(`own ${key}`)) report(['own', nameOf(key)], '公式里用到的数字', '没有用到')
  }
  if (main !== undefined && !own.some(({ key }) => key === main) && !(isFactKey(main) && unitOfFact(main))) {
    report(['main'], '问卷里的金额、人数或者 own 里的数字', main)
  }
  checkConditions(steps, 'steps', report)
  if (problems.length > 0) return problems
  const compiled = reported(() => compileBenefit(benefit, tree, rates), report)
  return compiled ? stepProblems(compiled) : problems
}

function nameOf(key: string): string {
  return key.split('.').at(-1) ?? key
}

function namesIn(formula: Formula & object): string[] {
  if ('own' in formula) return [`own ${formula.own}`]
  if ('step' in formula) return [`step ${formula.step}`]
  return 'phase' in formula ? [`own ${formula.phase.since}`] : []
}

function collect() {
  const problems: BenefitProblem[] = []
  const report: Report = (path, expected, found) => problems.push({ path, expected, found })
  return { problems, report }
}

/** Reports the error and returns undefined for an invalid formula. */
function reported<Compiled>(compile: () => Compiled, report: Report): Compiled | undefined {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    const { path, expected, found } = error.problem
    report(path, expected, found)
    return undefined
  }
}

function named(unit: Unit): string {
  return unitWords(unit) || '比例或者倍数'
}

function checkConditions(formulas: readonly { is: Formula }[], root: string, report: Report): void {
  for (const { formula, path } of formulas.flatMap(({ is }, place) => nodesIn(is, [root, place, 'is']))) {
    if (!('when' in formula)) continue
    for (const problem of validateRule(formula.when)) {
      report([...path, 'when', ...problem.path], '能判断的条件', problem.message)
    }
  }
}

function emptyEnv(owns: Env['owns']): Env {
  return { company: readCompany({}, '2000-01-01'), owns, bounds: new Map(), steps: [], isAnyDay: true }
}

/** Checks all companies and days: the unit first, then divisions by 0 and caps below their base. */
function stepProblems({ benefit: { per }, steps, owns, bounds, tax }: CompiledBenefit): BenefitProblem[] {
  const { problems, report } = collect()
  const env = { ...emptyEnv(owns), bounds }
  for (const node of steps) env.steps.push(node.range(env))
  const all = [
    ...steps.flatMap((node, place) => partsIn(node, ['steps', place, 'is'], env)),
    ...(tax ? partsIn(tax.due, ['tax', 'due'], env) : []),
  ]
  for (const part of all) checkUnits(part, report)
  const path = ['steps', steps.length - 1, 'is']
  const { unit = YUAN } = steps.at(-1) ?? {}
  const yearly = timesUnit(YUAN, unitOf('年'), -1)
  if (!isSameUnit(unit, YUAN) && !(per === '年' && isSameUnit(unit, yearly))) {
    report(path, '最后一步是金额（元）', named(unit))
  }
  if (tax && !isSameUnit(tax.due.unit, YUAN)) report(['tax', 'due'], '金额（元）', named(tax.due.unit))
  if (problems.length > 0) return problems
  for (const part of all) checkRanges(part, report)
  const worth = env.steps.at(-1)
  if (worth && worth.high.n <= 0n) report(path, '可能大于 0 的金额', '总不大于 0')
  return problems
}

interface Part {
  node: Node
  formula: Formula & object
  path: Path
  env: Env
  children: readonly Pick<Part, 'node' | 'path' | 'env'>[]
}

/** Returns all nodes in reading order but literals and the table's own formulas. */
function partsIn(node: Node, path: Path, env: Env): Part[] {
  const { formula } = node
  if (typeof formula !== 'object' || 'shared' in formula) return []
  const children = childrenOf(formula).flatMap(([way], place) => {
    const part = node.parts[place]
    const bounds = 'when' in formula ? meet(env.bounds, boundsOf(formula.when, place === 0)) : env.bounds
    return part ? [{ node: part, path: [...path, ...way], env: { ...env, bounds } }] : []
  })
  const inner = children.flatMap((child) => partsIn(child.node, child.path, child.env))
  return [{ node, formula, path, env, children }, ...inner]
}

function checkUnits({ node, formula, path, env, children }: Part, report: Report): void {
  const check = (child: Part['children'][number] | undefined, wanted: Unit) => {
    if (child && !isSameUnit(child.node.unit, wanted))
      report(child.path, `单位是${named(wanted)}`, named(child.node.unit))
  }
  if ('income_tax' in formula) {
    for (const [place, [line]] of linesOf(formula.income_tax).entries()) {
      // Cuts are shares of the income; all other lines are 元.
      check(children[place], line.endsWith('cuts') ? SCALAR : YUAN)
    }
  } else if (!('times' in formula || 'over' in formula)) {
    // The first child of tiers is the figure that selects them.
    const [first, ...others] = 'tiers' in formula ? children.slice(1) : children
    for (const child of others) check(child, first?.node.unit ?? SCALAR)
  }
  if ('tiers' in formula) checkTiers(node, formula.tiers, [...path, 'tiers', 'of'], report)
  if ('phase' in formula) {
    const { unit } = env.owns.get(formula.phase.since) ?? { unit: '年' }
    if (unit !== '年') report([...path, 'phase', 'since'], 'own 里单位是年的数字', unit)
  }
}

function checkRanges({ formula, path, env, children }: Part, report: Report): void {
  const ranges = children.map(({ node }) => node.range(env))
  if ('over' in formula) {
    for (const [place, { low, high }] of ranges.entries()) {
      if (place > 0 && low.n <= 0n && high.n >= 0n) {
        report([...path, 'over', place], '不会是 0 的除数（可以用 most 保底）', '可能是 0')
      }
    }
  }
  if ('least' in formula) checkCaps(ranges, [...path, 'least'], isBelow, '封顶不低于保底', report)
  if ('most' in formula)
    checkCaps(ranges, [...path, 'most'], (a, b) => isBelow(b, a), '保底不高于封顶', report)
}

/** Bounds ascend; "up to 5元" may follow "below 5元", otherwise they differ. */
function checkTiers(
  { parts: [by], bounds = [] }: Node,
  { of }: Extract<Formula, { tiers: unknown }>['tiers'],
  path: Path,
  report: Report,
): void {
  for (const [place, { up_to, below }] of of.entries()) {
    const literal = String(up_to ?? below)
    if (place === of.length - 1) {
      if (literal !== 'undefined') report([...path, place], '最后一档不写 up_to 和 below', literal)
      continue
    }
    if (up_to !== undefined && below !== undefined) report([...path, place], 'up_to 或 below 写一个', literal)
    const field = [...path, place, up_to === undefined ? 'below' : 'up_to']
    const [before, bound] = [bounds[place - 1], bounds[place]]
    if (bound && by && !isSameUnit(bound.unit, by.unit)) report(field, `单位是${named(by.unit)}`, literal)
    if (!before || !bound) continue
    const order = compareQuantities(bound.at, before.at)
    if (order < 0 || (order === 0 && !(bound.included && !before.included))) {
      const { up_to: last = of[place - 1]?.below } = of[place - 1] ?? {}
      report(field, `高于前一档的 ${last}`, literal)
    }
  }
}

/** A cap that never applies is a mistake. */
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
