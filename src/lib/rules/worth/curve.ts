/** How the worth changes with one number: what it is at each stop of a slider, and where it jumps next. */
import { type Company, readCompany } from '../eligibility/company.ts'
import { compileTree } from '../eligibility/compile.ts'
import { ONE, type Quantity, readDecimal } from '../eligibility/decimal.ts'
import { type AnswerKey, factOf, isFactKey } from '../eligibility/facts.ts'
import { isOpen, NOTHING } from './range.ts'
import { type CompiledBenefit, rangeOf } from './worth.ts'

export interface CurvePoint {
  /** 元, people, pieces */
  x: number
  /** 元 */
  min: number
  max: number | null
}

export interface Curve {
  /** From left to right: the first and the last stop, and those at which the line bends. */
  points: readonly CurvePoint[]
  /** From stop to stop. */
  step: number
  /** The company's own number, where it has told one. */
  today?: number
  /** The next jump from today's number on: the number that it rises to, or falls after, and by how many 元 at once. */
  nextStep?: { x: number; gain: number }
}

/** Where the slider can stand. */
const STOPS = 200
/** Round numbers up to far beyond every threshold. */
const ROUND = Array.from({ length: 11 }, (_, power) => [1, 2, 5].map((each) => each * 10 ** power)).flat()
/** How far a curve without any bend is drawn. */
const PLAIN = { money: 10_000_000, number: 100 }
/** Today's number stands no further left than this part of the picture. */
const ROOM = 20
/** Of the highest worth: nobody sees it in the picture, such as what is rounded. */
const UNSEEN = 0.001

/** `key`: a number or an amount of the questionnaire, or an own number of the benefit. Not eligible is worth nothing. */
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

/** Not on the line between its neighbours. */
function isBend(points: readonly CurvePoint[], place: number, unseen: number): boolean {
  const [from, at, to] = points.slice(place - 1, place + 2)
  if (place === 0 || !from || !at || !to) return false
  const share = (at.x - from.x) / (to.x - from.x)
  return [heightOf, ({ min }: CurvePoint) => min].some(
    (of) => Math.abs(of(from) + share * (of(to) - of(from)) - of(at)) > unseen,
  )
}

/** Somewhat beyond the last bend, but with today's number well in sight. */
function endOf(probes: readonly CurvePoint[], today: number | undefined, plain: number): number {
  const last = probes.findLast((at, place) => isBend(probes, place, 0.01 + heightOf(at) * UNSEEN))
  if (!today || today < 0) return last ? last.x * 1.2 : plain
  return Math.min(Math.max(last ? last.x * 1.2 : 0, today * 2), today * ROOM)
}

/** A round number, so that the slider stands on sums that one would say. */
function stepOf(length: number): number {
  const rough = length / STOPS
  const power = 10 ** Math.floor(Math.log10(rough))
  return Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough)
}

/** A jump is to the unit: one more of them brings more, or less, than those beside it. */
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
    // Both stops beside a jump are points.
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
