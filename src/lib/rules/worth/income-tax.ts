/**
 * 企业所得税 of one year in the order of the annual return (A100000): income, deductions (A107010), exempt and
 * half-taxed income (A107020), rate (A107040), credits (A107050). Used for one policy and for combinations: the
 * worth is the reduction of the tax.
 */
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'
import {
  hull,
  isOpen,
  isPoint,
  larger,
  minus,
  NOTHING,
  plus,
  point,
  product,
  type Range,
  smaller,
  ZERO,
} from './range.ts'

/**
 * A policy's line in the return. deducts: 元 taken from the income (加计扣除, 减计收入, additional deductions); exempts,
 * halves: 元 of exempt income, and of income at half of the statutory rate (国税函〔2010〕157号第一条); cuts, small_cuts:
 * reductions of the rate, the latter up to the income of 小型微利企业; credits: 元 taken from the tax.
 */
export const RETURN_LINES = ['deducts', 'exempts', 'halves', 'cuts', 'small_cuts', 'credits'] as const
export type ReturnLine = (typeof RETURN_LINES)[number]

export type Entry = Partial<Record<ReturnLine, Range>>

/** A company's rates up to the income of 小型微利企业, and above. */
interface Rates {
  small: Quantity
  other: Quantity
}

export interface Position {
  told: Range
  /** Share of the reliefs already deducted from that: 0 none (an estimate), 1 all (copied from the return). */
  after: () => Range
  statutory: Quantity
  /** Highest income of a 小型微利企业, 元. */
  smallLimit: Quantity
  /** The company's own rates, whether or not the policy that grants them is selected. */
  small: () => Range
  other: () => Range
  /** Remaining share of the tax in the years of 两免三减半. */
  holiday: () => Range
}

interface Sheet extends Record<'deducts' | 'exempts' | 'halves' | 'credits', Quantity> {
  relief: Quantity
}

const HALF: Quantity = { n: 1n, d: 2n }

/**
 * Returns the reduction of the tax by these entries, 元: of the whole tax if an entry lowers the rate, else at the
 * company's own rate, because a deduction without a rate is worth nothing.
 * @param isTogether the entries are all that the company takes, so that an income above the limit may become that
 * of a 小型微利企业
 */
export function savingOf(position: Position, entries: readonly Entry[], isTogether = false): Range {
  const ways = deductsFrom(entries) ? waysToTell(position.after()) : [false]
  let saving: Range | undefined
  for (const end of endsOf(entries)) {
    const sheet = sheetOf(entries, end)
    for (const isAfter of ways) {
      for (const { amount, isAbove } of incomesWithin(position.told, sheet, position)) {
        const at = { position, sheet, amount, isAfter, isAbove }
        for (const [from, to] of ratePairs(entries, at, isTogether)) {
          const saved = savedAt(at, from, to)
          if (saved) saving = saving ? hull(saving, point(saved)) : point(saved)
        }
      }
    }
  }
  return saving ?? NOTHING
}

function deductsFrom(entries: readonly Entry[]): boolean {
  return entries.some(({ deducts, exempts, halves }) =>
    [deducts, exempts, halves].some((part) => part && part.high.n !== 0n),
  )
}

/** Whether the stated income is after the reliefs; both without an answer. */
function waysToTell({ low, high }: Range): boolean[] {
  return [...(low.n === 0n ? [false] : []), ...(high.n > 0n ? [true] : [])]
}

/** Undefined beyond the last change. */
function savedAt(at: Point, from: Rates, to: Rates): Quantity | undefined {
  if (isOpen(at.amount)) {
    const { deducts, exempts, halves, credits } = at.sheet
    const isOpenToo = from.other.n > 0n && [deducts, exempts, halves, credits].some(isOpen)
    return isOpenToo || compareQuantities(to.other, from.other) < 0 ? at.amount : undefined
  }
  const { before, after } = statementAt(at, from, to)
  return larger(plus(before, minus(after)), ZERO)
}

export interface Statement {
  income: Quantity
  rateBefore: Quantity
  before: Quantity
  deducts: Quantity
  exempts: Quantity
  /** Half-taxed income; 0 if halving is given up for a lower own rate. */
  halves: Quantity
  /** For the income that is not halved. */
  rate: Quantity
  credits: Quantity
  after: Quantity
}

/** Returns null while a figure is unknown. `isTogether`: as for `savingOf`. */
export function statementOf(
  position: Position,
  entries: readonly Entry[],
  isTogether = false,
): Statement | null {
  const [way, other] = deductsFrom(entries) ? waysToTell(position.after()) : [false]
  const sheet = sheetOf(entries, 'low')
  const isKnown = endsOf(entries).length === 1 && isPoint(position.told) && other === undefined
  const at = { position, sheet, amount: position.told.low, isAfter: way === true, isAbove: false }
  const saving = savingOf(position, entries, isTogether)
  const [pair] = ratePairs(entries, at, isTogether)
  return isKnown && pair && isPoint(saving) ? statementAt(at, ...pair) : null
}

function statementAt(at: Point, from: Rates, to: Rates): Statement {
  const { sheet, position } = at
  const income = incomeBefore(at, to)
  const rateBefore = rateOn(income, at, from)
  const deducts = smaller(sheet.deducts, income)
  const adjusted = plus(income, minus(deducts))
  const exempts = smaller(sheet.exempts, adjusted)
  const taxable = plus(adjusted, minus(exempts))
  const halved = smaller(sheet.halves, taxable)
  const half = product(position.statutory, HALF)
  const taxWith = (halves: Quantity) => {
    const rate = rateOn(plus(taxable, minus(product(halves, HALF))), at, to)
    const tax = plus(product(plus(taxable, minus(halves)), rate), product(halves, half))
    return { halves, rate, tax }
  }
  const [whole, byHalf] = [taxWith(ZERO), taxWith(halved)]
  const { halves, rate, tax } = compareQuantities(whole.tax, byHalf.tax) <= 0 ? whole : byHalf
  const credits = smaller(sheet.credits, tax)
  return {
    ...{ income, rateBefore, before: product(income, rateBefore) },
    ...{ deducts, exempts, halves, rate, credits, after: plus(tax, minus(credits)) },
  }
}

function endsOf(entries: readonly Entry[]): ('low' | 'high')[] {
  const isKnown = entries.every((entry) => Object.values(entry).every(isPoint))
  return isKnown ? ['low'] : ['low', 'high']
}

function sheetOf(entries: readonly Entry[], end: 'low' | 'high'): Sheet {
  const sum = (line: ReturnLine) =>
    larger(
      entries.reduce((all, entry) => plus(all, entry[line]?.[end] ?? ZERO), ZERO),
      ZERO,
    )
  const [exempts, halves] = [sum('exempts'), sum('halves')]
  return {
    ...{ deducts: sum('deducts'), exempts, halves, credits: sum('credits') },
    relief: plus(exempts, product(halves, HALF)),
  }
}

interface Point {
  position: Position
  sheet: Sheet
  amount: Quantity
  isAfter: boolean
  /** Just above `amount`, which is a limit. */
  isAbove: boolean
}

/**
 * Returns the incomes between which the saving is linear and never falls: both ends, and both sides of each income
 * at which the company becomes a 小型微利企业, before or after the deductions.
 */
function incomesWithin(told: Range, { deducts, exempts, relief }: Sheet, { smallLimit }: Position) {
  const at = (amount: Quantity, isAbove = false) => ({ amount, isAbove })
  if (isPoint(told)) return [at(told.low)]
  const shifts = [relief, exempts].map((part) => plus(deducts, part)).filter((shift) => !isOpen(shift))
  const limits = [ZERO, ...shifts, ...shifts.map(minus)].map((shift) => plus(smallLimit, shift))
  // Beyond this only the rate changes the result.
  const far = [...limits, ...shifts].reduce(plus)
  const high = isOpen(told.high) ? larger(plus(told.low, far), far) : told.high
  const inside = limits.filter(
    (limit) => compareQuantities(told.low, limit) <= 0 && compareQuantities(limit, high) <= 0,
  )
  const ends = [at(told.low), at(high), ...(isOpen(told.high) ? [at(told.high)] : [])]
  return [...ends, ...inside.flatMap((limit) => [at(limit), at(limit, true)])]
}

type Pair = [without: Rates, withAll: Rates]

function ratePairs(entries: readonly Entry[], at: Point, isTogether: boolean): Pair[] {
  const { statutory, smallLimit, small } = at.position
  const cutting = entries.filter(({ cuts, small_cuts }) => cuts || small_cuts)
  if (cutting.length === 0) return ownRates(at).map((rates): Pair => [rates, rates])
  // A company above the limit before the deductions is not registered as a 小型微利企业.
  const isFallen = isTogether && !at.isAfter && isOver(at.amount, smallLimit, at.isAbove) && mayBeSmall(at)
  const lowest = (end: 'low' | 'high', lines: readonly ReturnLine[]) =>
    cutting
      .flatMap((entry) => lines.flatMap((line) => entry[line]?.[end] ?? []))
      .reduce((rate, cut) => smaller(rate, larger(plus(statutory, minus(cut)), ZERO)), statutory)
  return (['low', 'high'] as const).flatMap((end) =>
    (isFallen ? bothEnds(small()) : [statutory]).map((fallen): Pair => {
      const rates = {
        small: smaller(lowest(end, ['cuts', 'small_cuts']), fallen),
        other: lowest(end, ['cuts']),
      }
      return [{ small: statutory, other: statutory }, rates]
    }),
  )
}

/** Returns every end of the company's possible rates; ignores one that the income rules out. */
function ownRates(at: Point): Rates[] {
  const { statutory, smallLimit, small, other, holiday } = at.position
  const income = incomeBefore(at, { small: statutory, other: statutory })
  const smalls = mayBeSmall(at) ? bothEnds(small()) : [statutory]
  const others = isOver(income, smallLimit, at.isAbove) ? bothEnds(other()) : [statutory]
  return bothEnds(holiday()).flatMap((left) =>
    smalls.flatMap((one) =>
      others.map((each) => ({ small: product(one, left), other: product(each, left) })),
    ),
  )
}

function bothEnds({ low, high }: Range): Quantity[] {
  return compareQuantities(low, high) === 0 ? [low] : [low, high]
}

function mayBeSmall({ amount, isAfter, isAbove, sheet, position }: Point): boolean {
  const least = isAfter ? amount : plus(amount, minus(plus(sheet.deducts, sheet.relief)))
  return !isOver(least, position.smallLimit, isAbove)
}

function isOver(income: Quantity, limit: Quantity, isAbove: boolean): boolean {
  const order = compareQuantities(income, limit)
  return order > 0 || (order === 0 && isAbove)
}

function rateOn(income: Quantity, { position, isAbove }: Point, { small, other }: Rates): Quantity {
  return isOver(income, position.smallLimit, isAbove) ? other : small
}

/**
 * Returns the income before any relief. 0 in a return may stand for a loss of any size, so nothing is derived from
 * it. A company with a rate below half of the statutory one gives up halving (财税〔2009〕69号 allows the choice).
 * Halved income leaves as much as it removes, so it is at most what remains.
 */
function incomeBefore(at: Point, rates: Rates): Quantity {
  const { position, sheet, amount, isAfter } = at
  if (!isAfter || amount.n === 0n) return amount
  const isHalved = compareQuantities(rateOn(amount, at, rates), product(position.statutory, HALF)) >= 0
  const half = isHalved ? smaller(product(sheet.halves, HALF), amount) : ZERO
  return plus(amount, plus(sheet.deducts, plus(sheet.exempts, half)))
}
