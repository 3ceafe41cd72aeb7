/** Finds the steps that would meet an unmet condition, cheapest ways first. */

import type { Company } from '../eligibility/company.ts'
import { ONE, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import { type FactKey, factOf } from '../eligibility/facts.ts'
import { CERTIFICATES, HIRED_GROUPS, type TAX_CREDITS } from '../eligibility/options.ts'
import { isGiven } from '../eligibility/shortfalls.ts'
import type { Condition } from '../eligibility/tree.ts'
import type { ConditionReason, Gap, Reason } from '../eligibility/verdict.ts'
import { daysBetween } from '../time/china-day.ts'
import { costOf, costOfAll, joinSteps, type Step, stepId, widthOf, yearOf } from './steps.ts'

export interface Way {
  cost: number
  steps: readonly Step[]
  /** Whether it depends on a 待确认 condition. */
  isOpen: boolean
}

/** Search limit for the ways of one policy. */
const WAYS = 6
const OPEN_COST = 0.25

/** Start of the search: the company at the beginning of a year, and today. */
export interface Outlook {
  company: Company
  /** YYYY-MM-DD */
  now: string
}

/** Returns ways to meet the failed conditions, cheapest first; none if only fixed facts fail. */
export function waysOf(reason: Reason, outlook: Outlook): Way[] {
  if (reason.status === 'met') return [NOTHING]
  if (!('parts' in reason)) {
    if (reason.status === 'unknown') return [{ cost: OPEN_COST, steps: [], isOpen: true }]
    return stepsFor(reason, outlook).map((step) => ({ cost: costOf(step), steps: [step], isOpen: false }))
  }
  const { need, parts } = reason
  if (need === 1) return cheapest(parts.flatMap((part) => waysOf(part, outlook)))
  if (need < parts.length) return waysOfSome(need, parts, outlook)
  let ways: Way[] = [NOTHING]
  for (const part of parts) {
    if (part.status === 'met') continue
    ways = joinAll(ways, waysOf(part, outlook))
    if (ways.length === 0) break
  }
  return ways
}

const NOTHING: Way = { cost: 0, steps: [], isOpen: false }

/** Returns ways to meet `need` of the parts, by dynamic programming over the parts. */
function waysOfSome(need: number, parts: readonly Reason[], outlook: Outlook): Way[] {
  let counted: Way[][] = [[NOTHING]]
  for (const part of parts) {
    const ways = waysOf(part, outlook)
    counted = Array.from({ length: Math.min(need, counted.length) + 1 }, (_, met) =>
      cheapest([...(counted[met] ?? []), ...(met > 0 ? joinAll(counted[met - 1] ?? [], ways) : [])]),
    )
  }
  return counted[need] ?? []
}

function joinAll(some: readonly Way[], others: readonly Way[]): Way[] {
  const [only] = others
  if (only && others.length === 1 && only.steps.length === 0) {
    return some.map(({ cost, steps, isOpen }) => ({
      cost: cost + only.cost,
      steps,
      isOpen: isOpen || only.isOpen,
    }))
  }
  return cheapest(some.flatMap((one) => others.map((other) => joinWays(one, other))))
}

function joinWays(one: Way, other: Way): Way {
  const isOpen = one.isOpen || other.isOpen
  if (other.steps.length === 0 || one.steps.length === 0) {
    return { cost: one.cost + other.cost, steps: [...one.steps, ...other.steps], isOpen }
  }
  const steps = joinSteps(one.steps, other.steps)
  const shared = costOfAll(one.steps) + costOfAll(other.steps) - costOfAll(steps)
  return { cost: one.cost + other.cost - shared, steps, isOpen }
}

/** Equal ways have equal costs, so only those are compared. */
function cheapest(ways: Way[]): Way[] {
  if (ways.length < 2) return ways
  const sorted = ways.sort((a, b) => a.cost - b.cost)
  const kept: Way[] = []
  for (const way of sorted) {
    if (kept.length === WAYS) break
    if (!kept.some((each) => each.cost === way.cost && isSameWay(each, way))) kept.push(way)
  }
  return kept
}

function isSameWay(one: Way, other: Way): boolean {
  if (one.steps.length !== other.steps.length) return false
  const ids = one.steps.map(stepId)
  return other.steps.every((step) => ids.includes(stepId(step)))
}

function stepsFor(reason: ConditionReason, outlook: Outlook): Step[] {
  const { condition, wait, gap } = reason
  if (wait) return [{ kind: 'wait', months: wait.months, day: wait.from }]
  if ('ask' in condition) return [{ kind: 'ask', key: condition.key }]
  if (isGiven(reason)) return []
  if (gap) return figureSteps(gap, outlook)
  const allowed = allowedBy(condition)
  switch (condition.fact) {
    case 'certificates':
      return namesIn(CERTIFICATES, allowed).map((certificate) => ({
        kind: 'certificate',
        certificate,
        day: '',
      }))
    case 'hired_groups':
      return namesIn(HIRED_GROUPS, allowed).map((group) => ({ kind: 'hire', group }))
    case 'tax_credit': {
      const wanted = condition.op === 'in' || condition.op === 'eq' ? allowed : ['B', 'A']
      const to = (['B', 'A'] satisfies (keyof typeof TAX_CREDITS)[]).find((each) => wanted.includes(each))
      return to ? [{ kind: 'answer', fact: 'tax_credit', to }] : []
    }
    case 'abnormal':
    case 'violations':
      return [{ kind: 'answer', fact: condition.fact, to: false }]
    case 'tech_transfer':
      return [{ kind: 'answer', fact: 'tech_transfer', to: true }]
    default:
      return []
  }
}

function allowedBy(condition: Condition): readonly string[] {
  if (!('value' in condition) || (condition.op !== 'in' && condition.op !== 'eq')) return []
  return [condition.value].flat().map(String)
}

function namesIn<Name extends string>(
  options: Readonly<Record<Name, string>>,
  names: readonly string[],
): Name[] {
  return names.filter((name): name is Name => Object.hasOwn(options, name))
}

/** In whole 元 and pieces, rounded to the sufficient side. */
function figureSteps({ fact, side, need, missing }: Gap, outlook: Outlook): Step[] {
  const needed = readDecimal(need) ?? 0n
  const strictly = missing === '0' ? ONE : 0n
  const { figures } = outlook.company
  const yuan = (key: FactKey) => figures[key]?.n
  if (side === 'over') {
    if (fact === 'debt_ratio') return downTo('liabilities', shareOf(needed, yuan('assets'), 'down'), outlook)
    if (fact === 'dismissal_ratio')
      return downTo('dismissed', shareOf(needed, yuan('insured'), 'down'), outlook)
    return []
  }
  switch (fact) {
    case 'rd_ratio':
      return upTo('rd_expense', shareOf(needed + strictly, yuan('revenue'), 'up'), outlook)
    case 'rd_ratio_prior':
      return upTo('rd_expense', shareOf(needed + strictly, yuan('revenue_prior'), 'up'), outlook, 1)
    case 'rd_expense_prior':
      return upTo('rd_expense', needed + strictly, outlook, 1)
    case 'rd_ratio_3y':
      return overYears(shareOf(needed + strictly, figures.revenue_3y?.n, 'up'), outlook)
    case 'rd_expense_3y':
      return overYears(needed + strictly, outlook)
    case 'main_ratio':
      return upTo('main_revenue', shareOf(needed + strictly, yuan('revenue'), 'up'), outlook)
    case 'rd_staff_ratio':
      return upTo('rd_staff', hiredTo(needed + strictly, yuan('rd_staff'), yuan('employees')), outlook)
    case 'key_hire_ratio':
      return upTo('key_hires', hiredTo(needed + strictly, yuan('key_hires'), yuan('employees')), outlook)
    case 'ip_total':
      return upTo('ip_utility', (yuan('ip_utility') ?? 0n) + (readDecimal(missing) ?? 0n) + strictly, outlook)
    case 'revenue':
    case 'rd_expense':
    case 'main_revenue':
    case 'investment':
    case 'insured':
    case 'employees':
    case 'rd_staff':
    case 'key_hires':
    case 'ip_invention':
    case 'ip_utility':
      return upTo(fact, needed + strictly, outlook)
    default:
      return []
  }
}

/** Returns `percent` of `whole`, both in ten-thousandths, as a whole number. */
function shareOf(percent: bigint, whole: bigint | undefined, way: 'up' | 'down'): bigint | undefined {
  if (whole === undefined) return undefined
  const exact = percent * whole
  const unit = 100n * ONE * ONE
  const down = exact / unit
  return (way === 'up' && down * unit !== exact ? down + 1n : down) * ONE
}

/** Returns the number that reaches the share although the staff grows equally. */
function hiredTo(percent: bigint, part: bigint | undefined, whole: bigint | undefined): bigint | undefined {
  const hundred = 100n * ONE
  if (part === undefined || whole === undefined || percent >= hundred) return undefined
  const lacking = percent * whole - hundred * part
  const each = (hundred - percent) * ONE
  return part + ((lacking + each - 1n) / each) * ONE
}

/** `lag`: age of the figure in years. */
function upTo(fact: FactKey, to: bigint | undefined, outlook: Outlook, lag = 0): Step[] {
  const from = outlook.company.figures[fact]?.n
  if (to === undefined || from === undefined || (lag === 0 && to <= from)) return []
  return changeTo(fact, from, to, outlook, lag)
}

function downTo(fact: FactKey, to: bigint | undefined, outlook: Outlook): Step[] {
  const from = outlook.company.figures[fact]?.n
  return to === undefined || from === undefined || to >= from ? [] : changeTo(fact, from, to, outlook, 0)
}

function changeTo(fact: FactKey, from: bigint, to: bigint, outlook: Outlook, lag: number): Step[] {
  const change = { kind: 'figure', fact, from: writeDecimal(from), to: writeDecimal(to) } as const
  if (factOf(fact).yearsAgo === undefined) return [{ ...change, since: null }]
  const since = firstYear(widthOf(change), outlook.now)
  return yearOf(outlook.company.today) - 1 - lag >= since ? [{ ...change, since }] : []
}

/** Returns the yearly research that adds up to `sum` in three years. */
function overYears(sum: bigint | undefined, outlook: Outlook): Step[] {
  const { figures, today } = outlook.company
  const [from, prior, prior2] = [
    figures.rd_expense?.n,
    figures.rd_expense_prior?.n,
    figures.rd_expense_prior2?.n,
  ]
  if (sum === undefined || from === undefined || prior === undefined || prior2 === undefined) return []
  const years = [from, prior, prior2]
  for (const since of [yearOf(outlook.now), yearOf(outlook.now) + 1]) {
    const raised = Math.min(3, yearOf(today) - since)
    if (raised < 1) return []
    const kept = years.slice(raised).reduce((all, each) => all + each, 0n)
    const share = BigInt(raised) * ONE
    const to = ((sum - kept + share - 1n) / share) * ONE
    const change = {
      kind: 'figure',
      fact: 'rd_expense',
      from: writeDecimal(from),
      to: writeDecimal(to),
    } as const
    if (to > from && firstYear(widthOf(change), outlook.now) <= since) return [{ ...change, since }]
  }
  return []
}

/** The rest of a year can change its figure only by that share; otherwise the change begins next year. */
function firstYear(width: number, now: string): number {
  const year = yearOf(now)
  const left = daysBetween(now, `${year + 1}-01-01`) / daysBetween(`${year}-01-01`, `${year + 1}-01-01`)
  return width <= left ? year : year + 1
}
