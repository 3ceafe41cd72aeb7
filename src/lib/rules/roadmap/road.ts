/** 成长路线图: steps to further policies within three years, their worth, and what ends meanwhile. */
import type { Company } from '../eligibility/company.ts'
import { ONE, writeDecimal } from '../eligibility/decimal.ts'
import { statusOf } from '../eligibility/evaluate.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import { endOf } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import { awaitsCertificate, candidateOf, type PricedPolicy, totalOf } from '../worth/total.ts'
import { endsOf as numbersOf } from '../worth/working.ts'
import { worthOf } from '../worth/worth.ts'
import { findGoals, type GoalPolicy, type Goals, horizonOf, RUNGS } from './goals.ts'
import { companyAt, costOfAll, effortOf, type Goal, type Step, spendingOf, stepId } from './steps.ts'

export type RoadPolicy = GoalPolicy & PricedPolicy

/** 元; `max` null: no upper end known. */
export interface Money {
  min: number
  max: number | null
}

/** The yearly worth of the best combination of policies. Payments that an authority selects for count as nothing. */
interface Takings extends Money {
  loose: string
  /** Page ids of policies outside the sum, because their whole worth depends on an unanswered number. */
  unfilled: readonly number[]
}

interface Outcome {
  met: readonly number[]
  takings: Takings
}

/** Steps that belong together, with their gain and the policies that they open. */
export interface Move extends Pick<Goal, 'steps' | 'day' | 'isEstimate' | 'effort'> {
  isOpen: boolean
  unlocks: readonly number[]
  /** Per year, against the company without these steps; 待确认 policies count for the maximum only. */
  gain: Money
  /** The worth of an opened policy depends on an unanswered number. */
  isUnfilled: boolean
}

export interface Rung {
  certificate: Certificate
  policy: number
  state: 'held' | 'now' | 'open' | 'reachable' | 'hard' | 'out'
  goal?: Goal
  /** The gain of the certificate, if known. */
  move?: Move
}

export interface Road {
  now: string
  today: Outcome
  goals: readonly Goal[]
  /** Best first: most sure money for the least effort. */
  moves: readonly Move[]
  rungs: readonly Rung[]
  ends: readonly { id: number; day: string }[]
}

/** Yields between two pieces of work, so that a browser can paint. @param now YYYY-MM-DD in China */
export function* planRoad(policies: readonly RoadPolicy[], facts: Facts, now: string): Generator<void, Road> {
  const found = yield* findGoals(policies, facts, now)
  const goals = [...found.goals.values()].filter(({ steps }) => steps.some(({ kind }) => kind !== 'ask'))
  const outcomes = new Map<string, Outcome>()
  const before = (day: string) => {
    const outcome = outcomes.get(day) ?? outcomeOf(policies, companyAt(facts, now, [], day))
    outcomes.set(day, outcome)
    return outcome
  }
  const today = before(now)
  const filled = withNumbers(policies, facts)
  const moves: Move[] = []
  for (const path of pathsOf(policies, goals, found)) {
    const move = weigh(path, companyAt(facts, now, path.steps, path.day), policies, goals, before(path.day))
    const sumWith = (steps: readonly Step[]) =>
      outcomeOf(policies, companyAt(filled, now, steps, path.day)).takings.min
    // The steps can also lose sums that depend on unanswered numbers.
    if (move && sumWith(path.steps) >= sumWith([])) moves.push(move)
    yield
  }
  moves.sort(byRank)
  return {
    now,
    today,
    goals,
    moves: moves.filter((move, place) => !moves.slice(0, place).some((other) => holds(other, move))),
    rungs: RUNGS.flatMap((certificate) => {
      const policy = policies.find(({ grants }) => grants === certificate)
      return policy ? [rungOf(certificate, policy.id, facts, found, moves)] : []
    }),
    ends: endsOf(policies, today.met, horizonOf(now)),
  }
}

/** Sets unanswered numbers to a hundredth of their range, which shows the direction in which such sums move. */
function withNumbers(policies: readonly RoadPolicy[], facts: Facts): Facts {
  const owns = policies.flatMap(({ benefit }) => [...(benefit?.owns.values() ?? [])])
  const numbers = owns.map(({ key, range: { low, high } }) => {
    const [from, to] = [(low.n * ONE) / low.d, (high.n * ONE) / high.d]
    return [key, writeDecimal(from + (to - from) / 100n)]
  })
  return { ...Object.fromEntries(numbers), ...facts }
}

export function sureProfit({ gain, steps }: Pick<Move, 'gain' | 'steps'>): number {
  return gain.min - spendingOf(steps)
}

type Path = Omit<Move, 'unlocks' | 'gain' | 'isUnfilled'>

/** A certificate is a path to every policy that requires it; identical paths become one. */
function pathsOf(policies: readonly RoadPolicy[], goals: readonly Goal[], { awards }: Goals): Path[] {
  const paths = [...awards.values()]
    .filter(({ certificate }) => RUNGS.includes(certificate))
    .map((step): Path => {
      const { day, isEstimate, goal } = step
      const isOpen = goal.status === 'unknown'
      return { steps: [...goal.steps, step], day, isEstimate, effort: effortOf(step), isOpen }
    })
  const grantors = new Set(policies.flatMap(({ id, grants }) => (grants ? [id] : [])))
  for (const { id, status, ...path } of goals) {
    if (grantors.has(id) || path.steps.some(({ kind }) => kind === 'ask')) continue
    paths.push({ ...path, isOpen: status === 'unknown' })
  }
  const soonest = paths.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return soonest.filter((path, place) => soonest.findIndex((each) => isSame(each, path)) === place)
}

function holds(one: Pick<Move, 'steps'>, other: Pick<Move, 'steps'>): boolean {
  const ids = new Set(one.steps.map(stepId))
  return other.steps.every((step) => ids.has(stepId(step)))
}

function isSame(one: Pick<Move, 'steps'>, other: Pick<Move, 'steps'>): boolean {
  return holds(one, other) && holds(other, one)
}

/** Returns null if the path loses more than it gains, for example if more employees end an exemption. */
function weigh(
  path: Path,
  company: Company,
  policies: readonly RoadPolicy[],
  goals: readonly Goal[],
  before: Outcome,
): Move | null {
  const { day } = path
  const opened = new Set(goals.filter((goal) => goal.day <= day && holds(path, goal)).map(({ id }) => id))
  const open = policies.filter(({ id, rule }) => opened.has(id) && statusOf(rule, company) !== 'unmet')
  const after = outcomeOf(policies, company)
  if (after.takings.min < before.takings.min) return null
  // The size of this loss is unknown.
  if (before.takings.unfilled.some((id) => !after.met.includes(id))) return null
  const hoped = open.filter(({ id, window }) => !after.met.includes(id) && canBeHad(window, day))
  const all = policies.filter((each) => after.met.includes(each.id) || hoped.includes(each))
  const most = path.isOpen && hoped.length > 0 ? takingsOf(all, company) : after.takings
  const unlocks = open.map(({ id }) => id)
  return {
    ...path,
    unlocks,
    gain: gained(before.takings, after.takings, most),
    isUnfilled: most.unfilled.some((id) => unlocks.includes(id)),
  }
}

/** Returns the open policies that are 符合 on the company's day; a policy that grants a certificate counts once it is held. */
export function outcomeOf(policies: readonly RoadPolicy[], company: Company): Outcome {
  const met = policies
    .filter(({ grants }) => !awaitsCertificate(grants, company.facts))
    .filter(({ rule, window }) => canBeHad(window, company.today) && statusOf(rule, company) === 'met')
  return { met: met.map(({ id }) => id), takings: takingsOf(met, company) }
}

function takingsOf(policies: readonly RoadPolicy[], company: Company): Takings {
  const own = policies.filter(({ benefit }) => benefit?.money !== 'contested')
  const candidates = own.map((policy) => candidateOf(policy, company))
  const total = totalOf(candidates, company.facts)
  const [min, max] = numbersOf(total)
  const loose = own.flatMap(({ id, benefit }) => {
    const { isRange, missing, min, max } = benefit ? worthOf(benefit, company) : {}
    const isLoose = isRange && missing && missing.length > 0 && total.counted.includes(id)
    return isLoose ? [`${id} ${min?.n} ${max?.n}`] : []
  })
  return { min, max, loose: loose.join(), unfilled: total.unfilled }
}

/** If a missing number matters, only the worst case is sure, and there is no maximum. */
function gained(before: Takings, after: Takings, most: Takings): Money {
  const rises = (to: Money) => [
    to.min - before.min,
    ...(to.max === null || before.max === null ? [] : [to.max - before.max]),
  ]
  const isSame = before.loose === after.loose
  const min = Math.max(0, isSame ? Math.min(...rises(after)) : after.min - (before.max ?? after.min))
  const isKnown = before.loose === most.loose && most.max !== null
  return { min, max: isKnown ? Math.max(min, ...rises(most)) : null }
}

/** Added cost of a path whose research costs more than its sure gain. */
const DEARER = 12

/** Best first: sure profit per effort, then paths without 待确认, then sure money, then number of opened policies. */
function byRank(one: Move, other: Move): number {
  const [a, b] = [one, other].map((move) => {
    const profit = sureProfit(move)
    const cost = costOfAll(move.steps) + (profit < 0 ? DEARER : 0)
    return {
      profit: Math.max(0, profit) / cost,
      sum: move.gain.min / cost,
      unlocks: move.unlocks.length / cost,
    }
  })
  if (!a || !b) return 0
  const isOpen = Number(one.isOpen) - Number(other.isOpen)
  return b.profit - a.profit || isOpen || b.sum - a.sum || b.unlocks - a.unlocks
}

function endsOf(policies: readonly RoadPolicy[], met: readonly number[], horizon: string): Road['ends'] {
  const ends = policies.flatMap(({ id, window }) => {
    const day = met.includes(id) ? endOf(window) : null
    return day !== null && day <= horizon ? [{ id, day }] : []
  })
  return ends.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

function rungOf(
  certificate: Certificate,
  policy: number,
  facts: Facts,
  { goals, awards }: Goals,
  moves: readonly Move[],
): Rung {
  if (facts.certificates?.includes(certificate)) return { certificate, policy, state: 'held' }
  const goal = goals.get(policy)
  if (!goal) return { certificate, policy, state: 'out' }
  const award = awards.get(certificate)
  const move = award && moves.find((each) => isSame(each, { steps: [...goal.steps, award] }))
  const stateNow = goal.status === 'met' ? 'now' : 'open'
  const stateThen = goal.effort === 'hard' ? 'hard' : 'reachable'
  const state = goal.steps.length === 0 ? stateNow : stateThen
  return { certificate, policy, state, goal, ...(move && { move }) }
}
