/**
 * 成长路线图: what a company can reach within three years, by which steps, and when the money falls again. Every goal is
 * judged anew on the company as it is on its day, so that no path is shown that the rules do not confirm.
 */
import { dayAfter } from '../eligibility/calendar.ts'
import type { Company } from '../eligibility/company.ts'
import { statusOf } from '../eligibility/evaluate.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import { endOf } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import { type Future, lookAhead, type RoadPolicy } from './future.ts'
import { type Award, awardOf, awardStep, type Goal, goalFinder, RUNGS } from './goals.ts'
import { type Move, movesOf } from './moves.ts'
import type { Money, Prices, Takings } from './prices.ts'
import { joinSteps, type Step, stepId, yearOf } from './steps.ts'

/** A level of the staircase: from this day on. */
export interface Stage {
  day: string
  isEstimate: boolean
  /** What leads up to it. */
  steps: readonly Step[]
  gained: readonly number[]
  /** `isOver`: its window has ended; else the company has outgrown it. */
  lost: readonly { id: number; isOver: boolean }[]
  takings: Takings
}

export interface Rung {
  certificate: Certificate
  /** Its interpretation; null: there is none. */
  policy: number | null
  state: 'held' | 'now' | 'open' | 'reachable' | 'hard' | 'out' | 'unread'
  /** When the certificate may be there; where that is later than the road goes, when one may apply. */
  day?: string
  isLate?: boolean
  isEstimate?: boolean
  steps: readonly Step[]
}

export interface Road {
  /** YYYY-MM-DD */
  now: string
  /** The first one is today. */
  stages: readonly Stage[]
  goals: readonly Goal[]
  /** In the order of `movesOf`. */
  moves: readonly Move[]
  rungs: readonly Rung[]
  /** 符合 today, and worth nothing before their certificate is there. */
  waiting: readonly number[]
}

/** Yields between two pieces of work, so that a browser can paint. @param now YYYY-MM-DD in China */
export function* planRoad(
  policies: readonly RoadPolicy[],
  facts: Facts,
  now: string,
  prices: Prices,
): Generator<void, Road> {
  const future = lookAhead(policies, facts, now, prices)
  const goalOf = goalFinder(future)
  const goals: Goal[] = []
  for (const policy of policies) {
    const goal = goalOf(policy)
    if (goal?.steps.some(({ kind }) => kind !== 'ask')) goals.push(goal)
    yield
  }
  const awards = RUNGS.flatMap((certificate) => {
    const policy = future.granting.get(certificate)
    const goal = policy && !facts.certificates?.includes(certificate) && goalOf(policy)
    return policy && goal ? (awardOf(goal, policy, future.horizon) ?? []) : []
  })
  return {
    now,
    goals,
    stages: yield* stagesOf(future, yield* withoutHarm(future, plannedOf(future, goals, awards))),
    moves: yield* movesOf(future, lookAhead(policies, prices.filled(facts), now, prices), goals, awards),
    rungs: RUNGS.map((certificate) => rungOf(certificate, future, goalOf, awards)),
    waiting: awards
      .filter(({ goal }) => goal.steps.length === 0 && goal.status === 'met')
      .map(({ goal }) => goal.id),
  }
}

interface Event {
  day: string
  isEstimate: boolean
  steps: readonly Step[]
}

/** What happens if everything is done that waits or can be done, in the order of the days. */
function plannedOf({ granting }: Future, goals: readonly Goal[], awards: readonly Award[]): Event[] {
  const grantors = new Set([...granting.values()].map(({ id }) => id))
  const isPlanned = ({ status, effort }: Goal) => status === 'met' && effort !== 'hard'
  return [
    ...goals.filter((goal) => isPlanned(goal) && !grantors.has(goal.id)),
    ...awards
      .filter(({ goal }) => isPlanned(goal))
      .map(({ certificate, goal, day, isEstimate }) => ({
        day,
        isEstimate,
        steps: [...goal.steps, awardStep(certificate, goal, day)],
      })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/** Without what would end something that the company has by then. */
function* withoutHarm({ at, counted }: Future, planned: readonly Event[]): Generator<void, Event[]> {
  const taken: Event[] = []
  for (const event of planned) {
    const steps = stepsOf(taken)
    const after = counted(at(joinSteps(steps, event.steps), event.day))
    if (counted(at(steps, event.day)).every((id) => after.includes(id))) taken.push(event)
    yield
  }
  return taken
}

function stepsOf(events: readonly Event[]): Step[] {
  return events.reduce<Step[]>((all, { steps }) => joinSteps(all, steps), [])
}

/** The levels, up and down: a new one where something begins or ends, or the money of the year changes. */
function* stagesOf(future: Future, taken: readonly Event[]): Generator<void, Stage[]> {
  const { now, at, counted, takings } = future
  const days = new Map<string, boolean>()
  for (const { day, isEstimate } of taken) days.set(day, (days.get(day) ?? false) || isEstimate)
  for (const day of yield* changeDays(future, taken)) if (!days.has(day)) days.set(day, false)
  const today = at([], now)
  let before = counted(today)
  let done: readonly Step[] = []
  let last: Stage = {
    day: now,
    isEstimate: false,
    steps: [],
    gained: before,
    lost: [],
    takings: takings(today),
  }
  const stages = [last]
  for (const [day, isEstimate] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield
    const steps = stepsOf(taken.filter((event) => event.day <= day))
    const company = at(steps, day)
    const ids = counted(company)
    const fresh = steps.filter((step) => !done.some((each) => stepId(each) === stepId(step)))
    const gained = ids.filter((id) => !before.includes(id))
    const lost = before
      .filter((id) => !ids.includes(id))
      .map((id) => ({ id, isOver: isOver(future, id, day) }))
    const sums = takings(company)
    const isSame = isSameMoney(sums.year, last.takings.year) && gained.length + lost.length === 0
    if (isSame && !fresh.some(({ kind }) => kind === 'certificate')) continue
    last = { day, isEstimate, steps: fresh, gained, lost, takings: sums }
    stages.push(last)
    before = ids
    done = steps
  }
  return stages
}

function isSameMoney(one: Money, other: Money): boolean {
  return one.min === other.min && one.max === other.max
}

function isOver({ policies }: Future, id: number, day: string): boolean {
  const policy = policies.find((each) => each.id === id)
  return policy !== undefined && !canBeHad(policy.window, day)
}

/** Days on which something ends or turns by itself: windows, years, and ages. */
function* changeDays(
  { policies, now, horizon, at, counted }: Future,
  taken: readonly Event[],
): Generator<void, string[]> {
  const ids = new Set(counted(at([], now)))
  for (const { day } of taken) {
    for (const id of counted(at(stepsOf(taken.filter((event) => event.day <= day)), day))) ids.add(id)
    yield
  }
  const watched = policies.filter(({ id }) => ids.has(id))
  const ends = watched.flatMap(({ window }) => {
    const end = endOf(window)
    return end === null ? [] : [dayAfter(end)]
  })
  const years = [1, 2, 3].map((more) => `${yearOf(now) + more}-01-01`)
  const within = (day: string) => day > now && day <= horizon
  const ages: string[] = []
  // As it is today, and with all that it does.
  for (const company of [at([], now), at(stepsOf(taken), horizon)]) {
    let before: string | undefined
    for (const day of [now, ...birthdays(company, horizon).filter(within)]) {
      const after = watched.map(({ rule }) => statusOf(rule, { ...company, today: day })).join()
      if (before !== undefined && after !== before) ages.push(day)
      before = after
      yield
    }
  }
  return [...new Set([...ends, ...years, ...ages])].filter(within)
}

/** Each day on which the company is a month older, and the day after it. */
function birthdays({ facts: { founded_on }, birthday }: Company, until: string): string[] {
  if (!founded_on) return []
  const months = (yearOf(until) + 1 - yearOf(founded_on)) * 12
  const born = Array.from({ length: months }, (_, month) => birthday(month) ?? founded_on)
  return born.flatMap((day) => [day, dayAfter(day)])
}

function rungOf(
  certificate: Certificate,
  { facts, granting }: Future,
  goalOf: (policy: RoadPolicy) => Goal | null,
  awards: readonly Award[],
): Rung {
  const policy = granting.get(certificate)
  const rung = { certificate, policy: policy?.id ?? null, steps: [] }
  if (facts.certificates?.includes(certificate)) return { ...rung, state: 'held' }
  if (!policy) return { ...rung, state: 'unread' }
  const goal = goalOf(policy)
  if (!goal) return { ...rung, state: 'out' }
  const award = awards.find((each) => each.certificate === certificate)
  const { day, isEstimate } = award ?? goal
  const { steps } = goal
  const more = { day, isEstimate, isLate: !award, steps }
  if (steps.length === 0) return { ...rung, ...more, state: goal.status === 'met' ? 'now' : 'open' }
  return { ...rung, ...more, state: goal.effort === 'hard' ? 'hard' : 'reachable' }
}
