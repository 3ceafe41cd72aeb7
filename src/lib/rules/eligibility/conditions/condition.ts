import { type Company, inputsOf, missingFor } from '../company.ts'
import { derivedOf, isDerivedKey } from '../derived.ts'
import { type AnswerKey, factOf, isFactKey } from '../facts.ts'
import { CERTIFICATES } from '../options.ts'
import type { Condition, Operator, RuleValue, Subject } from '../tree.ts'
import type { ConditionReason } from '../verdict.ts'
import { testAsk, testBoolean, testChoice, testSize } from './choice.ts'
import { testFigure, testIncome } from './figure.ts'
import type { MadeTest } from './finding.ts'
import { testPlace } from './place.ts'
import { testTiers } from './tiers.ts'
import { testAge, testDate } from './time.ts'

export function makeTest(condition: Condition): MadeTest {
  if ('ask' in condition) return testAsk(condition)
  const { fact, op } = condition
  if (!isSubject(fact)) return `没有“${fact}”这个问题或指标`
  if (!('by' in condition)) return makePlainTest(fact, op, condition.value)
  if (!isSubject(condition.by)) return `没有“${condition.by}”这个问题或指标`
  return testTiers(condition, (value) => makePlainTest(fact, op, value))
}

export function reasonOf(condition: Condition, test: Exclude<MadeTest, string>) {
  const subjects = subjectsOf(condition)
  const rests = 'ask' in condition ? [condition.key] : [...new Set(subjects.flatMap(inputsOf))]
  return (company: Company): ConditionReason => {
    const { status, gap, wait } = test(company)
    const missing =
      status !== 'unknown' ? NONE : 'ask' in condition ? rests : missingForAll(subjects, company)
    // Written out: this line allocates most when many policies are judged.
    const reason: ConditionReason = { status, condition, rests, missing }
    if (gap) reason.gap = gap()
    if (wait) reason.wait = wait
    return reason
  }
}

const NONE: readonly AnswerKey[] = []

function subjectsOf(condition: Condition): Subject[] {
  if ('ask' in condition) return []
  return 'by' in condition ? [condition.fact, condition.by] : [condition.fact]
}

function missingForAll(subjects: readonly Subject[], company: Company): readonly AnswerKey[] {
  const [first = NONE, second] = subjects.map((subject) => missingFor(subject, company))
  return second === undefined ? first : [...new Set([...first, ...second])]
}

function isSubject(key: string): key is Subject {
  return isFactKey(key) || isDerivedKey(key)
}

function makePlainTest(subject: Subject, op: Operator, value: RuleValue): MadeTest {
  if (subject === 'age_years') return testAge(op, value)
  if (subject === 'size') return testSize(op, value)
  if (subject === 'taxable_income') return testIncome(op, value)
  if (subject === 'held_certificates') return testChoice('certificates', CERTIFICATES, op, value)
  if (subject === 'region' || subject === 'industry') return testPlace(subject, op, value)
  if (isDerivedKey(subject)) return testFigure(subject, derivedOf(subject).unit ?? '', op, value)
  const { kind, options = {}, unit = '' } = factOf(subject)
  if (kind === 'boolean') return testBoolean(subject, op, value)
  if (kind === 'date') return testDate(subject, op, value)
  return kind === 'choice' || kind === 'multi'
    ? testChoice(subject, options, op, value)
    : testFigure(subject, unit, op, value)
}
