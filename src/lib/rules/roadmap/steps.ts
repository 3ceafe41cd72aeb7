/** Steps that a company can take or wait for, and the company after them; coming years repeat the last one. */
import type { AskKey } from '../eligibility/asks.ts'
import { addMonths, dayAfter } from '../eligibility/calendar.ts'
import { type Company, readCompany } from '../eligibility/company.ts'
import { type FactKey, type Facts, factOf } from '../eligibility/facts.ts'
import { CERTIFICATES, type Certificate, HIRED_GROUPS } from '../eligibility/options.ts'
import type { Status } from '../eligibility/verdict.ts'
import { formatNumber, moneyFigure } from '../text/format-number.ts'

/** 等时间、可做到、难. Conditions that no decision changes (不可能) have no step. */
export type Effort = 'wait' | 'doable' | 'hard'

export const EFFORT_WORDS: Record<Effort, string> = { wait: '等时间', doable: '可做到', hard: '较难' }

export type Step =
  /** The company reaches an age: exact. */
  | { kind: 'wait'; months: number; day: string }
  | { kind: 'hold'; year: number }
  /** A figure must reach `to`; for figures of a year, from `since` on. Decimals as text. */
  | { kind: 'figure'; fact: FactKey; from: string; to: string; since: number | null }
  /** The certificate is available from `day` on, by the policy that grants it. */
  | { kind: 'certificate'; certificate: Certificate; day: string; isEstimate: boolean; goal: Goal }
  | { kind: 'hire'; group: keyof typeof HIRED_GROUPS }
  /** Another answer about the present: 移出经营异常名录. */
  | { kind: 'answer'; fact: FactKey; to: string | boolean }
  /** An ask that was answered 否. */
  | { kind: 'ask'; key: AskKey }

export interface Goal {
  id: number
  /** All are necessary. Empty: 符合 or 待确认 already. */
  steps: readonly Step[]
  day: string
  /** Whether the day counts work of unknown length as done by the next batch, or within twelve months. */
  isEstimate: boolean
  effort: Effort
  status: Exclude<Status, 'unmet'>
}

/** Returns an id that is equal for equal steps, whichever policy needs them. */
export function stepId(step: Step): string {
  if (step.kind === 'certificate') return step.certificate
  return step.kind === 'wait' ? step.day : Object.values(step).join(' ')
}

/** Limits of an easy step: a few pieces, or as much again, like 还差一步; sales are harder to raise. */
const FEW = 10
const AS_MUCH_AGAIN = 0.5
const MARKET_SHARE = 0.2
const MARKET: readonly FactKey[] = ['revenue', 'main_revenue', 'investment']

export function effortOf(step: Step): Effort {
  switch (step.kind) {
    case 'ask':
      return 'hard'
    case 'hire':
      return 'doable'
    case 'answer':
      return step.fact === 'violations' ? 'wait' : step.fact === 'tax_credit' ? 'hard' : 'doable'
    case 'certificate':
      return step.goal.effort === 'wait' ? 'doable' : step.goal.effort
    case 'figure': {
      if (MARKET.includes(step.fact)) return widthOf(step) <= MARKET_SHARE ? 'doable' : 'hard'
      const isFew = factOf(step.fact).kind === 'number' && Math.abs(Number(step.to) - Number(step.from)) < FEW
      return isFew || widthOf(step) <= AS_MUCH_AGAIN ? 'doable' : 'hard'
    }
    default:
      return 'wait'
  }
}

/** 0 to 1: missing share of the larger figure. */
export function widthOf({ from, to }: { from: string; to: string }): number {
  const [a, b] = [Number(from), Number(to)]
  const largest = Math.max(a, b)
  return largest > 0 ? Math.abs(b - a) / largest : 1
}

const COSTS: Record<Effort, number> = { wait: 2, doable: 2, hard: 12 }

function costOf(step: Step): number {
  if (step.kind === 'hold') return 0.5
  if (step.kind === 'ask') return 20
  // The steps on its path have their own costs.
  if (step.kind === 'certificate') return COSTS.doable
  return COSTS[effortOf(step)] + (step.kind === 'figure' ? widthOf(step) : 0)
}

export function costOfAll(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + costOf(step), 0)
}

export function effortOfAll(steps: readonly Step[]): Effort {
  const efforts = steps.map(effortOf)
  return (
    efforts.find((effort) => effort === 'hard') ?? efforts.find((effort) => effort === 'doable') ?? 'wait'
  )
}

/** Returns each step once, after the steps to its certificate; of two steps on one figure, the further one. */
export function joinSteps(steps: readonly Step[]): Step[] {
  const joined = new Map<string, Step>()
  const all = steps.flatMap((each) => (each.kind === 'certificate' ? [...each.goal.steps, each] : [each]))
  for (const step of all) {
    const aim = step.kind === 'figure' ? step.fact : stepId(step)
    joined.set(aim, further(joined.get(aim) ?? step, step))
  }
  return [...joined.values()]
}

function further(one: Step, other: Step): Step {
  if (one.kind !== 'figure' || other.kind !== 'figure') return one
  const far = Math.abs(Number(one.to) - Number(one.from)) >= Math.abs(Number(other.to) - Number(other.from))
  const [since, later] = [one.since, other.since].sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
  return { ...(far ? one : other), since: since ?? later ?? null }
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

/** Hires also count as employees. */
const HIRED: readonly FactKey[] = ['rd_staff', 'key_hires']

const SERIES = [
  ['revenue', 'revenue_prior', 'revenue_prior2'],
  ['rd_expense', 'rd_expense_prior', 'rd_expense_prior2'],
] as const satisfies FactKey[][]

export function companyAt(facts: Facts, now: string, steps: readonly Step[], day: string): Company {
  return readCompany(factsAt(facts, now, steps, day), day)
}

export function factsAt(facts: Facts, now: string, steps: readonly Step[], day: string): Facts {
  const changed: Partial<Record<string, unknown>> = { ...facts }
  const last = yearOf(day) - 1
  for (const series of SERIES) {
    for (const [lag, key] of series.entries()) {
      const years = last - lag - (yearOf(now) - 1)
      changed[key] = facts[years >= 0 ? series[0] : (series[-years] ?? key)]
    }
  }
  // Hired researchers add to the staff in either order of the steps.
  const isStaff = (step: Step) => Number(step.kind === 'figure' && step.fact === 'employees')
  for (const step of [...steps].sort((a, b) => isStaff(b) - isStaff(a))) applyStep(step, changed, facts, last)
  return changed as Facts
}

function applyStep(step: Step, changed: Partial<Record<string, unknown>>, facts: Facts, last: number): void {
  const told = (key: FactKey) => (changed[key] as string[] | undefined) ?? []
  switch (step.kind) {
    case 'figure': {
      const { fact, to, since } = step
      const series: readonly FactKey[] = SERIES.find(([latest]) => latest === fact) ?? [fact]
      for (const [lag, key] of series.entries()) {
        if (since !== null && last - lag < since) continue
        if (changed[key] == null) continue
        changed[key] = factOf(key).kind === 'number' ? Number(to) : to
      }
      if (HIRED.includes(fact) && typeof facts.employees === 'number') {
        const more = Number(to) - Number(facts[fact] ?? 0)
        changed['employees'] = Number(changed['employees']) + more
      }
      break
    }
    case 'certificate':
      changed['certificates'] = [...told('certificates'), step.certificate]
      break
    case 'hire':
      changed['hired_groups'] = [...told('hired_groups'), step.group]
      break
    case 'answer':
      changed[step.fact] = step.to
      break
    case 'ask':
      changed[step.key] = true
  }
}

export function spendingOf(steps: readonly Step[]): number {
  const research = steps.find((step) => step.kind === 'figure' && step.fact === 'rd_expense')
  return research?.kind === 'figure' ? Math.max(0, Number(research.to) - Number(research.from)) : 0
}

/** Time until a record of violations ends: the catalogue asks for one year. */
const CLEAN_MONTHS = 12

export function dayOfStep(step: Step, now: string): string | null {
  switch (step.kind) {
    case 'wait':
    case 'certificate':
      return step.day
    case 'hold':
      return `${step.year + 1}-01-01`
    case 'figure':
      return step.since === null ? null : `${step.since + 1}-01-01`
    case 'answer':
      return step.fact === 'violations' ? dayAfter(addMonths(now, CLEAN_MONTHS)) : null
    default:
      return null
  }
}

/** 再有 1 件发明专利, 2027 年起每年研发费用做到 150 万元, 满 2 年. `ask` returns the words of an ask. */
export function stepWords(step: Step, ask: (key: AskKey) => string | undefined): string {
  switch (step.kind) {
    case 'wait':
      return `成立满 ${step.months % 12 === 0 ? `${step.months / 12} 年` : `${step.months} 个月`}`
    case 'hold':
      return `${step.year} 年的数与上年持平`
    case 'certificate':
      return `取得${CERTIFICATES[step.certificate]}`
    case 'hire':
      return `招用${HIRED_GROUPS[step.group]}`
    case 'ask':
      return `做到：${ask(step.key) ?? '政策自己的要求'}`
    case 'answer':
      return ANSWER_WORDS[step.fact] ?? factOf(step.fact).label
    case 'figure':
      return figureWords(step)
  }
}

const ANSWER_WORDS: Partial<Record<FactKey, string>> = {
  abnormal: '移出经营异常名录',
  violations: '满一年没有重大事故和严重违法',
  tech_transfer: '转让或者许可技术',
  tax_credit: '纳税信用评到 B 级以上',
}

const PIECES: Partial<Record<FactKey, string>> = {
  ip_invention: '发明专利',
  ip_utility: '实用新型、外观设计或者软件著作权',
  rd_staff: '研发和科技人员',
  key_hires: '重点群体人员',
  employees: '职工',
  insured: '参保职工',
}

function figureWords({ fact, from, to, since }: Extract<Step, { kind: 'figure' }>): string {
  const { unit = '', label } = factOf(fact)
  const piece = PIECES[fact]
  if (piece) return `再有 ${formatNumber(Number(to) - Number(from))} ${unit === '人' ? '名' : unit}${piece}`
  const name = label.replace(/^上年/, '')
  const when = since === null ? '' : `${since} 年起`
  // A figure that only must be above 0.
  if (unit === '元' && Number(from) === 0 && Number(to) <= 1) return `${when}有${name}`
  const { number, unit: shown } = moneyFigure(Number(to))
  const amount = `${number} ${unit === '元' ? shown : unit}`
  if (Number(to) < Number(from)) return `${when}${name}降到 ${amount}以内`
  const more = moneyFigure(Number(to) - Number(from))
  const extra = unit === '元' && Number(from) > 0 ? `（比现在多 ${more.number} ${more.unit}）` : ''
  return `${when}${name}做到 ${amount}${extra}`
}
