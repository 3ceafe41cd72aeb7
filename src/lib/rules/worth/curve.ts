/** The worth as a function of one number: its value at each stop of a slider, and its next jump. */
import { type Company, readCompany } from '../eligibility/company.ts'
import { compileTree } from '../eligibility/compile.ts'
import { ONE, type Quantity, readDecimal } from '../eligibility/decimal.ts'
import { type AnswerKey, factOf, isFactKey } from '../eligibility/facts.ts'
import { isOpen, NOTHING } from './range.ts'
import { type CompiledBenefit, rangeOf } from './worth.ts'

export interface CurvePoint {
  /** 元, 人 or 件. */
  x: number
  /** 元. */
  min: number
  max: number | null
}

export interface Curve {
  /** From left to right: both end stops, and the stops where the line bends. */
  points: readonly CurvePoint[]
  /** Distance of two stops. */
  step: number
  /** The company's own answer, if any. */
  today?: number
  /** The next jump after `today`: the number that it rises at or falls after, and its size in 元. */
  nextStep?: { x: number; gain: number }
}

const STOPS = 200
/** Round numbers far beyond every threshold. */
const ROUND = Array.from({ length: 11 }, (_, power) => [1, 2, 5].map((each) => each * 10 ** power)).flat()
/** Length of a curve without bends. */
const PLAIN = { money: 10_000_000, number: 100 }
/** `today` is never left of 1/20 of the width. */
const ROOM = 20
/** Share of the highest worth that is invisible in the picture, such as rounding. */
const UNSEEN = 0.001

/** Returns the curve for `key`: a numeric question, or an own number of the benefit. Not eligible counts as 0. */
export function curveOf(compiled: CompiledBenefit, company: Company, key: AnswerKey): Curve {
  const worthAt = reckoner(compiled, company, key)
  const own = compiled.owns.get(key)?.range
  const [least, most] = own ? [numberOf(own.low), numberOf(own.high)] : [0, Number.POSITIVE_INFINITY]
  const answer = readDecimal(company.facts[key])
  const today = answer === undefined ? undefined : numberOf({ n: answer, d: ONE })
  const unit = isFactKey(key) ? factOf(key).unit : compiled.owns.get(key)?.unit
  const plain = unit === '元' ? PLAIN.money : PLAIN.number
  const probes = [least, ...ROUND.filter((x) => x > least && x <= most)].map(worthAt)
  const end = Math.min(most, endOf(probes, today, plain))
  const step = stepOf(end - least)
  const last = Math.floor((end - least) / step)
  const stops = Array.from({ length: last + 1 }, (_, stop) => worthAt(least + stop * step))
  const unseen = Math.max(...stops.map(heightOf)) * UNSEEN
  const points = stops.filter((_, stop) => stop === 0 || stop === last || isBend(stops, stop, unseen))
  const nextStep = today !== undefined && findStep(worthAt, points, step, today, unseen)
  return { points, step, ...(today !== undefined && { today }), ...(nextStep && { nextStep }) }
}

type WorthAt = (x: number) => CurvePoint

function reckoner(compiled: CompiledBenefit, { facts, today }: Company, key: AnswerKey): WorthAt {
  const program = compiled.tree && compileTree(compiled.tree)
  return (x) => {
    const company = readCompany({ ...facts, [key]: String(x) }, today)
    const { low, high } = program?.status(company) === 'unmet' ? NOTHING : rangeOf(compiled, company)
    return { x, min: numberOf(low), max: isOpen(high) ? null : numberOf(high) }
  }
}

const numberOf = ({ n, d }: Quantity) => Number(n) / Number(d)
const heightOf = ({ min, max }: CurvePoint) => max ?? min

/** Whether the point is off the line between its neighbours. */
function isBend(points: readonly CurvePoint[], place: number, unseen: number): boolean {
  const [from, at, to] = points.slice(place - 1, place + 2)
  if (place === 0 || !from || !at || !to) return false
  const share = (at.x - from.x) / (to.x - from.x)
  return [heightOf, ({ min }: CurvePoint) => min].some(
    (of) => Math.abs(of(from) + share * (of(to) - of(from)) - of(at)) > unseen,
  )
}

/** Ends a little after the last bend, with `today` well inside. */
function endOf(probes: readonly CurvePoint[], today: number | undefined, plain: number): number {
  const last = probes.findLast((at, place) => isBend(probes, place, 0.01 + heightOf(at) * UNSEEN))
  if (!today || today < 0) return last ? last.x * 1.2 : plain
  return Math.min(Math.max(last ? last.x * 1.2 : 0, today * 2), today * ROOM)
}

/** Returns a round number, so that the stops are sums that people use. */
function stepOf(length: number): number {
  const rough = length / STOPS
  const power = 10 ** Math.floor(Math.log10(rough))
  return Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough)
}

/** Finds the exact number of a jump: one more unit changes the worth by more than the neighbouring units do. */
function findStep(
  worthAt: WorthAt,
  points: readonly CurvePoint[],
  step: number,
  today: number,
  unseen: number,
): Curve['nextStep'] {
  const worth = (x: number) => worthAt(x).min
  const riseAt = (x: number) => worth(x + 1) - worth(x)
  for (const [place, { x: until }] of points.entries()) {
    const from = points[place - 1]?.x
    // Both stops at a jump are points.
    if (from === undefined || until <= today || until - from > step) continue
    let [low, high] = [Math.max(from, Math.floor(today)), until]
    const rise = riseAt(Math.max(points[0]?.x ?? 0, low - 1))
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      const isStraight = Math.abs(worth(low) + rise * (middle - low) - worth(middle)) <= unseen
      if (isStraight) low = middle
      else high = middle
    }
    const gain = riseAt(low)
    const beside = [rise, riseAt(high)]
    if (gain > Math.max(...beside) + unseen) return { x: high, gain }
    if (gain < Math.min(...beside) - unseen) return { x: low, gain }
  }
  return undefined
}
