/** Reads untrusted answers: keeps the readable ones and reports a problem for each of the others. */
import { type AnswerProblem, readAnswer } from './answer.ts'
import { ASKS_MAX, isAskKey } from './asks.ts'
import { compareQuantities, ONE } from './decimal.ts'
import { type Figures, readFigures } from './derived.ts'
import { type AnswerKey, answerKeysOf, type FactKey, type Facts, isAnswerKey } from './facts.ts'

interface Order {
  smaller: FactKey
  larger: FactKey
  severity: AnswerProblem['severity']
  message: string
}

const ORDERS: readonly Order[] = [
  { smaller: 'rd_staff', larger: 'employees', severity: 'error', message: '不能多于职工人数' },
  { smaller: 'main_revenue', larger: 'revenue', severity: 'error', message: '不能高于上年营业收入' },
  { smaller: 'insured', larger: 'employees', severity: 'hint', message: '多于职工人数，请核对' },
  { smaller: 'dismissed', larger: 'insured', severity: 'hint', message: '多于上年末参保人数，请核对' },
  { smaller: 'rd_expense', larger: 'revenue', severity: 'hint', message: '高于上年营业收入，请核对' },
  {
    smaller: 'rd_expense_prior',
    larger: 'revenue_prior',
    severity: 'hint',
    message: '高于前年营业收入，请核对',
  },
  {
    smaller: 'rd_expense_prior2',
    larger: 'revenue_prior2',
    severity: 'hint',
    message: '高于大前年营业收入，请核对',
  },
  { smaller: 'taxable_income', larger: 'revenue', severity: 'hint', message: '高于上年营业收入，请核对' },
]

/** 增值税法第九条. The law counts the last twelve months, which last year's revenue only approximates. */
const SMALL_TAXPAYER_LIMIT = { n: 5_000_000n * ONE, d: ONE }
const SMALL_TAXPAYER_HINT =
  '上年营业收入超过 500 万元；连续 12 个月的销售额超过 500 万元的，应登记为一般纳税人，请核对'

/** Finds answers that contradict each other or look wrong, each reported at one of its questions. */
function findContradictions(facts: Facts): AnswerProblem[] {
  const figures = readFigures(facts)
  const problems = ORDERS.filter((order) => isBroken(order, figures)).map(toProblem)
  if (facts.kind === 'founder' && facts.founded_on) {
    problems.push({ key: 'founded_on', severity: 'error', message: '尚未注册的没有成立日期' })
  }
  if (
    facts.taxpayer === 'small' &&
    figures.revenue &&
    compareQuantities(figures.revenue, SMALL_TAXPAYER_LIMIT) > 0
  ) {
    problems.push({ key: 'taxpayer', severity: 'hint', message: SMALL_TAXPAYER_HINT })
  }
  return problems
}

function isBroken({ smaller, larger }: Order, figures: Figures): boolean {
  const [small, large] = [figures[smaller], figures[larger]]
  return small !== undefined && large !== undefined && compareQuantities(small, large) > 0
}

function toProblem({ smaller, severity, message }: Order): AnswerProblem {
  return { key: smaller, severity, message }
}

const TOO_MANY = `单项政策的问题最多保留 ${ASKS_MAX} 个回答`

/**
 * `input` is untrusted: an object from fact to answer; `null` is 不清楚, absent and '' are unanswered. `today`
 * YYYY-MM-DD.
 */
export function parseFacts(input: unknown, today: string): { facts: Facts; problems: AnswerProblem[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { facts: {}, problems: [] }
  const problems: AnswerProblem[] = []
  const read: Partial<Record<AnswerKey, unknown>> = {}
  let asks = 0
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === '') continue
    const isAsk = isAskKey(key)
    if (!isAnswerKey(key)) {
      problems.push({ key, severity: 'error', message: '没有这个问题' })
      continue
    }
    if (isAsk) asks += 1
    const answer =
      asks > ASKS_MAX && isAsk ? TOO_MANY : value === null ? { value } : readAnswer(key, value, today)
    if (typeof answer === 'string') problems.push({ key, severity: 'error', message: answer })
    else read[key] = answer.value
  }
  const facts = read as Facts
  const contradictions = findContradictions(facts)
  const dropped = new Set(contradictions.filter(({ severity }) => severity === 'error').map(({ key }) => key))
  const kept = answerKeysOf(read).flatMap((key) => (dropped.has(key) ? [] : [[key, read[key]]]))
  return { facts: Object.fromEntries(kept), problems: [...problems, ...contradictions] }
}
