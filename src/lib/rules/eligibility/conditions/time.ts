import { dayAfter, isDay } from '../calendar.ts'
import { ONE, readDecimal } from '../decimal.ts'
import type { FactKey } from '../facts.ts'
import type { Operator, RuleValue } from '../tree.ts'
import { type MadeTest, MET, UNKNOWN, UNMET, verdictOf } from './finding.ts'

const MAX_MONTHS = 12 * 200

interface Span<Bound> {
  from: Bound | null
  until: Bound | null
  /** Whether `from` and `until` themselves are excluded. */
  open: boolean
}

function readSpan<Bound extends string | number>(
  op: Operator,
  value: RuleValue,
  read: (value: unknown) => Bound | undefined,
): Span<Bound> | string {
  const pair = op === 'between' ? value : [value, value]
  const [low, high] = Array.isArray(pair) && pair.length === 2 ? pair.map(read) : []
  if (low === undefined || high === undefined) {
    return op === 'between' ? '要写 [起, 止]' : '应为日期（2026-01-31）或年数'
  }
  if (low > high) return '起点晚于终点'
  switch (op) {
    case 'eq':
    case 'between':
      return { from: low, until: high, open: false }
    case 'gte':
    case 'gt':
      return { from: low, until: null, open: op === 'gt' }
    case 'lte':
    case 'lt':
      return { from: null, until: high, open: op === 'lt' }
    default:
      return `日期和年数不能用 ${op}`
  }
}

export function testDate(fact: FactKey, op: Operator, value: RuleValue): MadeTest {
  const span = readSpan(op, value, (text) => (isDay(text) ? text : undefined))
  if (typeof span === 'string') return span
  return ({ facts }) => {
    const day = facts[fact]
    if (typeof day !== 'string') return UNKNOWN
    return verdictOf(!isBefore(day, span) && !isAfter(day, span))
  }
}

/** A year is complete on the corresponding day: founded on 2026-03-01, one year on 2027-03-01. */
export function testAge(op: Operator, value: RuleValue): MadeTest {
  if (op === 'eq') return '年数不能用 eq'
  const span = readSpan(op, value, readMonths)
  if (typeof span === 'string') return span
  const { from: fromMonths, until: untilMonths, open } = span
  return ({ birthday, today }) => {
    const from = fromMonths === null ? null : birthday(fromMonths)
    const until = untilMonths === null ? null : birthday(untilMonths)
    if (from === undefined || until === undefined) return UNKNOWN
    if (isAfter(today, { from, until, open })) return UNMET
    if (from === null || fromMonths === null || !isBefore(today, { from, until, open })) return MET
    return { status: 'unmet', wait: { months: fromMonths, from: open ? dayAfter(from) : from } }
  }
}

function isBefore(day: string, { from, open }: Span<string>): boolean {
  return from !== null && (open ? day <= from : day < from)
}

function isAfter(day: string, { until, open }: Span<string>): boolean {
  return until !== null && (open ? day >= until : day > until)
}

function readMonths(years: unknown): number | undefined {
  const twelfths = (readDecimal(years) ?? -1n) * 12n
  return twelfths < 0n || twelfths % ONE !== 0n || twelfths / ONE > MAX_MONTHS
    ? undefined
    : Number(twelfths / ONE)
}
