/**
 * Steps that belong together, with what they open and bring. Only sure money counts: the least that they bring. First
 * comes what surely brings more than it costs, the most for the least trouble; a move of which that is not sure is never
 * put forward for its money.
 */
import { statusOf } from '../eligibility/evaluate.ts'
import { canBeHad } from '../time/window-use.ts'
import type { Future } from './future.ts'
import { type Award, awardStep, type Goal } from './goals.ts'
import type { Money, Piece, Takings } from './prices.ts'
import { costOfAll, type Effort, effortOf, type Step, spendingOf, stepId, yearOf } from './steps.ts'

export interface Move {
  steps: readonly Step[]
  /** Of the steps, those of a move that comes before it in the list: this one goes on from there. */
  after: readonly Step[]
  day: string
  isEstimate: boolean
  effort: Effort
  unlocks: readonly number[]
  /** Something in it is 待确认 still. */
  isOpen: boolean
  /** Against the company of `after` on the same day; what is 待确认 counts for the maximum only. */
  gain: Gain
  /** The day of the gain: the move's, or a January when it brings more, because by then something else has ended. */
  gainFrom: string
  /** Of what it opens and hangs on a number that nobody has given. */
  pieces: readonly Piece[]
}

export interface Gain {
  year: Money
  once: Money
}

/** 元 that are sure, every year and once, beyond what is spent on research for them. */
export function sureProfit({ gain, steps, after }: Pick<Move, 'gain' | 'steps' | 'after'>): number {
  return sureOf(gain) - (spendingOf(steps) - spendingOf(after))
}

interface Path {
  steps: readonly Step[]
  day: string
  isEstimate: boolean
  effort: Effort
  isOpen: boolean
  unlocks: readonly number[]
}

/** More moves than this are not compared over the years. */
const MOVES = 12
/** Where research costs more than is sure to come of it, the way counts as a hard one. */
const DEARER = 12

/**
 * Paths that are the same are one move; a certificate is one with all that asks for it. Yields between two pieces of work.
 * @param filled the same future, with the numbers that nobody has given
 */
export function* movesOf(
  future: Future,
  filled: Future,
  goals: readonly Goal[],
  awards: readonly Award[],
): Generator<void, Move[]> {
  const weighed: { path: Path; cost: number; profit: number }[] = []
  for (const path of pathsOf(future, goals, awards)) {
    yield
    const gain = gainOf(future, path, [], path.day)
    weighed.push({ path, cost: costOfAll(path.steps), profit: sureProfit({ ...path, gain, after: [] }) })
  }
  const compared = weighed
    .sort(
      (a, b) =>
        Math.max(0, b.profit) / b.cost - Math.max(0, a.profit) / a.cost ||
        (b.path.unlocks.length + 1) / b.cost - (a.path.unlocks.length + 1) / a.cost,
    )
    .slice(0, MOVES)
  const ranked: { move: Move; cost: number; profit: number }[] = []
  for (const { path, cost } of compared) {
    const move = { ...path, ...bestGain(future, path, []), after: [], pieces: [] }
    const profit = sureProfit(move)
    ranked.push({ move, cost: cost + (profit < 0 ? DEARER : 0), profit: Math.max(0, profit) })
    yield
  }
  ranked.sort(
    (a, b) =>
      b.profit / b.cost - a.profit / a.cost ||
      Number(a.move.isOpen) - Number(b.move.isOpen) ||
      sureOf(b.move.gain) / b.cost - sureOf(a.move.gain) / a.cost ||
      b.move.unlocks.length / b.cost - a.move.unlocks.length / a.cost,
  )
  const moves = ranked.map(({ move }) => move)
  const told = moves.filter((move, place) => !moves.slice(0, place).some((other) => holds(other, move)))
  const finished: Move[] = []
  for (const [place, move] of told.entries()) {
    const gone = goOn(future, move, told.slice(0, place))
    yield
    if (isLoss(filled, gone)) continue
    const company = future.at(gone.steps, gone.gainFrom)
    const pieces = gone.unlocks.flatMap((id) => future.prices.piece(id, company) ?? [])
    finished.push({ ...gone, pieces })
    yield
  }
  return finished
}

function pathsOf({ granting }: Future, goals: readonly Goal[], awards: readonly Award[]): Path[] {
  const paths = new Map<string, Omit<Path, 'unlocks'>>()
  const add = (path: Omit<Path, 'unlocks'>) => {
    const key = path.steps.map(stepId).sort().join()
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
  return [...paths.values()].map((path) => ({ ...path, unlocks: unlockedBy(path, goals) }))
}

function unlockedBy({ steps, day }: Pick<Path, 'steps' | 'day'>, goals: readonly Goal[]): number[] {
  const ids = new Set(steps.map(stepId))
  return goals
    .filter((goal) => goal.day <= day && goal.steps.every((step) => ids.has(stepId(step))))
    .map(({ id }) => id)
}

/** Whether the one takes all steps of the other. */
function holds(one: Pick<Move, 'steps'>, other: Pick<Move, 'steps'>): boolean {
  const ids = new Set(one.steps.map(stepId))
  return other.steps.every((step) => ids.has(stepId(step)))
}

/** What is known already of a longer way is not told twice. */
function goOn(future: Future, move: Move, before: readonly Move[]): Move {
  const [base] = before.filter((other) => holds(move, other)).sort((a, b) => b.steps.length - a.steps.length)
  if (!base) return move
  const path = { ...move, unlocks: move.unlocks.filter((id) => !base.unlocks.includes(id)) }
  return { ...path, after: base.steps, ...bestGain(future, path, base.steps) }
}

/** Whoever follows it has less a year for sure, such as by more people than an exemption allows: nobody is advised to. */
function isLoss({ at, takings }: Future, { steps, after, gainFrom }: Move): boolean {
  return takings(at(steps, gainFrom)).year.min < takings(at(after, gainFrom)).year.min
}

/** On its day, or in a January from when it surely brings more. */
function bestGain(future: Future, path: Path, after: readonly Step[]): Pick<Move, 'gain' | 'gainFrom'> {
  const { now, horizon } = future
  let best = { gain: gainOf(future, path, after, path.day), gainFrom: path.day }
  for (const years of [1, 2, 3]) {
    const day = `${yearOf(now) + years}-01-01`
    if (day <= path.day || day > horizon) continue
    const gain = gainOf(future, path, after, day)
    const more = sureOf(gain) - sureOf(best.gain) || mostOf(gain) - mostOf(best.gain)
    if (more > 0) best = { gain, gainFrom: day }
  }
  return best
}

function sureOf({ year, once }: Gain): number {
  return year.min + once.min
}

function mostOf({ year, once }: Gain): number {
  return (year.max ?? year.min) + (once.max ?? once.min)
}

function gainOf(
  { policies, prices, at, counted, takings }: Future,
  { steps, unlocks, isOpen }: Path,
  done: readonly Step[],
  day: string,
): Gain {
  const company = at(steps, day)
  const [before, after] = [takings(at(done, day)), takings(company)]
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
  return { year: gained(before, after, most, 'year'), once: gained(before, after, most, 'once') }
}

/** What is more at both ends. Where a missing number makes a difference, only the worst case is sure, and no best one is named. */
function gained(before: Takings, after: Takings, most: Takings, per: keyof Gain): Money {
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
