/** What is wrong with the profile as it stands on the page, by field. */
import * as v from 'valibot'
import type { ProfileValue } from '../../browser/kept-profile.ts'
import { PROFILE_FACTS, profileFields } from '../../contract/account/company-profile.ts'
import { ANSWER_UNKNOWN } from '../../contract/policies/question.ts'
import { parseFacts } from '../../rules/eligibility/answers.ts'
import { chinaDay } from '../../rules/time/china-day.ts'

export type ProfileProblems = Readonly<Record<string, string>>

/** Of the fields that were changed: the others were taken before. */
export function findProfileProblems(
  values: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): ProfileProblems {
  const own = Object.entries(profileFields.entries).flatMap(([key, schema]) => {
    const read = v.safeParse(schema, values[key])
    return read.success ? [] : [[key, read.issues[0].message] as const]
  })
  const answers = PROFILE_FACTS.map((key) => [key, toFact(values[key])])
  const { problems } = parseFacts(Object.fromEntries(answers), chinaDay(new Date()))
  const wrong = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ key, message }) => [key, message] as const)
  return Object.fromEntries([...own, ...wrong].filter(([key]) => changed.includes(key)))
}

/** As the questions' fields hold an answer: undefined unanswered, null 不清楚. */
export function toFact(value: unknown): unknown {
  if (value === null) return undefined
  return value === ANSWER_UNKNOWN ? null : value
}

/** As it is sent and kept: null unanswered. */
export function toAnswer(fact: unknown): ProfileValue {
  if (fact === undefined) return null
  return fact === null ? ANSWER_UNKNOWN : (fact as ProfileValue)
}
