/** Answers that cannot be true together, and answers that are worth a second look. */
import type { AnswerProblem } from './answer.ts'
import { compareQuantities } from './decimal.ts'
import { type Figures, readFigures } from './derived.ts'
import type { FactKey, Facts } from './facts.ts'

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

/** Each is named at one of its questions. */
export function findContradictions(facts: Facts): AnswerProblem[] {
  const figures = readFigures(facts)
  const problems = ORDERS.filter((order) => isBroken(order, figures)).map(toProblem)
  if (facts.kind === 'founder' && facts.founded_on) {
    problems.push({ key: 'founded_on', severity: 'error', message: '尚未注册的没有成立日期' })
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
