import type { Company } from '../eligibility/company.ts'
import { ONE, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import { type FactKey, factOf } from '../eligibility/facts.ts'
import { type Certificate, HIRED_GROUPS, type TAX_CREDITS } from '../eligibility/options.ts'
import { isGiven } from '../eligibility/shortfalls.ts'
import type { Condition, Subject } from '../eligibility/tree.ts'
import type { ConditionReason, Gap, Reason } from '../eligibility/verdict.ts'
import { daysBetween } from '../time/china-day.ts'
import { costOfAll, joinSteps, type Step, widthOf, yearOf } from './steps.ts'

export interface Outlook {
  company: Company
  now: string
  awards: ReadonlyMap<Certificate, Step>
}

/** Returns the cheapest alternative; empty if no condition fails, null if a failing one cannot change. */
export function wayTo(reason: Reason, outlook: Outlook): readonly Step[] | null {
  if (reason.status !== 'unmet') return []
  if (!('parts' in reason)) {
    const steps = stepsFor(reason, outlook).sort((a, b) => costOf([a]) - costOf([b]))
    return steps[0] ? [steps[0]] : null
  }
  const ways = reason.parts.flatMap((part) => {
    const way = wayTo(part, outlook)
    return way ? [{ way, cost: costOf(way) + (part.status === 'unknown' ? OPEN_COST : 0) }] : []
  })
  if (ways.length < reason.need) return null
  const cheapest = ways.sort((a, b) => a.cost - b.cost).slice(0, reason.need)
  return cheapest.flatMap(({ way }) => way)
}

function costOf(way: readonly Step[]): number {
  return costOfAll(joinSteps(way))
}

/** Cost of a 待确认 condition: no step, but worse than a met one. */
const OPEN_COST = 0.25

function stepsFor(reason: ConditionReason, outlook: Outlook): Step[] {
  const { condition, wait, gap } = reason
  if (wait) return [{ kind: 'wait', months: wait.months, day: wait.from }]
  if ('ask' in condition) return [{ kind: 'ask', key: condition.key }]
  if (isGiven(reason)) return []
  if (gap) return figureSteps(gap, outlook)
  const allowed = allowedBy(condition)
  switch (condition.fact) {
    case 'certificates':
      return allowed.flatMap((name) => outlook.awards.get(name as Certificate) ?? [])
    case 'hired_groups':
      return allowed
        .filter((name): name is keyof typeof HIRED_GROUPS => Object.hasOwn(HIRED_GROUPS, name))
        .map((group) => ({ kind: 'hire', group }))
    case 'tax_credit': {
      const wanted = condition.op === 'in' || condition.op === 'eq' ? allowed : ['B', 'A']
      const to = (['B', 'A'] satisfies (keyof typeof TAX_CREDITS)[]).find((each) => wanted.includes(each))
      return to ? [{ kind: 'answer', fact: 'tax_credit', to }] : []
    }
    case 'abnormal':
    case 'violations':
    case 'tech_transfer':
      return [{ kind: 'answer', fact: condition.fact, to: condition.fact === 'tech_transfer' }]
    default:
      return []
  }
}

function allowedBy(condition: Condition): readonly string[] {
  if (!('value' in condition) || (condition.op !== 'in' && condition.op !== 'eq')) return []
  return [condition.value].flat().map(String)
}

/** Shares: the figure to change, its whole, and the age of both in years. */
const SHARES: Partial<Record<Subject, [part: FactKey, whole: FactKey, lag?: number]>> = {
  rd_ratio: ['rd_expense', 'revenue'],
  rd_ratio_prior: ['rd_expense', 'revenue_prior', 1],
  main_ratio: ['main_revenue', 'revenue'],
  debt_ratio: ['liabilities', 'assets'],
  dismissal_ratio: ['dismissed', 'insured'],
}
/** Shares of the staff, which grows with them. */
const STAFF: Partial<Record<Subject, FactKey>> = { rd_staff_ratio: 'rd_staff', key_hire_ratio: 'key_hires' }
const FIGURES: ReadonlySet<Subject> = new Set<FactKey>([
  ...(['revenue', 'rd_expense', 'main_revenue', 'investment', 'insured', 'employees'] as const),
  ...(['rd_staff', 'key_hires', 'ip_invention', 'ip_utility'] as const),
])
const DECREASING: ReadonlySet<Subject> = new Set<Subject>(['debt_ratio', 'dismissal_ratio'])

/** In whole 元 and pieces, rounded to the sufficient side. */
function figureSteps({ fact, side, need, missing }: Gap, outlook: Outlook): Step[] {
  if (DECREASING.has(fact) !== (side === 'over')) return []
  const needed = (readDecimal(need) ?? 0n) + (missing === '0' && side === 'short' ? ONE : 0n)
  const { figures } = outlook.company
  const [part, whole, lag = 0] = SHARES[fact] ?? []
  if (part && whole) return changeTo(part, shareOf(needed, figures[whole]?.n, side), outlook, lag)
  const staff = STAFF[fact]
  if (staff) return changeTo(staff, hiredTo(needed, figures[staff]?.n, figures.employees?.n), outlook)
  if (fact === 'rd_expense_prior') return changeTo('rd_expense', needed, outlook, 1)
  if (fact === 'rd_ratio_3y') return overYears(shareOf(needed, figures.revenue_3y?.n, side), outlook)
  if (fact === 'rd_expense_3y') return overYears(needed, outlook)
  if (fact === 'ip_total')
    return changeTo(
      'ip_utility',
      (figures.ip_utility?.n ?? 0n) + needed - (figures.ip_total?.n ?? needed),
      outlook,
    )
  return FIGURES.has(fact) ? changeTo(fact as FactKey, needed, outlook) : []
}

/** `percent` of `whole`, both in ten-thousandths, as a whole number on the side that suffices. */
function shareOf(percent: bigint, whole: bigint | undefined, side: Gap['side']): bigint | undefined {
  if (whole === undefined) return undefined
  const exact = percent * whole
  const unit = 100n * ONE * ONE
  const down = exact / unit
  return (side === 'short' && down * unit !== exact ? down + 1n : down) * ONE
}

/** Returns the number that reaches the share although the staff grows equally. */
function hiredTo(percent: bigint, part: bigint | undefined, whole: bigint | undefined): bigint | undefined {
  const hundred = 100n * ONE
  if (part === undefined || whole === undefined || percent >= hundred) return undefined
  const lacking = percent * whole - hundred * part
  const each = (hundred - percent) * ONE
  return part + ((lacking + each - 1n) / each) * ONE
}

/** @param lag age of the requested figure in years, counted from the last one */
function changeTo(fact: FactKey, to: bigint | undefined, { company, now }: Outlook, lag = 0): Step[] {
  const from = company.figures[fact]?.n
  if (to === undefined || from === undefined || (lag === 0 && to === from)) return []
  const change = { kind: 'figure', fact, from: writeDecimal(from), to: writeDecimal(to) } as const
  if (factOf(fact).yearsAgo === undefined) return [{ ...change, since: null }]
  const since = firstYear(widthOf(change), now)
  return yearOf(company.today) - 1 - lag >= since ? [{ ...change, since }] : []
}

/** Returns the yearly research spending from a year on with which three years reach `sum`. */
function overYears(sum: bigint | undefined, { company, now }: Outlook): Step[] {
  const { rd_expense: last, rd_expense_prior: prior, rd_expense_prior2: prior2 } = company.figures
  if (sum === undefined || !last || !prior || !prior2) return []
  for (const since of [yearOf(now), yearOf(now) + 1]) {
    const raised = Math.min(3, yearOf(company.today) - since)
    if (raised < 1) return []
    const kept = [last, prior, prior2].slice(raised).reduce((all, { n }) => all + n, 0n)
    const share = BigInt(raised) * ONE
    const to = writeDecimal(((sum - kept + share - 1n) / share) * ONE)
    const change = { kind: 'figure', fact: 'rd_expense', from: writeDecimal(last.n), to } as const
    if (Number(to) > Number(change.from) && firstYear(widthOf(change), now) <= since)
      return [{ ...change, since }]
  }
  return []
}

/** The rest of a year can change its figure only by that share; otherwise the change begins next year. */
function firstYear(width: number, now: string): number {
  const year = yearOf(now)
  const left = daysBetween(now, `${year + 1}-01-01`) / daysBetween(`${year}-01-01`, `${year + 1}-01-01`)
  return width <= left ? year : year + 1
}
