import { formatNumber, moneyFigure } from '../text/format-number.ts'
import { isAskKey } from './asks.ts'
import { readThreshold, writeDecimal } from './decimal.ts'
import { derivedOf, isDerivedKey } from './derived.ts'
import { type AnswerKey, factOf } from './facts.ts'
import { CERTIFICATES, SIZES } from './options.ts'
import type { Condition, Operator, RuleValue, Subject } from './tree.ts'
import { labelOf } from './words.ts'

const OPERATOR_WORDS: Record<Operator, string> = {
  eq: '为',
  ne: '不是',
  lt: '少于',
  lte: '不超过',
  gt: '多于',
  gte: '不少于',
  between: '在',
  in: '属于',
  not_in: '不属于',
  within: '在政策规定的范围内',
  not_within: '不在政策排除的范围内',
}

export function conditionWords(condition: Condition): string {
  if ('ask' in condition) return condition.ask
  const { fact, op } = condition
  const label = labelOf(fact)
  if (op === 'within' || op === 'not_within') return `${label}${OPERATOR_WORDS[op]}`
  if ('by' in condition) return `${label}按${labelOf(condition.by)}分档${OPERATOR_WORDS[op]}规定值`
  if (typeof condition.value === 'boolean') {
    return `${(op === 'eq') === condition.value ? '有' : '没有'}${label}`
  }
  return `${label}${OPERATOR_WORDS[op]} ${valueWords(fact, op, condition.value)}`
}

function valueWords(subject: Subject, op: Operator, value: RuleValue): string {
  const words = [value].flat().map((one) => oneValueWords(subject, one))
  return op === 'between' ? `${words.join(' 到 ')} 之间` : words.join('、')
}

function oneValueWords(subject: Subject, value: string | number | boolean): string {
  if (subject === 'held_certificates')
    return CERTIFICATES[value as keyof typeof CERTIFICATES] ?? String(value)
  if (subject === 'size') return SIZES[value as keyof typeof SIZES] ?? String(value)
  const { unit = '', options } = isDerivedKey(subject)
    ? { ...derivedOf(subject), options: undefined }
    : factOf(subject)
  const option = options?.[String(value)]
  if (option) return option
  const amount = readThreshold(value)
  if (amount === undefined) return String(value)
  return figureWords(writeDecimal(amount), unit)
}

function figureWords(decimal: string, unit: string): string {
  const figure =
    unit === '元' ? moneyFigure(Number(decimal)) : { number: formatNumber(Number(decimal)), unit }
  return `${figure.number} ${figure.unit}`
}

/** Formats an answer for people: 1,200 万元, 高新技术企业, 是. Codes stay codes: their names are data. */
export function answerWords(key: AnswerKey, value: unknown): string {
  if (value === null) return '不清楚'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (isAskKey(key)) return formatNumber(Number(value))
  const { kind, unit = '', options } = factOf(key)
  if (Array.isArray(value)) {
    return value.length === 0
      ? '以上都没有'
      : value.map((one) => options?.[String(one)] ?? String(one)).join('、')
  }
  if (kind === 'money' || kind === 'number') return figureWords(String(value), unit)
  return options?.[String(value)] ?? String(value)
}
