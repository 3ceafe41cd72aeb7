/**
 * 成长路线图: steps to further policies within three years, their worth, and what ends meanwhile. The rules confirm
 * every path for the company of its day.
 */
import { statusOf } from '../eligibility/evaluate.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import { endOf } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import { type Future, lookAhead, type RoadPolicy } from './future.ts'
import { type Award, awardOf, awardStep, type Goal, goalFinder, RUNGS } from './goals.ts'
import type { Money, Prices, Takings } from './prices.ts'
import { costOfAll, type Effort, effortOf, type Step, spendingOf, stepId, yearOf } from './steps.ts'

/** Steps that belong together, and the policies that they open. */
interface Path {
  steps: readonly Step[]
  day: string
  isEstimate: boolean
  effort: Effort
  /** Part of it is 待确认. */
  isOpen: boolean
  /** Page ids. */
  unlocks: readonly number[]
}

export interface Move extends Path {
  /** Compared with the company without these steps; 待确认 policies count for the maximum only. */
  gain: Record<'year' | 'once', Money>
  /** Part of what it opens depends on a missing number. */
  isUnfilled: boolean
  /** The day of the gain: the move's, or a January with a larger gain, because something else has ended by then. */
  gainFrom: string
}

export interface Rung {
  certificate: Certificate
  /** Its interpretation, null without one. */
  policy: number | null
  state: 'held' | 'now' | 'open' | 'reachable' | 'hard' | 'out' | 'unread'
  /** First possible day of the certificate; if that is after the road's end, the day of the application. */
  day?: string
  isLate?: boolean
  isEstimate?: boolean
  steps: readonly Step[]
  /** Worth of the certificate, if known. */
  move?: Move
}

export interface Road {
  /** YYYY-MM-DD */
  now: string
  today: { met: readonly number[]; takings: Takings }
  goals: readonly Goal[]
  /** Best first: most sure money for the least effort. */
  moves: readonly Move[]
  rungs: readonly Rung[]
  /** Page id and last day of today's policies that end within the road, by day. */
  ends: readonly { id: number; day: string }[]
  /** Policies that are 符合 today and worth nothing before their certificate is granted. */
  waiting: readonly number[]
}

/** Yields between pieces of work, so that a browser can paint. @param now YYYY-MM-DD in China */
export function* planRoad(
  policies: readonly RoadPolicy[],
  facts: Facts,
  now: string,
  prices: Prices,
): Generator<void, Road> {
  const future = lookAhead(policies, facts, now, prices)
  // Money that depends on a missing number may be lost as well.
  const filled = lookAhead(policies, prices.filled(facts), now, prices)
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
  const ranked: { move: Move; rank: readonly number[] }[] = []
  for (const path of pathsOf(future, goals, awards)) {
    const move = bestGain(future, path)
    if (![future, filled].some((each) => isLoss(each, move))) ranked.push({ move, rank: rankOf(move) })
    yield
  }
  const moves = ranked.sort((a, b) => compare(b.rank, a.rank)).map(({ move }) => move)
  const company = future.at([], now)
  const met = future.counted(company)
  return {
    now,
    today: { met, takings: future.takings(company) },
    goals,
    moves: moves.filter((move, place) => !moves.slice(0, place).some((other) => holds(other, move))),
    rungs: RUNGS.map((certificate) => rungOf(certificate, future, goalOf, awards, moves)),
    ends: endsOf(future, met),
    waiting: awards
      .filter(({ goal }) => goal.steps.length === 0 && goal.status === 'met')
      .map(({ goal }) => goal.id),
  }
}

/** Returns sure yearly and one-off 元 minus the additional spending on research. */
export function sureProfit({ gain, steps }: Pick<Move, 'gain' | 'steps'>): number {
  return gain.year.min + gain.once.min - spendingOf(steps)
}

/** Merges equal paths, and each certificate with the paths that need it. */
function pathsOf(
  { policies, granting, at }: Future,
  goals: readonly Goal[],
  awards: readonly Award[],
): Path[] {
  const paths = new Map<string, Omit<Path, 'unlocks'>>()
  const add = (path: Omit<Path, 'unlocks'>) => {
    const key = keyOf(path.steps)
    const there = paths.get(key)
    if (!there || path.day < there.day) paths.set(key, path)
  }
  for (const { certificate, goal, day, isEstimate } of awards) {
    const step = awardStep(certificate, goal, day)
    const steps = [...goal.steps, step]
    add({ steps, day, isEstimate, effort: effortOf(step), isOpen: goal.status === 'unknown' })
  }
  const grantors = new Set([...granting.values()].map(({ id }) => id))
  for (const { id, steps, day, isEstimate, effort, status } of goals) {
    const isAsked = steps.some(({ kind }) => kind === 'ask')
    if (!grantors.has(id) && !isAsked) add({ steps, day, isEstimate, effort, isOpen: status === 'unknown' })
  }
  const ruleOf = new Map(policies.map(({ id, rule }) => [id, rule]))
  return [...paths.values()].map((path) => {
    const company = at(path.steps, path.day)
    const isOpened = (goal: Goal) => {
      const rule = ruleOf.get(goal.id)
      return goal.day <= path.day && holds(path, goal) && rule && statusOf(rule, company) !== 'unmet'
    }
    return { ...path, unlocks: goals.filter(isOpened).map(({ id }) => id) }
  })
}

function keyOf(steps: readonly Step[]): string {
  return steps.map(stepId).sort().join()
}

function holds(one: Pick<Move, 'steps'>, other: Pick<Move, 'steps'>): boolean {
  const ids = new Set(one.steps.map(stepId))
  return other.steps.every((step) => ids.has(stepId(step)))
}

/** Effort of a path whose research costs more than it surely brings. */
const DEARER = 12

/** Orders by sure profit per effort, then certainty, sure money, and number of policies. */
function rankOf(move: Move): readonly number[] {
  const profit = sureProfit(move)
  const cost = costOfAll(move.steps) + (profit < 0 ? DEARER : 0)
  const money = move.gain.year.min + move.gain.once.min
  return [Math.max(0, profit) / cost, -Number(move.isOpen), money / cost, move.unlocks.length / cost]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((each, place) => each !== other[place])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Whether it brings less a year than it ends (for example by exceeding an exemption's number of employees). */
function isLoss({ at, takings }: Future, { steps, gainFrom }: Move): boolean {
  return takings(at(steps, gainFrom)).year.min < takings(at([], gainFrom)).year.min
}

/** Returns the gain on its day, or from a January with a larger sure one. */
function bestGain(future: Future, path: Path): Move {
  const years = [1, 2, 3].map((more) => `${yearOf(future.now) + more}-01-01`)
  const days = [path.day, ...years.filter((day) => day > path.day && day <= future.horizon)]
  const moves = days.map((gainFrom) => ({ ...path, ...gainOf(future, path, gainFrom), gainFrom }))
  return moves.reduce((best, move) => (compare(sumsOf(move), sumsOf(best)) > 0 ? move : best))
}

function sumsOf({ gain: { year, once } }: Move): number[] {
  return [year.min + once.min, (year.max ?? year.min) + (once.max ?? once.min)]
}

function gainOf(
  { policies, prices, at, counted, takings }: Future,
  { steps, unlocks, isOpen }: Path,
  day: string,
): Pick<Move, 'gain' | 'isUnfilled'> {
  const company = at(steps, day)
  const [before, after] = [takings(at([], day)), takings(company)]
  const ids = counted(company)
  const open = policies.filter(
    ({ id, rule, window }) =>
      isOpen &&
      unlocks.includes(id) &&
      !ids.includes(id) &&
      canBeHad(window, day) &&
      statusOf(rule, company) !== 'unmet',
  )
  const most = open.length === 0 ? after : prices.takings([...ids, ...open.map(({ id }) => id)], company)
  return {
    gain: { year: gained(before, after, most, 'year'), once: gained(before, after, most, 'once') },
    isUnfilled: most.unfilled.some((id) => unlocks.includes(id)),
  }
}

/** If a missing number matters, only the worst case is sure, and there is no best one. */
function gained(before: Takings, after: Takings, most: Takings, per: 'year' | 'once'): Money {
  const low = after[per].min - before[per].min
  const sure = isSameLoose(before, after)
    ? Math.min(low, endGain(before[per], after[per]) ?? low)
    : after[per].min - (before[per].max ?? after[per].min)
  const min = Math.max(0, sure)
  const max = isSameLoose(before, most) ? endGain(before[per], most[per]) : null
  return { min, max: max === null ? null : Math.max(min, max) }
}

function isSameLoose(one: Takings, other: Takings): boolean {
  const wordsOf = ({ loose }: Takings) => loose.map(({ id, min, max }) => `${id} ${min} ${max}`).join()
  return wordsOf(one) === wordsOf(other)
}

/** Null without a known end. */
function endGain(before: Money, after: Money): number | null {
  if (after.max === null) return null
  return before.max === null ? 0 : after.max - before.max
}

function endsOf({ policies, horizon }: Future, met: readonly number[]): Road['ends'] {
  return policies
    .flatMap(({ id, window }) => {
      const day = met.includes(id) ? endOf(window) : null
      return day !== null && day <= horizon ? [{ id, day }] : []
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

function rungOf(
  certificate: Certificate,
  { facts, granting }: Future,
  goalOf: (policy: RoadPolicy) => Goal | null,
  awards: readonly Award[],
  moves: readonly Move[],
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
  const path = award && keyOf([...steps, awardStep(certificate, goal, award.day)])
  const move = moves.find((each) => keyOf(each.steps) === path)
  const more = { day, isEstimate, isLate: !award, steps, ...(move && { move }) }
  if (steps.length === 0) return { ...rung, ...more, state: goal.status === 'met' ? 'now' : 'open' }
  return { ...rung, ...more, state: goal.effort === 'hard' ? 'hard' : 'reachable' }
}
