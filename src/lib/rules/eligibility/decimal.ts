/**
 * Exact numbers. A decimal is a bigint in ten-thousandths; a quantity is a fraction of two bigints. Ratios are
 * compared by cross-multiplication, so that nothing is rounded before a verdict.
 */

const PLACES = 4
export const ONE = 10n ** BigInt(PLACES)

/** The value n / d; d is above 0. A plain decimal has d = ONE. */
export interface Quantity {
  n: bigint
  d: bigint
}

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/

export function readDecimal(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const [, sign, whole, places = ''] = DECIMAL.exec(String(value)) ?? []
  if (whole === undefined) return undefined
  const amount = BigInt(whole + places.padEnd(PLACES, '0'))
  return sign ? -amount : amount
}

const MULTIPLES: Record<string, bigint> = { 万: 10_000n, 亿: 100_000_000n }

/** Reads an editor's threshold: a plain decimal, or one in 万 or 亿 ("5000万", "2亿", "300万元"). */
export function readThreshold(value: unknown): bigint | undefined {
  const [, digits, unit = ''] = typeof value === 'string' ? (/^(.+?) ?([万亿])元?$/.exec(value) ?? []) : []
  const multiple = MULTIPLES[unit]
  if (multiple === undefined) return readDecimal(value)
  const amount = readDecimal(digits)
  return amount === undefined ? undefined : amount * multiple
}

export function writeDecimal(amount: bigint): string {
  const [whole, rest] = [amount / ONE, amount % ONE]
  if (rest === 0n) return String(whole)
  const places = String(rest < 0n ? -rest : rest).padStart(PLACES, '0')
  return `${amount < 0n && whole === 0n ? '-' : ''}${whole}.${places.replace(/0+$/, '')}`
}

export function compareQuantities(left: Quantity, right: Quantity): -1 | 0 | 1 {
  const a = left.d === right.d ? left.n : left.n * right.d
  const b = left.d === right.d ? right.n : right.n * left.d
  return a < b ? -1 : a > b ? 1 : 0
}

export function roundDown({ n, d }: Quantity): bigint {
  if (d === ONE) return n
  const hundredths = (n * 100n) / d
  return ((n < 0n && hundredths * d !== n * 100n ? hundredths - 1n : hundredths) * ONE) / 100n
}

export function roundUp({ n, d }: Quantity): bigint {
  return -roundDown({ n: -n, d })
}
