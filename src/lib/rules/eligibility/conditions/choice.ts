import type { FactKey } from '../facts.ts'
import { industryContains } from '../industries.ts'
import { SIZES, UNJUDGED_KIND } from '../options.ts'
import type { Ask, Operator, RuleValue } from '../tree.ts'
import { type MadeTest, MET, type Test, UNKNOWN, UNMET, verdictOf } from './finding.ts'

type Options = Readonly<Record<string, string>>

/** `in` needs at least one of several certificates, `not_in` none. No condition decides about 其他组织. */
export function testChoice(fact: FactKey, options: Options, op: Operator, value: RuleValue): MadeTest {
  const asked = readChoices(options, op, value)
  if (typeof asked === 'string') return asked
  if (asked.has(UNJUDGED_KIND)) return '“其他组织”不写进条件，本站都说待确认'
  return ({ facts }) => {
    const answer = facts[fact]
    if (answer === undefined || answer === null || answer === UNJUDGED_KIND) return UNKNOWN
    const found = Array.isArray(answer) ? answer.some((one) => asked.has(one)) : asked.has(String(answer))
    return verdictOf(found !== isNegative(op))
  }
}

/** 企业规模 may be known only as a range of classes. */
export function testSize(op: Operator, value: RuleValue): MadeTest {
  const asked = readChoices(SIZES, op, value)
  if (typeof asked === 'string') return asked
  return ({ size: { possible } }) => {
    const hits = possible.filter((one) => asked.has(one) !== isNegative(op)).length
    return hits === possible.length ? MET : hits === 0 ? UNMET : UNKNOWN
  }
}

export function testBoolean(fact: FactKey, op: Operator, value: RuleValue): MadeTest {
  if (op !== 'eq' && op !== 'ne') return `是非题不能用 ${op}`
  if (typeof value !== 'boolean') return '应为 true 或 false'
  return ({ facts }) => {
    const answer = facts[fact]
    return answer === undefined || answer === null ? UNKNOWN : verdictOf((answer === value) === (op === 'eq'))
  }
}

/** 不清楚 stays open. A company of another industry, which is not asked, counts as 否. */
export function testAsk({ key, industries }: Pick<Ask, 'key' | 'industries'>): Test {
  return ({ facts }) => {
    const answer = facts[key]
    if (typeof answer === 'boolean') return verdictOf(answer)
    const { industry } = facts
    const isElsewhere =
      answer === undefined &&
      industry &&
      industries?.every((code) => !industryContains(code, industry) && !industryContains(industry, code))
    return isElsewhere ? UNMET : UNKNOWN
  }
}

function isNegative(op: Operator): boolean {
  return op === 'ne' || op === 'not_in'
}

function readChoices(options: Options, op: Operator, value: RuleValue): Set<string> | string {
  const single = op === 'eq' || op === 'ne'
  if (!single && op !== 'in' && op !== 'not_in') return `选择题不能用 ${op}`
  if (single === Array.isArray(value)) return single ? '应为一个选项' : '应为选项的列表'
  const asked = [value].flat().map(String)
  if (asked.length === 0) return '选项的列表是空的'
  const strange = asked.find((one) => !Object.hasOwn(options, one))
  return strange === undefined ? new Set(asked) : `没有选项“${strange}”`
}
