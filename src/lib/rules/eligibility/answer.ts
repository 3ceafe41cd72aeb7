import { isAskKey } from './asks.ts'
import { isDay } from './calendar.ts'
import { NESTINGS } from './conditions/place.ts'
import { ONE, readDecimal, writeDecimal } from './decimal.ts'
import { type AnswerKey, factOf } from './facts.ts'

export interface AnswerProblem {
  /** The question beside which it is shown: a fact, or the unknown key. */
  key: string
  /** After a hint the answer counts; after an error it does not, and its conditions stay 待确认. */
  severity: 'error' | 'hint'
  message: string
}

export function readAnswer(key: AnswerKey, value: unknown, today: string): { value: unknown } | string {
  if (isAskKey(key)) return typeof value === 'boolean' ? { value } : readOwnNumber(value)
  const { kind, options = {}, unit = '' } = factOf(key)
  switch (kind) {
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(options, value) ? { value } : '请从选项中选择'
    case 'multi':
      return readSeveral(options, value)
    case 'number':
      return readCount(unit, value)
    case 'money':
      return readMoney(value)
    case 'boolean':
      return readYesNo(value)
    case 'date':
      return readPastDay(value, today)
    case 'region':
    case 'industry': {
      const code = NESTINGS[kind].read(value)
      return code === undefined ? '请从列表中选择' : { value: code }
    }
  }
}

function readYesNo(value: unknown) {
  return typeof value === 'boolean' ? { value } : '请选择是或否'
}

/** One unreadable certificate invalidates the list: leaving it out would be a silent "no". */
function readSeveral(options: Readonly<Record<string, string>>, value: unknown) {
  if (!Array.isArray(value)) return '请从选项中选择'
  const known = Object.keys(options).filter((option) => value.includes(option))
  return known.length === new Set(value).size ? { value: known } : '请从选项中选择'
}

function readCount(unit: string, value: unknown) {
  const count = readDecimal(value)
  if (count === undefined || count % ONE !== 0n) return '请填写整数'
  if (count < 0n) return '不能小于 0'
  return count > 10_000_000n * ONE ? `不能超过 1000 万${unit}` : { value: Number(count / ONE) }
}

/** In 元; a larger figure was typed in the wrong unit. */
const MONEY_MAX = 100_000_000_000_000n * ONE

function readMoney(value: unknown) {
  const amount = readDecimal(value)
  if (amount === undefined || amount % (ONE / 100n) !== 0n) return '请填写金额，最多两位小数'
  if (amount > MONEY_MAX) return '不能超过 100 万亿元，请核对单位'
  return amount < 0n ? '不能小于 0' : { value: writeDecimal(amount) }
}

/** The policy checks the limits: see `OwnNumber`. */
function readOwnNumber(value: unknown) {
  const amount = readMoney(value)
  return typeof amount === 'string' ? '请选择是或否，或者填写最多两位小数的数字' : amount
}

function readPastDay(value: unknown, today: string) {
  if (!isDay(value)) return '请填写日期，例如 2020-03-01'
  if (value > today) return '不能晚于今天；尚未注册的，请在第一题选“尚未注册”'
  return value < '1900-01-01' ? '请检查年份' : { value }
}
