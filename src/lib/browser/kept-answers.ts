/** The answers of the questionnaire as this device keeps them. */
import { readAnswer } from '../rules/eligibility/answer.ts'
import { FACT_KEYS, type FactKey, isFactKey } from '../rules/eligibility/facts.ts'
import { chinaDay } from '../rules/time/china-day.ts'

/** A value as its question takes it, or null for 不清楚. */
export type Answers = Readonly<Partial<Record<FactKey, unknown>>>

export interface KeptAnswers {
  answers: Answers
  /**
   * device: nobody else knows them. declined: the person did not want them in the account. account: they are a copy of
   * the account's, and go when the login ends.
   */
  place: 'device' | 'declined' | 'account'
  /** Of a copy: what the account has not been told yet. */
  unsent: readonly FactKey[]
}

export const ANSWERS_KEY = 'answers'
const PLACES = ['device', 'declined', 'account'] as const

export const NO_ANSWERS: KeptAnswers = { answers: {}, place: 'device', unsent: [] }

/** What is kept; what cannot be read counts as not answered. */
export function readKeptAnswers(): KeptAnswers {
  if (typeof localStorage === 'undefined') return NO_ANSWERS
  try {
    const kept = JSON.parse(localStorage.getItem(ANSWERS_KEY) ?? 'null') as Record<string, unknown> | null
    if (typeof kept !== 'object' || kept === null) return NO_ANSWERS
    const place = PLACES.find((known) => known === kept['place']) ?? 'device'
    const unsent = Array.isArray(kept['unsent']) ? kept['unsent'].filter(isFactKey) : []
    return { answers: readableAnswers(kept['answers']), place, unsent }
  } catch {
    return NO_ANSWERS
  }
}

/** What of an unknown object answers a question. Contradictions stay: the person is told at the question. */
function readableAnswers(input: unknown): Answers {
  if (typeof input !== 'object' || input === null) return {}
  const today = chinaDay(new Date())
  const known = FACT_KEYS.flatMap((key) => {
    const value = (input as Record<string, unknown>)[key]
    if (value === undefined) return []
    const read = value === null ? { value } : readAnswer(key, value, today)
    return typeof read === 'string' ? [] : [[key, read.value]]
  })
  return Object.fromEntries(known)
}

/** False where the device refuses: storage full or switched off. */
export function keepAnswers(kept: KeptAnswers): boolean {
  try {
    if (Object.keys(kept.answers).length === 0 && kept.place !== 'account')
      localStorage.removeItem(ANSWERS_KEY)
    else localStorage.setItem(ANSWERS_KEY, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}
