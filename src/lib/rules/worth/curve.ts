/**
 * How the worth changes with one number: every point where the line bends or jumps, exactly. Between two points it is
 * straight.
 */
import { type Company, readCompany } from '../eligibility/company.ts'
import { compileTree, type Program } from '../eligibility/compile.ts'
import {
  compareQuantities,
  ONE,
  type Quantity,
  readDecimal,
  readThreshold,
  writeDecimal,
} from '../eligibility/decimal.ts'
import { type AnswerKey, factOf, isFactKey } from '../eligibility/facts.ts'
import { type FactCondition, isGroup, partsOf, type Tree } from '../eligibility/tree.ts'
import type { Env, Node } from './compile.ts'
import { TURNS, turnsOf } from './income-tax.ts'
import { isOpen, minus, NOTHING, plus, product, type Range, reduce, ZERO } from './range.ts'
import { type CompiledBenefit, evaluate, rangeOf } from './worth.ts'

export interface CurvePoint {
  /** 元, people, pieces */
  x: Quantity
  /** 元. Where it jumps two points have the same x, the one before the jump first. */
  min: Quantity
  max: Quantity | null
}

export interface Curve {
  /** From left to right. */
  points: readonly CurvePoint[]
  /** The company's own number, where it has told one. */
  today?: Quantity
  /** The next jump from today's number on: from where, and how much more or less it is at once. 元 */
  nextStep?: { x: Quantity; gain: Quantity }
}

/** Far beyond every threshold: 元 and pieces. */
const FAR = 1_000_000_000_000_000n
/** How far a curve without any bend is drawn. */
const PLAIN = { money: 10_000_000n, number: 100n }
/** Today's number stands no further left than this part of the picture. */
const ROOM = 20n

/** `key`: a number or an amount of the questionnaire, or an own number of the benefit. Not eligible is worth nothing. */
export function curveOf(compiled: CompiledBenefit, company: Company, key: AnswerKey): Curve {
  const desk = openDesk(compiled, company, key)
  const { low, high } = compiled.owns.get(key)?.range ?? { low: ZERO, high: whole(FAR) }
  const breaks = findBreaks(desk, [low, high])
  const pieces = breaks.slice(1).flatMap((until, index) => pieceOf(desk, breaks[index] ?? low, until) ?? [])
  const today = numberOf(company, key)
  const end = endOf(
    breaks,
    today,
    isFactKey(key) && factOf(key).kind === 'money' ? PLAIN.money : PLAIN.number,
  )
  const points = pieces.filter(({ from }) => isLess(from, end)).flatMap((piece) => pointsOf(piece, end))
  const nextStep = today && findStep(pieces, today, desk.worthAt(today))
  return {
    points: withoutNeedless(points).map(({ x, min, max }) => ({
      x: reduce(x),
      min: reduce(min),
      max: max && reduce(max),
    })),
    ...(today && { today: reduce(today) }),
    ...(nextStep && { nextStep }),
  }
}

const whole = (n: bigint): Quantity => ({ n, d: 1n })
const isLess = (left: Quantity, right: Quantity) => compareQuantities(left, right) < 0
const difference = (left: Quantity, right: Quantity) => plus(left, minus(right))
const quotient = (left: Quantity, { n, d }: Quantity) =>
  product(left, n < 0n ? { n: -d, d: -n } : { n: d, d: n })

function numberOf({ facts }: Company, key: AnswerKey): Quantity | undefined {
  const n = readDecimal(facts[key])
  return n === undefined ? undefined : { n, d: ONE }
}

/** The worth, and whatever it rests on, at any number. */
interface Desk {
  compiled: CompiledBenefit
  worthAt: (x: Quantity) => Range
  envAt: (x: Quantity) => Env
}

function openDesk(compiled: CompiledBenefit, { facts, today }: Company, key: AnswerKey): Desk {
  const program: Program | null = compiled.tree && compileTree(compiled.tree)
  const known = new Map<bigint, Env>()
  const envAt = (x: Quantity) => {
    const n = (x.n * ONE) / x.d
    const found = known.get(n)
    if (found) return found
    const company = readCompany({ ...facts, [key]: writeDecimal(n) }, today)
    const env = evaluate(compiled, company)
    known.set(n, env)
    return env
  }
  const worthAt = (x: Quantity) => {
    const { company } = envAt(x)
    return program?.status(company) === 'unmet' ? NOTHING : rangeOf(compiled, company)
  }
  return { compiled, envAt, worthAt }
}

/** What changes the formula where it crosses 0; undefined where it is open. */
type Switch = (env: Env) => Quantity | undefined

/** Inner nodes come first, so that a later switch is straight between the breaks of those before it. */
function switchesOf({ compiled }: Desk): Switch[] {
  const { steps, tree } = compiled
  const last: Switch[] = [(env) => env.steps.at(-1)?.low, (env) => env.steps.at(-1)?.high]
  return [...(tree ? ofTree(tree) : []), ...steps.flatMap(ofNode), ...last]
}

const ENDS = ['low', 'high'] as const

function ofNode(node: Node): Switch[] {
  const { formula, parts } = node
  const inner = parts.flatMap(ofNode)
  if (typeof formula !== 'object') return inner
  if ('when' in formula) return [...inner, ...ofTree(formula.when), ...between(parts)]
  if ('least' in formula || 'most' in formula || 'span' in formula) return [...inner, ...between(parts)]
  if ('tiers' in formula) {
    const [measure] = parts
    // The part of what is below nothing is nothing.
    const bounds = [ZERO, ...(node.bounds ?? []).map(({ at }) => at)]
    const ofBounds = bounds.flatMap((at) =>
      ENDS.map(
        (end): Switch =>
          (env) =>
            difference(measure?.range(env)[end] ?? ZERO, at),
      ),
    )
    return [...inner, ...ofBounds]
  }
  const { taxReturn } = node
  if (taxReturn) {
    const turnAt =
      (place: number): Switch =>
      (env) => {
        const { position, entry } = taxReturn(env)
        return turnsOf(position, [entry])[place]
      }
    return [...inner, ...Array.from({ length: TURNS }, (_, place) => turnAt(place))]
  }
  if ('times' in formula)
    return [
      ...inner,
      ...parts.flatMap((part) =>
        ENDS.map(
          (end): Switch =>
            (env) =>
              part.range(env)[end],
        ),
      ),
    ]
  return inner
}

/** Where one of them passes another. */
function between(parts: readonly Node[]): Switch[] {
  return parts.flatMap((one, place) =>
    parts.slice(place + 1).flatMap((other) =>
      ENDS.map(
        (end): Switch =>
          (env) => {
            const [left, right] = [one.range(env)[end], other.range(env)[end]]
            return isOpen(left) || isOpen(right) ? undefined : difference(left, right)
          },
      ),
    ),
  )
}

function ofTree(tree: Tree): Switch[] {
  if (isGroup(tree)) return partsOf(tree).parts.flatMap(ofTree)
  if ('ask' in tree) return []
  const { fact } = tree
  const figures = thresholdsOf(tree).map(
    (n): Switch =>
      (env) => {
        const figure = env.company.figures[fact]
        return figure && difference(figure, { n, d: ONE })
      },
  )
  if (!('by' in tree)) return figures
  const { by, tiers } = tree
  const bounds = tiers.flatMap(({ up_to, below }) => readThreshold(up_to ?? below) ?? [])
  const ofBounds = bounds.map(
    (n): Switch =>
      (env) => {
        const figure = env.company.figures[by]
        return figure && difference(figure, { n, d: ONE })
      },
  )
  return [...ofBounds, ...figures]
}

function thresholdsOf(condition: FactCondition): bigint[] {
  const values = 'by' in condition ? condition.tiers.map(({ value }) => value) : [condition.value]
  return values.flatMap((value) => [value].flat()).flatMap((value) => readThreshold(value) ?? [])
}

/** Rising, the ends among them. */
function findBreaks(desk: Desk, ends: readonly [Quantity, Quantity]): Quantity[] {
  let breaks: Quantity[] = [...ends]
  for (const value of switchesOf(desk)) {
    breaks = breaks.flatMap((from, index) => {
      const until = breaks[index + 1]
      const root = until && rootWithin(desk, value, from, until)
      return root ? [from, root] : [from]
    })
  }
  return breaks
}

/** Two points within, in ten-thousandths; undefined where there is no room for them. */
function within(from: Quantity, until: Quantity): [Quantity, Quantity] | undefined {
  const third = product(difference(until, from), { n: 1n, d: 3n })
  const [p, q] = [plus(from, third), plus(from, product(third, whole(2n)))].map(({ n, d }) => ({
    n: (n * ONE) / d,
    d: ONE,
  }))
  return p && q && isLess(from, p) && isLess(p, q) && isLess(q, until) ? [p, q] : undefined
}

function rootWithin(desk: Desk, value: Switch, from: Quantity, until: Quantity): Quantity | undefined {
  const [p, q] = within(from, until) ?? []
  const [at, next] = [p && value(desk.envAt(p)), q && value(desk.envAt(q))]
  if (!p || !q || !at || !next || isOpen(at) || isOpen(next)) return undefined
  const fall = difference(at, next)
  if (fall.n === 0n) return undefined
  const root = plus(p, quotient(product(at, difference(q, p)), fall))
  return isLess(from, root) && isLess(root, until) ? reduce(root) : undefined
}

/** A straight part, with what the worth tends to at its ends. */
interface Piece {
  from: Quantity
  until: Quantity
  at: (x: Quantity) => { min: Quantity; max: Quantity | null }
}

function pieceOf(desk: Desk, from: Quantity, until: Quantity): Piece | undefined {
  const [p, q] = within(from, until) ?? []
  if (!p || !q) return undefined
  const [one, other] = [desk.worthAt(p), desk.worthAt(q)]
  const along = (x: Quantity, end: 'low' | 'high') => {
    const share = quotient(difference(x, p), difference(q, p))
    return plus(one[end], product(difference(other[end], one[end]), share))
  }
  const hasEnd = !isOpen(one.high) && !isOpen(other.high)
  return { from, until, at: (x) => ({ min: along(x, 'low'), max: hasEnd ? along(x, 'high') : null }) }
}

function pointsOf({ from, until, at }: Piece, end: Quantity): CurvePoint[] {
  return [from, isLess(end, until) ? end : until].map((x) => ({ x, ...at(x) }))
}

/** A third beyond the last bend, but with today's number well in sight. */
function endOf(breaks: readonly Quantity[], today: Quantity | undefined, plain: bigint): Quantity {
  const first = breaks[0] ?? ZERO
  const last = breaks.at(-1) ?? ZERO
  const bends = breaks.slice(1, -1)
  const far = product(bends.at(-1) ?? ZERO, { n: 4n, d: 3n })
  const known = today && today.n > 0n ? today : undefined
  const least = known && product(known, whole(2n))
  const most = known && product(known, whole(ROOM))
  let end = bends.length > 0 ? far : (least ?? whole(plain))
  if (most && isLess(most, end)) end = most
  if (least && isLess(end, least)) end = least
  return isLess(end, last) && isLess(first, end) ? end : last
}

function findStep(pieces: readonly Piece[], today: Quantity, now: Range): Curve['nextStep'] {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    if (!next || isLess(piece.until, today)) continue
    const isHere = compareQuantities(piece.until, today) === 0
    const before = isHere ? now.low : piece.at(piece.until).min
    const gain = difference(next.at(next.from).min, before)
    if (gain.n !== 0n) return { x: reduce(piece.until), gain: reduce(gain) }
  }
  return undefined
}

/** Without points that are twice there, or on the line between their neighbours. */
function withoutNeedless(points: readonly CurvePoint[]): CurvePoint[] {
  const kept: CurvePoint[] = []
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)]
    if (last && isSame(last.x, point.x) && isSame(last.min, point.min) && isSame(last.max, point.max))
      continue
    if (before && last && isBetween(before, last, point)) kept.pop()
    kept.push(point)
  }
  return kept
}

function isSame(left: Quantity | null, right: Quantity | null): boolean {
  return left === null || right === null ? left === right : compareQuantities(left, right) === 0
}

function isBetween(from: CurvePoint, at: CurvePoint, to: CurvePoint): boolean {
  if (isSame(from.x, at.x) || isSame(at.x, to.x)) return false
  const share = quotient(difference(at.x, from.x), difference(to.x, from.x))
  const on = (a: Quantity | null, b: Quantity | null, c: Quantity | null) =>
    a === null || b === null || c === null
      ? a === b && b === c
      : isSame(b, plus(a, product(difference(c, a), share)))
  return on(from.min, at.min, to.min) && on(from.max, at.max, to.max)
}
