import {
  compareQuantities,
  ONE,
  type Quantity,
  readThreshold,
  roundDown,
  roundUp,
  writeDecimal,
} from '../decimal.ts'
import type { Operator, RuleValue, Subject } from '../tree.ts'
import type { Gap } from '../verdict.ts'
import { type MadeTest, MET, type Test, UNKNOWN, UNMET } from './finding.ts'

/** Whether a figure passes, by its order relative to the bound. */
const HOLDS: Partial<Record<Operator, (order: -1 | 0 | 1) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
}

/** `unit` is the subject's: 元, 人, 件, %. */
export function testFigure(subject: Subject, unit: string, op: Operator, value: RuleValue): MadeTest {
  if (op === 'between') return testBetween(subject, unit, value)
  const holds = HOLDS[op]
  if (!holds) return `数字不能用 ${op}`
  const bound = readThreshold(value)
  if (bound === undefined) return '应为数字'
  const need = { n: bound, d: ONE }
  return ({ figures }) => {
    const have = figures[subject]
    if (have === undefined) return UNKNOWN
    if (holds(compareQuantities(have, need))) return MET
    return op === 'ne' ? UNMET : { status: 'unmet', gap: () => gapTo(subject, unit, op, have, bound) }
  }
}

/** An income before reliefs (`3.deducted`, content/rates.yaml) may still come under a limit that it exceeds. */
export function testIncome(op: Operator, value: RuleValue): MadeTest {
  const test = testFigure('taxable_income', '元', op, value)
  if (typeof test === 'string' || (op !== 'lt' && op !== 'lte')) return test
  return (company) => {
    const finding = test(company)
    const told = company.facts['3.deducted']
    return finding.status === 'unmet' && (told === false || told === null) ? UNKNOWN : finding
  }
}

function testBetween(subject: Subject, unit: string, value: RuleValue): MadeTest {
  const [low, high] = Array.isArray(value) && value.length === 2 ? value : []
  if (low === undefined || high === undefined) return 'between 要写 [下限, 上限]'
  const [least, most] = [readThreshold(low), readThreshold(high)]
  if (least !== undefined && most !== undefined && least > most) return '下限大于上限'
  const atLeast = testFigure(subject, unit, 'gte', low)
  const atMost = testFigure(subject, unit, 'lte', high)
  if (typeof atLeast === 'string') return atLeast
  if (typeof atMost === 'string') return atMost
  return both(atLeast, atMost)
}

function both(first: Test, second: Test): Test {
  return (company) => {
    const finding = first(company)
    return finding.status === 'met' ? second(company) : finding
  }
}

function gapTo(subject: Subject, unit: string, op: Operator, have: Quantity, bound: bigint): Gap {
  const short =
    op === 'gt' || op === 'gte' || (op === 'eq' && compareQuantities(have, { n: bound, d: ONE }) < 0)
  const shown = short ? roundDown(have) : roundUp(have)
  return {
    fact: subject,
    side: short ? 'short' : 'over',
    need: writeDecimal(bound),
    have: writeDecimal(shown),
    missing: writeDecimal(short ? bound - shown : shown - bound),
    unit,
  }
}
