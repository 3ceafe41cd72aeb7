/** Numbers as people type them: １２０, 1,200万元, 1.2亿, 1亿2000万, ￥30,000. */
import { plainTyped } from './typed-text.ts'

const POWERS: Record<string, number> = { '': 0, 千: 3, 万: 4, 千万: 7, 百万: 6, 亿: 8 }
const PART = /(\d{1,15})(?:\.(\d{0,8}))?(百万|千万|千|万|亿)?/y
const PLACES = 4
const UNITS = /(?:元|人|名|位|件|个|项)(?:人民币)?$/

/** Returns the plain decimal ("12000000"); adds parts with 亿, 万 in falling order. */
export function readTypedNumber(text: string): string | undefined {
  const plain = plainTyped(text)
    .replace(/[,，、_]/g, '')
    .replace(/^[￥¥]|^人民币/, '')
    .replace(UNITS, '')
  if (plain === '') return undefined
  let total = 0n
  let lastPower = Number.POSITIVE_INFINITY
  for (let place = 0; place < plain.length; place = PART.lastIndex) {
    PART.lastIndex = place
    const match = PART.exec(plain)
    if (!match) return undefined
    const [, whole = '', places = '', unit = ''] = match
    const power = POWERS[unit] ?? 0
    if (power >= lastPower || places.length > power + PLACES) return undefined
    total += BigInt(whole + places.padEnd(power + PLACES, '0'))
    lastPower = power
  }
  return writeFixed(total)
}

export function readTypedMonths(text: string): string | undefined {
  return readTypedNumber(plainTyped(text).replace(/(?:个月|月)$/, ''))
}

function writeFixed(amount: bigint): string {
  const digits = String(amount).padStart(PLACES + 1, '0')
  const places = digits.slice(-PLACES).replace(/0+$/, '')
  const whole = digits.slice(0, -PLACES).replace(/^0+(?=\d)/, '')
  return places === '' ? whole : `${whole}.${places}`
}
