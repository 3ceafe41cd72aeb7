/** Answers of the questionnaire on this device. */
import * as v from 'valibot'
import { readAnswer } from '../../rules/eligibility/answer.ts'
import { type AnswerKey, answerKeysOf, isAnswerKey } from '../../rules/eligibility/facts.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { kept } from './kept.ts'

export type Answers = Readonly<Partial<Record<AnswerKey, unknown>>>

export interface KeptAnswers {
  answers: Answers
  /**
   * device: only this device has them. declined: the person did not want them in the account. account: a copy of the
   * account's, deleted when the login ends.
   */
  place: 'device' | 'declined' | 'account'
  unsent: readonly AnswerKey[]
}

const keptAnswers = kept(
  'answers',
  v.object({
    answers: v.fallback(v.record(v.string(), v.unknown()), {}),
    place: v.fallback(v.picklist(['device', 'declined', 'account']), 'device'),
    unsent: v.fallback(v.array(v.string()), []),
  }),
)

export const NO_ANSWERS: KeptAnswers = { answers: {}, place: 'device', unsent: [] }

export function readKeptAnswers(): KeptAnswers {
  const found = keptAnswers.read()
  if (!found) return NO_ANSWERS
  const { answers, place, unsent } = found
  return { answers: readableAnswers(answers), place, unsent: unsent.filter(isAnswerKey) }
}

/** Keeps the valid answers. Contradictions stay, because the question explains them. */
function readableAnswers(input: Record<string, unknown>): Answers {
  const today = chinaDay(new Date())
  const known = answerKeysOf(input).flatMap((key) => {
    const value = input[key]
    const read = value === null ? { value } : readAnswer(key, value, today)
    return typeof read === 'string' ? [] : [[key, read.value]]
  })
  return Object.fromEntries(known)
}

export function keepAnswers(answers: KeptAnswers): boolean {
  if (Object.keys(answers.answers).length > 0 || answers.place === 'account') return keptAnswers.keep(answers)
  keptAnswers.drop()
  return true
}
