/** The questions that everybody is asked, in short steps. All others are asked where they settle something. */
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'

export interface Step {
  title: string
  facts: readonly FactKey[]
}

const START: Step = { title: '基本情况', facts: ['kind', 'region', 'industry', 'founded_on'] }
const PEOPLE: Step = { title: '人员和规模', facts: ['employees', 'revenue', 'assets'] }
const TAX: Step = { title: '税务', facts: ['taxable_income', 'taxpayer', 'tax_credit'] }
const RESEARCH: Step = {
  title: '研发和知识产权',
  facts: ['rd_expense', 'rd_staff', 'ip_invention', 'ip_utility'],
}
const STANDING: Step = { title: '资质和信用', facts: ['certificates', 'violations'] }

/** Those who pay no corporate income tax have nothing that research would settle. */
const WITHOUT_RESEARCH: readonly unknown[] = ['sole', 'partnership', 'individual']

/** A company that is not registered yet has only plans. */
export function stepsFor(kind: string | null | undefined): readonly Step[] {
  if (kind === 'founder')
    return [{ title: '基本情况', facts: ['kind', 'region', 'industry', 'founder_groups'] }]
  return WITHOUT_RESEARCH.includes(kind)
    ? [START, PEOPLE, TAX, STANDING]
    : [START, PEOPLE, TAX, RESEARCH, STANDING]
}
