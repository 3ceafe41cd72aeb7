/** Exact intervals for missing answers. An end with d = 0 is open (n is 1 or -1). */
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'

export interface Range {
  low: Quantity
  high: Quantity
}

export const ZERO: Quantity = { n: 0n, d: 1n }
const INFINITE: Quantity = { n: 1n, d: 0n }
const MINUS_INFINITE: Quantity = { n: -1n, d: 0n }

export const NOTHING: Range = { low: ZERO, high: ZERO }
export const UPWARDS: Range = { low: ZERO, high: INFINITE }
export const ANYTHING: Range = { low: MINUS_INFINITE, high: INFINITE }

export function point(value: Quantity): Range {
  return { low: value, high: value }
}

export function isOpen({ d }: Quantity): boolean {
  return d === 0n
}

export function isPoint({ low, high }: Range): boolean {
  return !isOpen(low) && compareQuantities(low, high) === 0
}

export function isSameRange(one: Range, other: Range): boolean {
  return compareQuantities(one.low, other.low) === 0 && compareQuantities(one.high, other.high) === 0
}

/** Larger fractions are reduced, to keep long calculations fast. */
const LONG = 1n << 96n

function shorten(value: Quantity): Quantity {
  return value.d > LONG ? reduce(value) : value
}

export function reduce({ n, d }: Quantity): Quantity {
  let [a, b] = [n < 0n ? -n : n, d]
  while (b !== 0n) [a, b] = [b, a % b]
  return a > 1n ? { n: n / a, d: d / a } : { n, d }
}

export function plus(left: Quantity, right: Quantity): Quantity {
  if (left.d === 0n) return left
  if (right.d === 0n) return right
  if (left.d === right.d) return { n: left.n + right.n, d: left.d }
  return shorten({ n: left.n * right.d + right.n * left.d, d: left.d * right.d })
}

export function minus(value: Quantity): Quantity {
  return { n: -value.n, d: value.d }
}

/** 0 times an open end is 0. */
export function product(left: Quantity, right: Quantity): Quantity {
  if (left.d !== 0n && right.d !== 0n) return shorten({ n: left.n * right.n, d: left.d * right.d })
  const isNegative = left.n < 0n !== right.n < 0n
  return left.n === 0n || right.n === 0n ? ZERO : isNegative ? MINUS_INFINITE : INFINITE
}

function inverse({ n, d }: Quantity): Quantity {
  return n < 0n ? { n: -d, d: -n } : { n: d, d: n }
}

export function smaller(left: Quantity, right: Quantity): Quantity {
  return compareQuantities(left, right) <= 0 ? left : right
}

export function larger(left: Quantity, right: Quantity): Quantity {
  return compareQuantities(left, right) >= 0 ? left : right
}

export function add(left: Range, right: Range): Range {
  return { low: plus(left.low, right.low), high: plus(left.high, right.high) }
}

export function subtract(left: Range, right: Range): Range {
  return add(left, { low: minus(right.high), high: minus(right.low) })
}

export function multiply(left: Range, right: Range): Range {
  const corners = [left.low, left.high].flatMap((one) => [product(one, right.low), product(one, right.high)])
  return { low: corners.reduce(smaller), high: corners.reduce(larger) }
}

/** Open if the divisor may be 0; validation refuses such formulas. */
export function divide(left: Range, right: Range): Range {
  if (right.low.n <= 0n && right.high.n >= 0n) return ANYTHING
  return multiply(left, { low: inverse(right.high), high: inverse(right.low) })
}

export function leastOf(left: Range, right: Range): Range {
  return { low: smaller(left.low, right.low), high: smaller(left.high, right.high) }
}

export function mostOf(left: Range, right: Range): Range {
  return { low: larger(left.low, right.low), high: larger(left.high, right.high) }
}

export function hull(left: Range, right: Range): Range {
  return { low: smaller(left.low, right.low), high: larger(left.high, right.high) }
}

export function overlap(left: Range, right: Range): Range | undefined {
  const both = { low: larger(left.low, right.low), high: smaller(left.high, right.high) }
  return compareQuantities(both.low, both.high) > 0 ? undefined : both
}

/** Rounds half up; for numbers from 0 on. */
export function roundHalf({ n, d }: Quantity): bigint {
  return (2n * n + d) / (2n * d)
}
