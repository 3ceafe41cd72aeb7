/** Finds how and when an unmet policy can be met within the road, confirmed by the rules. */
import { addMonths, dayAfter } from '../eligibility/calendar.ts'
import type { FactKey, Facts } from '../eligibility/facts.ts'
import { industryContains } from '../eligibility/industries.ts'
import type { Certificate } from '../eligibility/options.ts'
import { isGiven } from '../eligibility/shortfalls.ts'
import type { Reason, Status } from '../eligibility/verdict.ts'
import { type ApplicationWindow, startOf } from '../time/application-window.ts'
import { addDays } from '../time/china-day.ts'
import { canBeHad } from '../time/window-use.ts'
import type { Future, RoadPolicy } from './future.ts'
import { costOfAll, dayOfStep, type Effort, effortOf, joinSteps, type Step, yearOf } from './steps.ts'
import { waysOf } from './ways.ts'

export interface Goal {
  /** Page id of the interpretation. */
  id: number
  /** Minimal. Empty: 符合 or 待确认 already. */
  steps: readonly Step[]
  /** The first day on which all steps may be done, YYYY-MM-DD. */
  day: string
  /** Whether the day assumes that work of unknown length is done by the next batch, or within twelve months. */
  isEstimate: boolean
  effort: Effort
  /** The verdict on that day. */
  status: Exclude<Status, 'unmet'>
}

/** A certificate within reach, and its first day. */
export interface Award {
  certificate: Certificate
  goal: Goal
  day: string
  isEstimate: boolean
}

interface Day {
  day: string
  isEstimate: boolean
}

/** Assumed length of work of unknown length. */
const WORK_MONTHS = 12
/** Highest number of repairs for a path that fails on its day. */
const MENDS = 2
const YEARS = 3
/** Cheaper paths are not searched again in later years. */
const NEAR = 4
/** More than every other path costs. */
const ROUNDABOUT = 1000

const EFFORTS: readonly Effort[] = ['wait', 'doable', 'hard']

/** Returns a cached search for the goal of a policy; null without a path. */
export function goalFinder(future: Future): (policy: RoadPolicy) => Goal | null {
  const { now, horizon, granting, at } = future
  const known = new Map<number, Goal | null>()
  const underWay = new Set<number>()
  let isCut = false
  const isFarFromResearch = speaksAgainstResearch(future.facts)

  function goal(policy: RoadPolicy): Goal | null {
    const there = known.get(policy.id)
    if (there !== undefined) return there
    // A path through the certificate itself has no end; a result found while avoiding it is not cached.
    if (underWay.has(policy.id)) {
      isCut = true
      return null
    }
    underWay.add(policy.id)
    const made = findGoal(policy)
    underWay.delete(policy.id)
    if (underWay.size === 0) isCut = false
    if (!isCut) known.set(policy.id, made)
    return made
  }

  function findGoal(policy: RoadPolicy): Goal | null {
    const { program } = policy.rule
    if (!program || !canBeHad(policy.window, now)) return null
    if (isFarFromResearch && policy.grants && RUNGS.includes(policy.grants)) return null
    const today = at([], now)
    const reason = program.reason(today)
    if (reason.status !== 'unmet') {
      const { day } = dayOf([], policy.window, now)
      const effort = reason.status === 'unknown' ? effortOnceKnown(program) : 'wait'
      return { id: policy.id, steps: [], day, isEstimate: false, effort, status: reason.status }
    }
    if (givenFails(reason)) return null
    let best: { goal: Goal; cost: number } | null = null
    for (let years = 0; years <= YEARS; years++) {
      const year = yearOf(now) + years
      const company = years === 0 ? today : at([], `${year}-01-01`)
      const hold: Step[] = years === 0 ? [] : [{ kind: 'hold', year: year - 1 }]
      const asked = years === 0 ? reason : program.reason(company)
      for (const way of asked.status === 'unmet' ? waysOf(asked, { company, now }) : [{ steps: [] }]) {
        const settled = settle(policy, [...hold, ...way.steps], MENDS)
        if (!settled) continue
        const isAround = isRoundabout(policy, settled.own)
        const cost =
          costOfAll(settled.goal.steps) +
          (settled.goal.status === 'unknown' ? 1 : 0) +
          (isAround ? ROUNDABOUT : 0)
        if (!best || cost < best.cost) best = { goal: least(policy, settled), cost }
        if (!isAround) break
      }
      if (best && best.cost < NEAR) break
    }
    return best?.goal ?? null
  }

  /** Judges the company after these steps, and adds steps for what still fails. */
  function settle(
    policy: RoadPolicy,
    own: readonly Step[],
    mends: number,
  ): { own: readonly Step[]; goal: Goal } | null {
    const { program } = policy.rule
    const all = withCertificates(own)
    if (!program || !all) return null
    if (isFarFromResearch && all.steps.some(isResearch)) return null
    const { day, isEstimate } = dayOf(all.steps, policy.window, now)
    if (day > horizon || !canBeHad(policy.window, day)) return null
    const company = at(all.steps, day)
    const status = program.status(company)
    if (status === 'unmet') {
      if (mends === 0) return null
      const [way] = waysOf(program.reason(company), { company, now })
      return way ? settle(policy, joinSteps(own, way.steps), mends - 1) : null
    }
    const effort = hardestOf(all.steps)
    return {
      own,
      goal: {
        id: policy.id,
        steps: all.steps,
        day,
        isEstimate: isEstimate || all.isEstimate,
        effort,
        status: all.isOpen ? 'unknown' : status,
      },
    }
  }

  /** Adds certificates first, each by the path of its policy; null if one is unreachable. */
  function withCertificates(
    own: readonly Step[],
  ): { steps: Step[]; isOpen: boolean; isEstimate: boolean } | null {
    let steps: Step[] = []
    let isOpen = false
    let isEstimate = false
    for (const step of own) {
      if (step.kind !== 'certificate') {
        steps = joinSteps(steps, [step])
        continue
      }
      const policy = granting.get(step.certificate)
      const first = policy && goal(policy)
      if (!first) return null
      const granted = grantDay(first, policy.window)
      isOpen ||= first.status === 'unknown'
      isEstimate ||= granted.isEstimate
      steps = joinSteps(steps, [...first.steps, awardStep(step.certificate, first, granted.day)])
    }
    return { steps, isOpen, isEstimate }
  }

  /** Returns the effort for 待确认 conditions, with the coming years taken like the last one. */
  function effortOnceKnown(program: NonNullable<RoadPolicy['rule']['program']>): Effort {
    const company = at([], `${yearOf(now) + YEARS}-01-01`)
    const reason = program.reason(company)
    const [way] = reason.status === 'unmet' ? waysOf(reason, { company, now }) : []
    return way ? hardestOf(way.steps) : 'wait'
  }

  /** Removes every step that does not change the verdict. */
  function least(policy: RoadPolicy, settled: { own: readonly Step[]; goal: Goal }): Goal {
    let best = settled
    for (const step of settled.own) {
      const rest = best.own.filter((each) => each !== step)
      const fewer = settle(policy, rest, 0)
      if (fewer && fewer.goal.status === best.goal.status) best = fewer
    }
    return best.goal
  }

  return goal
}

/** Returns the certificate as a step of other paths, never easier than its own path. */
export function awardStep(certificate: Certificate, { effort }: Pick<Goal, 'effort'>, day: string): Step {
  return { kind: 'certificate', certificate, day, effort: effort === 'wait' ? 'doable' : effort }
}

function hardestOf(steps: readonly Step[]): Effort {
  return EFFORTS[Math.max(0, ...steps.map((step) => EFFORTS.indexOf(effortOf(step))))] ?? 'hard'
}

/** 优质中小企业梯度培育 (工信部企业〔2026〕2号), and 高企 beside it, ascending: each requires research. */
export const RUNGS: readonly Certificate[] = [
  'tech_sme',
  'innovative_sme',
  'specialised',
  'little_giant',
  'high_tech',
]

/** A higher certificate is no path to a lower one, unless there is no other. */
function isRoundabout({ grants }: RoadPolicy, steps: readonly Step[]): boolean {
  const rank = grants === null ? -1 : RUNGS.indexOf(grants)
  return (
    rank >= 0 && steps.some((step) => step.kind === 'certificate' && RUNGS.indexOf(step.certificate) > rank)
  )
}

/** Trades without 加计扣除 for research (财税〔2015〕119号第四条): 烟草、批发零售、住宿餐饮、房地产、租赁和商务服务、娱乐. */
const TRADES_WITHOUT_RESEARCH = ['C16', 'F', 'H', 'K70', 'L', 'R90']
const RESEARCH: readonly FactKey[] = ['rd_expense', 'rd_staff', 'ip_invention', 'ip_utility']

/** With such a trade and neither research nor IP, no path that begins with research is offered. */
function speaksAgainstResearch({ industry, rd_expense, ip_invention, ip_utility }: Facts): boolean {
  const isSome = (value: unknown) => Number(value ?? 0) > 0
  return (
    typeof industry === 'string' &&
    TRADES_WITHOUT_RESEARCH.some((outer) => industryContains(outer, industry)) &&
    ![rd_expense, ip_invention, ip_utility].some(isSome)
  )
}

function isResearch(step: Step): boolean {
  return (
    (step.kind === 'figure' && RESEARCH.includes(step.fact)) ||
    (step.kind === 'certificate' && RUNGS.includes(step.certificate))
  )
}

/** Returns the certificate of this goal, if it may be granted within the road. */
export function awardOf(
  goal: Goal,
  { grants: certificate, window }: RoadPolicy,
  horizon: string,
): Award | null {
  const granted = grantDay(goal, window)
  return certificate === null || granted.day > horizon ? null : { certificate, goal, ...granted }
}

/** Whether it fails by conditions that no decision changes, even if all others were met. */
function givenFails(reason: Reason): boolean {
  if (reason.status !== 'unmet') return false
  if (!('parts' in reason)) return isGiven(reason) && reason.wait === undefined
  return reason.parts.filter((part) => !givenFails(part)).length < reason.need
}

/** Returns the first day with all steps done and an open window. */
function dayOf(steps: readonly Step[], window: ApplicationWindow, now: string): Day {
  const days = steps.map((step) => dayOfStep(step, now))
  const isEstimate = days.includes(null)
  const worked = isEstimate ? [nextBatch(window, dayAfter(now)) ?? addMonths(now, WORK_MONTHS)] : []
  const ready = [now, ...worked, ...days.flatMap((day) => day ?? [])].reduce((a, b) => (a > b ? a : b))
  const opens = startOf(window) ?? ready
  return { day: nextBatch(window, ready, true) ?? (opens > ready ? opens : ready), isEstimate }
}

/**
 * Returns the first day of the next usual batch from `day` on; with `isRunning` the day itself, if it lies in one.
 */
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

/** Returns the day of the grant after an application on the goal's day: the end of the batch. */
function grantDay({ day, isEstimate }: Goal, window: ApplicationWindow): Day {
  if (window.kind !== 'batches' || !window.months)
    return { day: addMonths(day, WORK_MONTHS), isEstimate: true }
  const [from, to] = window.months
  const year = yearOf(day) + (from > to && Number(day.slice(5, 7)) >= from ? 1 : 0)
  return { day: addDays(addMonths(firstOf(year, to), 1), -1), isEstimate }
}

function firstOf(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`
}
