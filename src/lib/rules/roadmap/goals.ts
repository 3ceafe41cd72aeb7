/** Finds steps to policies that a company does not meet, within the road's years, and their days; the rules confirm them. */
import { addMonths, dayAfter } from '../eligibility/calendar.ts'
import type { CompiledRule } from '../eligibility/evaluate.ts'
import type { FactKey, Facts } from '../eligibility/facts.ts'
import { industryContains } from '../eligibility/industries.ts'
import type { Certificate } from '../eligibility/options.ts'
import { type ApplicationWindow, startOf } from '../time/application-window.ts'
import { addDays } from '../time/china-day.ts'
import { canBeHad } from '../time/window-use.ts'
import {
  companyAt,
  costOfAll,
  dayOfStep,
  type Effort,
  effortOfAll,
  type Goal,
  joinSteps,
  type Step,
  yearOf,
} from './steps.ts'
import { type Outlook, wayTo } from './ways.ts'

export interface GoalPolicy {
  id: number
  rule: CompiledRule
  window: ApplicationWindow
  grants: Certificate | null
}

/** A certificate that the company can have within the road. */
export type Award = Extract<Step, { kind: 'certificate' }>

export interface Goals {
  goals: ReadonlyMap<number, Goal>
  awards: ReadonlyMap<Certificate, Award>
}

/** Assumed length of work of unknown length. */
const WORK_MONTHS = 12
const YEARS = 3
const MENDS = 2
/** A path up to this cost is not searched again in later years. */
const NEAR = 4

/** 优质中小企业梯度培育 (工信部企业〔2026〕2号), and 高企 beside it, ascending: each requires research. */
export const RUNGS: readonly Certificate[] = [
  'tech_sme',
  'innovative_sme',
  'specialised',
  'little_giant',
  'high_tech',
]

/** Policies that grant certificates come first, ascending, so that none is a path to a lower one. */
export function* findGoals(
  policies: readonly GoalPolicy[],
  facts: Facts,
  now: string,
): Generator<void, Goals> {
  const goals = new Map<number, Goal>()
  const awards = new Map<Certificate, Award>()
  for (const policy of [...policies].sort((a, b) => rankOf(a) - rankOf(b))) {
    const goal = findGoal(policy, { facts, now, awards })
    if (goal) {
      goals.set(policy.id, goal)
      const award = awardOf(goal, policy)
      if (award && !facts.certificates?.includes(award.certificate) && award.day <= horizonOf(now))
        awards.set(award.certificate, award)
    }
    yield
  }
  return { goals, awards }
}

function rankOf({ grants }: GoalPolicy): number {
  if (!grants) return RUNGS.length + 1
  return RUNGS.includes(grants) ? RUNGS.indexOf(grants) : RUNGS.length
}

interface Ground extends Pick<Outlook, 'now' | 'awards'> {
  facts: Facts
}

function findGoal(policy: GoalPolicy, ground: Ground): Goal | null {
  const { facts, now, awards } = ground
  const { program } = policy.rule
  if (!program || !canBeHad(policy.window, now)) return null
  if (policy.grants && RUNGS.includes(policy.grants) && speaksAgainstResearch(facts)) return null
  const today = companyAt(facts, now, [], now)
  const { status } = program.reason(today)
  if (status !== 'unmet') {
    const { day } = dayOf([], policy.window, now)
    const effort = status === 'unknown' ? effortOnceKnown(program, ground) : 'wait'
    return { id: policy.id, steps: [], day, isEstimate: false, effort, status }
  }
  let best: { goal: Goal; cost: number } | null = null
  for (let years = 0; years <= YEARS; years++) {
    const year = yearOf(now) + years
    const company = years === 0 ? today : companyAt(facts, now, [], `${year}-01-01`)
    const way = wayTo(program.reason(company), { company, now, awards })
    const hold: Step[] = years === 0 ? [] : [{ kind: 'hold', year: year - 1 }]
    const goal = way && settle(policy, [...hold, ...way], ground)
    if (!goal) continue
    const cost = costOfAll(goal.steps) + (goal.status === 'unknown' ? 1 : 0)
    if (!best || cost < best.cost) best = { goal, cost }
    if (best.cost < NEAR) break
  }
  return best?.goal ?? null
}

/** Returns the goal with the necessary ones of these steps; adds steps for conditions that still fail on its day. */
function settle(policy: GoalPolicy, first: readonly Step[], ground: Ground): Goal | null {
  let own = first
  for (let mends = 0; mends <= MENDS; mends++) {
    const judged = judge(policy, own, ground)
    if (!judged) return null
    const { reason, company } = judged
    let { goal } = judged
    if (goal) {
      for (const step of own) {
        const rest = own.filter((each) => each !== step)
        const fewer = judge(policy, rest, ground)?.goal
        if (fewer?.status === goal.status) [own, goal] = [rest, fewer]
      }
      return goal
    }
    const way = wayTo(reason, { ...ground, company })
    if (!way) return null
    own = [...own, ...way]
  }
  return null
}

/** Judges the company after the steps; null if that is too late, or not advisable. */
function judge({ id, rule, window }: GoalPolicy, own: readonly Step[], { facts, now }: Ground) {
  const steps = joinSteps(own)
  const { day, isEstimate } = dayOf(steps, window, now)
  if (!rule.program || day > horizonOf(now) || !canBeHad(window, day)) return null
  if (speaksAgainstResearch(facts) && steps.some(isResearch)) return null
  const company = companyAt(facts, now, steps, day)
  const reason = rule.program.reason(company)
  const isOpen = steps.some((step) => step.kind === 'certificate' && step.goal.status === 'unknown')
  const status = isOpen && reason.status === 'met' ? 'unknown' : reason.status
  const goal: Goal | null =
    status === 'unmet' ? null : { id, steps, day, isEstimate, effort: effortOfAll(steps), status }
  return { company, reason, goal }
}

/** Returns the effort for a 待确认 policy once the coming years, assumed like the last one, have answered. */
function effortOnceKnown(
  program: NonNullable<CompiledRule['program']>,
  { facts, now, awards }: Ground,
): Effort {
  const company = companyAt(facts, now, [], `${yearOf(now) + YEARS}-01-01`)
  return effortOfAll(wayTo(program.reason(company), { company, now, awards }) ?? [])
}

/** Trades without 加计扣除 for research (财税〔2015〕119号第四条): 烟草、批发零售、住宿餐饮、房地产、租赁和商务服务、娱乐. */
const TRADES_WITHOUT_RESEARCH = ['C16', 'F', 'H', 'K70', 'L', 'R90']
const RESEARCH: readonly FactKey[] = ['rd_expense', 'rd_staff', 'ip_invention', 'ip_utility']

/** With such a trade and neither research nor IP, no path that begins with research is offered. */
function speaksAgainstResearch({ industry, rd_expense, ip_invention, ip_utility }: Facts): boolean {
  return (
    typeof industry === 'string' &&
    TRADES_WITHOUT_RESEARCH.some((outer) => industryContains(outer, industry)) &&
    ![rd_expense, ip_invention, ip_utility].some((value) => Number(value ?? 0) > 0)
  )
}

function isResearch(step: Step): boolean {
  return step.kind === 'figure'
    ? RESEARCH.includes(step.fact)
    : step.kind === 'certificate' && RUNGS.includes(step.certificate)
}

export function horizonOf(now: string): string {
  return addMonths(now, 12 * YEARS)
}

interface Day {
  day: string
  isEstimate: boolean
}

function dayOf(steps: readonly Step[], window: ApplicationWindow, now: string): Day {
  const days = steps.map((step) => dayOfStep(step, now))
  const isWork = days.includes(null)
  const isEstimate = isWork || steps.some((step) => 'isEstimate' in step && step.isEstimate)
  const worked = isWork ? [nextBatch(window, dayAfter(now)) ?? addMonths(now, WORK_MONTHS)] : []
  const ready = [now, ...worked, ...days.flatMap((day) => day ?? [])].reduce((a, b) => (a > b ? a : b))
  const opens = startOf(window) ?? ready
  return { day: nextBatch(window, ready, true) ?? (opens > ready ? opens : ready), isEstimate }
}

/** Returns the first day of the next usual batch; with `isRunning` the day itself, if it lies in one. */
function nextBatch(window: ApplicationWindow, day: string, isRunning = false): string | null {
  if (window.kind !== 'batches') return null
  const { months, over } = window
  if (over != null && over >= yearOf(day)) return firstOf(over + 1, months?.[0] ?? 1)
  if (!months) return null
  const [from, to] = months
  const month = Number(day.slice(5, 7))
  const isIn = from <= to ? from <= month && month <= to : from <= month || month <= to
  if (isIn && isRunning) return day
  const here = firstOf(yearOf(day), from)
  return here >= day ? here : firstOf(yearOf(day) + 1, from)
}

/** Returns the step to the certificate: the end of the batch for which the company applies on the goal's day. */
function awardOf(goal: Goal, { grants: certificate, window }: GoalPolicy): Award | null {
  if (!certificate) return null
  const about = { kind: 'certificate', certificate, goal } as const
  if (window.kind !== 'batches' || !window.months)
    return { ...about, day: addMonths(goal.day, WORK_MONTHS), isEstimate: true }
  const [from, to] = window.months
  const year = yearOf(goal.day) + (from > to && Number(goal.day.slice(5, 7)) >= from ? 1 : 0)
  return { ...about, day: addDays(addMonths(firstOf(year, to), 1), -1), isEstimate: goal.isEstimate }
}

function firstOf(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`
}
