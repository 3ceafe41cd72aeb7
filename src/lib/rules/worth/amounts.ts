import { compareQuantities, ONE, type Quantity, readDecimal } from '../eligibility/decimal.ts'
import { derivedOf, isDerivedKey } from '../eligibility/derived.ts'
import { factOf, isFactKey } from '../eligibility/facts.ts'
import { isOpen, isPoint, minus, type Range, reduce, roundHalf, ZERO } from './range.ts'

export type Literal = string | number

export const OWN_UNITS = ['元', '人', '件', '年', '月', '天'] as const

/** Exponents of 元, 人, 件, 年, 月 and 天: 元/人 is [1, -1, 0, 0, 0, 0]; all 0 for a share. */
export type Unit = readonly number[]

export const SCALAR: Unit = OWN_UNITS.map(() => 0)

const UNITS = new Map<string, Unit>(
  OWN_UNITS.map((name) => [name, OWN_UNITS.map((unit) => (unit === name ? 1 : 0))]),
)

export function unitOf(name: string): Unit {
  return UNITS.get(name) ?? SCALAR
}

export const YUAN = unitOf('元')

export function timesUnit(left: Unit, right: Unit, sign: 1 | -1 = 1): Unit {
  return left.map((power, place) => power + sign * (right[place] ?? 0))
}

export function isSameUnit(left: Unit, right: Unit): boolean {
  return left.every((power, place) => power === right[place])
}

export function unitWords(unit: Unit): string {
  const written = (wanted: (power: number) => boolean) =>
    OWN_UNITS.flatMap((name, place) => (wanted(unit[place] ?? 0) ? [name] : [])).join('·')
  const below = written((power) => power < 0)
  const above = written((power) => power > 0)
  return below ? `${above || '1'}/${below}` : above
}

const MULTIPLES: Record<string, bigint> = { 万: 10_000n, 亿: 100_000_000n }
const LITERAL = /^(-?[\d.]+) ?(万|亿)?(%|个?月|[元人件年天])?((?:\/[元人件年月天](?:·[元人件年月天])*)?)$/

/** Returns a literal's value and unit, undefined if it is invalid. 25% is a quarter. */
export function readLiteral(literal: Literal): { value: Quantity; unit: Unit } | undefined {
  const [, digits, multiple = '', above = '', below = ''] = LITERAL.exec(String(literal)) ?? []
  const n = readDecimal(digits)
  if (n === undefined || (above === '%' && (multiple || below)) || (above === '' && below)) return undefined
  const value = reduce({ n: n * (MULTIPLES[multiple] ?? 1n), d: above === '%' ? ONE * 100n : ONE })
  if (above === '%') return { value, unit: SCALAR }
  const powers = [...below.replace(/[/·]/g, '')].map(unitOf)
  const unit = above ? unitOf(above.replace('个', '')) : SCALAR
  return { value, unit: powers.reduce((all, power) => timesUnit(all, power, -1), unit) }
}

const FIGURES = ['money', 'number', 'share']

export function unitOfFact(subject: string): Unit | undefined {
  if (!isFactKey(subject) && !isDerivedKey(subject)) return undefined
  const { kind, unit = '' } = isDerivedKey(subject) ? derivedOf(subject) : factOf(subject)
  return FIGURES.includes(kind) ? unitOf(unit) : undefined
}

/** Formats as the editor wrote it, with a space between number and unit: 6,000 元/人. */
export function literalWords(literal: Literal): string {
  const { value = ZERO, unit = SCALAR } = readLiteral(literal) ?? {}
  if (!isSameUnit(unit, SCALAR)) return valueWords(value, unit)
  return String(literal).endsWith('%') ? percent(value) : decimal(value, 4)
}

/** Formats a range in full, for checking on paper: 2.64 万元, 0 到 60 万元, 至少 5,000 元; 待定 without any bound. */
export function rangeWords(range: Range, unit: Unit = YUAN): string {
  const { low, high } = range
  if (isPoint(range)) return valueWords(low, unit)
  if (isOpen(high)) return isOpen(low) || low.n <= 0n ? '待定' : `至少 ${valueWords(low, unit)}`
  if (isOpen(low)) return `最多 ${valueWords(high, unit)}`
  return `${low.n === 0n ? '0' : valueWords(low, unit)} 到 ${valueWords(high, unit)}`
}

function valueWords(value: Quantity, unit: Unit): string {
  if (isSameUnit(unit, SCALAR))
    return compareQuantities(value, { n: 1n, d: 1n }) > 0 ? decimal(value, 4) : percent(value)
  const [above, below] = [YUAN, timesUnit(unit, YUAN, -1)]
  if (isSameUnit(unit, above)) return moneyInFull(value)
  const isMoney = (unit[0] ?? 0) === 1
  return isMoney
    ? `${moneyInFull(value)}${unitWords(below).replace(/^1/, '')}`
    : `${decimal(value, 2)} ${unitWords(unit)}`
}

const percent = (value: Quantity) => `${decimal({ n: value.n * 100n, d: value.d }, 4)}%`

const WAN = 10_000n

/** Formats 元 for reading: 8,500 元, 15 万元, 约 15.0 万元 if rounded, 1.2 亿元. */
export function writeMoney(value: Quantity): string {
  if (value.n < 0n) return `−${writeMoney(minus(value))}`
  // Chosen by the shown number: 99,999,999 元 becomes 1 亿元, never 10,000 万元.
  const inWan = { n: value.n, d: value.d * WAN }
  if (roundHalf({ n: inWan.n * 10n, d: inWan.d }) >= WAN * 10n) {
    return rounded({ n: value.n, d: value.d * WAN * WAN }, 2, '亿元')
  }
  if (roundHalf(value) >= WAN) return rounded(inWan, 1, '万元')
  return rounded(value, 2, '元')
}

function moneyInFull(value: Quantity): string {
  if (value.n < 0n) return `−${moneyInFull(minus(value))}`
  for (const [size, unit] of [
    [WAN * WAN, '亿元'],
    [WAN, '万元'],
  ] as const) {
    const inUnit = { n: value.n, d: value.d * size }
    if (inUnit.n >= inUnit.d && (inUnit.n * WAN) % inUnit.d === 0n) return `${decimal(inUnit, 4)} ${unit}`
  }
  return rounded(value, 2, '元')
}

function rounded(value: Quantity, places: number, unit: string): string {
  const scale = 10n ** BigInt(places)
  const isExact = (value.n * scale) % value.d === 0n
  return `${isExact ? '' : '约 '}${decimal(value, places, !isExact)} ${unit}`
}

function decimal(value: Quantity, places: number, isPadded = false): string {
  if (value.n < 0n) return `−${decimal(minus(value), places, isPadded)}`
  const scale = 10n ** BigInt(places)
  const digits = String(roundHalf({ n: value.n * scale, d: value.d })).padStart(places + 1, '0')
  const whole = digits.slice(0, -places).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const fraction = isPadded ? digits.slice(-places) : digits.slice(-places).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}
