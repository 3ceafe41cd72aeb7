/**
 * 成长路线图: which steps lead to what within three years, what they bring, and what ends meanwhile. The rules judge every
 * path on the company of its day, so that none is shown that they do not confirm.
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

/** Steps that belong together, with what they open. */
interface Path {
  steps: readonly Step[]
  day: string
  isEstimate: boolean
  effort: Effort
  /** Something in it is 待确认 still. */
  isOpen: boolean
  /** Page ids. */
  unlocks: readonly number[]
}

export interface Move extends Path {
  /** Against the company without these steps; what is 待确认 counts for the maximum only. */
  gain: Record<'year' | 'once', Money>
  /** Something that it opens hangs on a number that nobody has given. */
  isUnfilled: boolean
  /** The day of the gain: the move's, or a January when it brings more, because by then something else has ended. */
  gainFrom: string
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
  /** What the certificate brings, where that is known. */
  move?: Move
}

export interface Road {
  /** YYYY-MM-DD */
  now: string
  today: { met: readonly number[]; takings: Takings }
  goals: readonly Goal[]
  /** The best first: what surely brings the most for the least trouble. */
  moves: readonly Move[]
  rungs: readonly Rung[]
  /** What the company has today and is over within the road: page id and last day, in the order of the days. */
  ends: readonly { id: number; day: string }[]
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
  // What hangs on a number that nobody has given may be lost as well.
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

/** 元 that are sure, every year and once, beyond what is spent on research for them. */
export function sureProfit({ gain, steps }: Pick<Move, 'gain' | 'steps'>): number {
  return gain.year.min + gain.once.min - spendingOf(steps)
}

/** Paths that are the same are one; a certificate is one with all that asks for it. */
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

/** Whether the one takes all steps of the other. */
function holds(one: Pick<Move, 'steps'>, other: Pick<Move, 'steps'>): boolean {
  const ids = new Set(one.steps.map(stepId))
  return other.steps.every((step) => ids.has(stepId(step)))
}

/** Where research costs more than is sure to come of it, the way counts as a hard one. */
const DEARER = 12

/** Sure profit by trouble, then what is not open, then sure money, then what it opens. */
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

/** It brings less a year than it ends, such as by more people than an exemption allows: nobody is advised to. */
function isLoss({ at, takings }: Future, { steps, gainFrom }: Move): boolean {
  return takings(at(steps, gainFrom)).year.min < takings(at([], gainFrom)).year.min
}

/** On its day, or in a January from when it surely brings more. */
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

/** Where a missing number makes a difference, only the worst case is sure, and no best one is named. */
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

/** Null: no end is known. */
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
