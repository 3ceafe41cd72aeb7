/** Answers as they come from outside: what can be read is kept, the rest is named at its question. */
import { type AnswerProblem, readAnswer } from './answer.ts'
import { findContradictions } from './contradictions.ts'
import { FACT_KEYS, type FactKey, type Facts, isFactKey } from './facts.ts'

/** `input` is untrusted: an object from fact to answer; `null` is 不清楚, absent and '' are unanswered. `today` YYYY-MM-DD. */
export function parseFacts(input: unknown, today: string): { facts: Facts; problems: AnswerProblem[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { facts: {}, problems: [] }
  const problems: AnswerProblem[] = []
  const read: Partial<Record<FactKey, unknown>> = {}
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === '') continue
    if (!isFactKey(key)) {
      problems.push({ key, severity: 'error', message: '没有这个问题' })
      continue
    }
    const answer = value === null ? { value } : readAnswer(key, value, today)
    if (typeof answer === 'string') problems.push({ key, severity: 'error', message: answer })
    else read[key] = answer.value
  }
  const facts = read as Facts
  const contradictions = findContradictions(facts)
  const dropped = new Set(contradictions.filter(({ severity }) => severity === 'error').map(({ key }) => key))
  const kept = FACT_KEYS.filter((key) => key in read && !dropped.has(key)).map((key) => [key, read[key]])
  return { facts: Object.fromEntries(kept), problems: [...problems, ...contradictions] }
}
