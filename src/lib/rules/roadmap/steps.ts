/**
 * What a company could do, or wait for, so that a condition which it does not meet is met, and what the company is once it
 * has. Figures of a year that is over cannot be changed: they turn when the year does, and the year to come is taken to be
 * like the last one, but for what a step changes.
 */
import type { AskKey } from '../eligibility/asks.ts'
import { addMonths, dayAfter } from '../eligibility/calendar.ts'
import { type Company, readCompany } from '../eligibility/company.ts'
import { ONE, readDecimal, writeDecimal } from '../eligibility/decimal.ts'
import { type FactKey, type Facts, factOf } from '../eligibility/facts.ts'
import { CERTIFICATES, type Certificate, HIRED_GROUPS, type TAX_CREDITS } from '../eligibility/options.ts'
import { isGiven } from '../eligibility/shortfalls.ts'
import type { Condition } from '../eligibility/tree.ts'
import type { ConditionReason, Gap, Reason } from '../eligibility/verdict.ts'
import { formatNumber, moneyFigure } from '../text/format-number.ts'
import { daysBetween } from '../time/china-day.ts'

/** 等时间、可做到、难. What no decision changes (不可能) has no step. */
export type Effort = 'wait' | 'doable' | 'hard'

export const EFFORT_WORDS: Record<Effort, string> = { wait: '等时间', doable: '可做到', hard: '较难' }

export type Step =
  /** The company gets so old: exact. */
  | { kind: 'wait'; months: number; day: string }
  /** The figures of `year`, taken to be like those of the year before, count from the next January on. */
  | { kind: 'hold'; year: number }
  /** A figure has to be `to`; that of a year from `since` on. Decimals as text. */
  | { kind: 'figure'; fact: FactKey; from: string; to: string; since: number | null }
  | { kind: 'certificate'; certificate: Certificate; day: string }
  | { kind: 'hire'; group: keyof typeof HIRED_GROUPS }
  /** Another answer to a question about now: 移出经营异常名录. */
  | { kind: 'answer'; fact: FactKey; to: string | boolean }
  /** What a policy asks of its own, and was answered 否. */
  | { kind: 'ask'; key: AskKey }

/** The same for the same step, whichever policy asks for it. */
export function stepId(step: Step): string {
  switch (step.kind) {
    case 'wait':
      return `wait ${step.day}`
    case 'hold':
      return `hold ${step.year}`
    case 'figure':
      return `${step.fact} ${step.to} ${step.since ?? ''}`
    case 'certificate':
      return step.certificate
    case 'hire':
      return `hire ${step.group}`
    case 'answer':
      return `${step.fact} ${step.to}`
    case 'ask':
      return step.key
  }
}

/** A few pieces, or no more than as much again, as 还差一步 has it; more sales are not decided on so easily. */
const FEW = 10
const AS_MUCH_AGAIN = 0.5
const MARKET_SHARE = 0.2
const MARKET: readonly FactKey[] = ['revenue', 'main_revenue', 'investment']

export function effortOf(step: Step): Effort {
  switch (step.kind) {
    case 'wait':
    case 'hold':
      return 'wait'
    case 'ask':
      return 'hard'
    case 'answer':
      return step.fact === 'violations' ? 'wait' : step.fact === 'tax_credit' ? 'hard' : 'doable'
    case 'figure': {
      const width = widthOf(step)
      if (MARKET.includes(step.fact)) return width <= MARKET_SHARE ? 'doable' : 'hard'
      const isCount = factOf(step.fact).kind === 'number'
      const few = isCount && Math.abs(Number(step.to) - Number(step.from)) < FEW
      return few || width <= AS_MUCH_AGAIN ? 'doable' : 'hard'
    }
    default:
      return 'doable'
  }
}

/** 0 to 1: how much of the larger figure is missing. */
function widthOf({ from, to }: { from: string; to: string }): number {
  const [a, b] = [Number(from), Number(to)]
  const largest = Math.max(a, b)
  return largest > 0 ? Math.abs(b - a) / largest : 1
}

const COSTS: Record<Effort, number> = { wait: 2, doable: 2, hard: 12 }

/** By which ways are compared: small is little. */
export function costOf(step: Step): number {
  if (step.kind === 'hold') return 0.5
  if (step.kind === 'ask') return 20
  return COSTS[effortOf(step)] + (step.kind === 'figure' ? widthOf(step) : 0)
}

export interface Way {
  cost: number
  steps: readonly Step[]
  /** Whether it rests on something that is 待确认. */
  isOpen: boolean
}

/** More ways than this of one policy are not looked at. */
const WAYS = 6
const OPEN_COST = 0.25

/** Where a way begins: the company as it is at the beginning of a year, and the day of today. */
export interface Outlook {
  company: Company
  /** YYYY-MM-DD */
  now: string
}

/** Ways by which what fails would be met, the cheapest first; none where only what is given fails. */
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

/** Ways to so many of the parts: those to each number of the parts before, joined with those of the next. */
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

/** Equal ways cost the same, so that only those are compared. */
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

export function costOfAll(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + costOf(step), 0)
}

/** Both, with the further of two steps on one figure. */
export function joinSteps(one: readonly Step[], other: readonly Step[]): Step[] {
  const joined: Step[] = []
  for (const step of [...one, ...other]) {
    const at = joined.findIndex((each) => isSameAim(each, step))
    const there = joined[at]
    if (!there) joined.push(step)
    else joined[at] = further(there, step)
  }
  return joined
}

function isSameAim(one: Step, other: Step): boolean {
  if (one.kind === 'figure' && other.kind === 'figure') return one.fact === other.fact
  return stepId(one) === stepId(other)
}

/** Of two on one figure: what goes further from what it is now, and begins sooner. */
function further(one: Step, other: Step): Step {
  if (one.kind === 'certificate' && other.kind === 'certificate') return one.day > other.day ? one : other
  if (one.kind !== 'figure' || other.kind !== 'figure') return one
  const far =
    Math.abs(Number(one.to) - Number(one.from)) >= Math.abs(Number(other.to) - Number(other.from))
      ? one
      : other
  const since =
    one.since === null || other.since === null ? (one.since ?? other.since) : Math.min(one.since, other.since)
  return { ...far, since }
}

/** What ends a record of violations, which the catalogue asks of one year. */
const CLEAN_MONTHS = 12

/** The single steps of which each would do, on its own, for one condition. */
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

/** Whoever is hired counts among the employees, too. */
const HIRED: readonly FactKey[] = ['rd_staff', 'key_hires']

/** In whole 元 and whole pieces, on the side that suffices. */
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

/** `percent` of `whole`, both in ten-thousandths, as a whole number. */
function shareOf(percent: bigint, whole: bigint | undefined, way: 'up' | 'down'): bigint | undefined {
  if (whole === undefined) return undefined
  const exact = percent * whole
  const unit = 100n * ONE * ONE
  const down = exact / unit
  return (way === 'up' && down * unit !== exact ? down + 1n : down) * ONE
}

/** So many of them that the share is reached though the staff grows by the same number. */
function hiredTo(percent: bigint, part: bigint | undefined, whole: bigint | undefined): bigint | undefined {
  const hundred = 100n * ONE
  if (part === undefined || whole === undefined || percent >= hundred) return undefined
  const lacking = percent * whole - hundred * part
  const each = (hundred - percent) * ONE
  return part + ((lacking + each - 1n) / each) * ONE
}

/** `lag`: how many years the asked figure lies behind the last one. */
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

/** What the research of each year has to come to from a year on, so that three years have `sum` together. */
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

/** What is left of a year changes no more of its figure than its own share: otherwise the next year has to. */
function firstYear(width: number, now: string): number {
  const year = yearOf(now)
  const left = daysBetween(now, `${year + 1}-01-01`) / daysBetween(`${year}-01-01`, `${year + 1}-01-01`)
  return width <= left ? year : year + 1
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

const SERIES = [
  ['revenue', 'revenue_prior', 'revenue_prior2'],
  ['rd_expense', 'rd_expense_prior', 'rd_expense_prior2'],
] as const satisfies FactKey[][]

/** The company on a later day, with these steps done. `now` and `day` YYYY-MM-DD in China. */
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
  for (const step of steps) applyStep(step, changed, facts, last)
  return changed as Facts
}

function applyStep(step: Step, changed: Partial<Record<string, unknown>>, facts: Facts, last: number): void {
  switch (step.kind) {
    case 'figure': {
      const { fact, to, since } = step
      const series: readonly FactKey[] = SERIES.find(([latest]) => latest === fact) ?? [fact]
      for (const [lag, key] of series.entries()) {
        if (since !== null && last - lag < since) continue
        if (changed[key] !== undefined && changed[key] !== null) changed[key] = readAs(key, to)
      }
      if (HIRED.includes(fact) && typeof facts.employees === 'number') {
        const more = Number(to) - Number(facts[fact] ?? 0)
        changed['employees'] = Number(changed['employees']) + more
      }
      return
    }
    case 'certificate': {
      changed['certificates'] = [
        ...new Set([...((changed['certificates'] as string[] | undefined) ?? []), step.certificate]),
      ]
      return
    }
    case 'hire': {
      changed['hired_groups'] = [
        ...new Set([...((changed['hired_groups'] as string[] | undefined) ?? []), step.group]),
      ]
      return
    }
    case 'answer':
      changed[step.fact] = step.to
      return
    case 'ask':
      changed[step.key] = true
      return
    default:
      return
  }
}

function readAs(key: FactKey, value: string): string | number {
  return factOf(key).kind === 'number' ? Number(value) : value
}

/** 元 that the steps cost every year: what is spent on research beyond today's sum. */
export function spendingOf(steps: readonly Step[]): number {
  return steps.reduce(
    (sum, step) =>
      step.kind === 'figure' && step.fact === 'rd_expense'
        ? sum + Math.max(0, Number(step.to) - Number(step.from))
        : sum,
    0,
  )
}

/** The first day on which a step can be done; null: no day is known, only that it takes work. */
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

/** 再有 1 件发明专利, 2027 年起每年研发费用做到 150 万元, 满 2 年. `ask` reads what a policy asks of its own. */
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
  const { number, unit: shown } = moneyFigure(Number(to))
  const amount = `${number} ${unit === '元' ? shown : unit}`
  const when = since === null ? '' : `${since} 年起`
  if (Number(to) < Number(from)) return `${when}${name}降到 ${amount}以内`
  const more = moneyFigure(Number(to) - Number(from))
  const extra = unit === '元' && Number(from) > 0 ? `（比现在多 ${more.number} ${more.unit}）` : ''
  return `${when}${name}做到 ${amount}${extra}`
}
