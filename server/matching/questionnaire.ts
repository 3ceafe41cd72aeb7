import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  ANSWER_UNKNOWN,
  type AnswerProblem,
  type AnswerValue,
  QUESTION_IDS,
  type Question,
  type SentAskAnswer,
  type saveAnswers,
} from '../../src/lib/contract/policies/question.ts'
import { parseFacts } from '../../src/lib/rules/eligibility/answers.ts'
import { type AskKey, isAskKey } from '../../src/lib/rules/eligibility/asks.ts'
import {
  type AnswerKey,
  FACT_KEYS,
  type FactKey,
  type Facts,
  factOf,
  questionTitle,
} from '../../src/lib/rules/eligibility/facts.ts'
import { Refusal } from '../http/refusal.ts'
import type { StoredAnswers } from './answers.ts'

const KEYS_BY_ID = new Map(FACT_KEYS.map((key) => [QUESTION_IDS[key], key]))

/** Returns every question with its answer, in the order of the catalogue. `today` is YYYY-MM-DD in China. */
export function toQuestions(facts: Facts, today: string): Question[] {
  return FACT_KEYS.map((key) => {
    const { kind, unit, help, options } = factOf(key)
    return {
      id: QUESTION_IDS[key],
      key,
      title: questionTitle(key, today),
      kind,
      options: options ? Object.entries(options).map(([value, label]) => ({ value, label })) : null,
      unit: unit ?? null,
      help: help ?? null,
      answer: toAnswer(facts[key]),
    }
  })
}

export function toAskAnswers(facts: Facts): Record<AskKey, SentAskAnswer> {
  const keys = Object.keys(facts).filter(isAskKey)
  return Object.fromEntries(keys.map((key) => [key, facts[key] ?? ANSWER_UNKNOWN]))
}

function toAnswer(value: Facts[FactKey]): AnswerValue | null {
  if (value === undefined) return null
  if (value === null) return ANSWER_UNKNOWN
  return typeof value === 'object' ? [...value] : value
}

interface ReadAnswers {
  keys: AnswerKey[]
  facts: Facts
  problems: AnswerProblem[]
  hints: AnswerProblem[]
}

/** Merges sent answers into stored ones. `today` is YYYY-MM-DD in China. */
export function readSentAnswers(
  { answers, asks }: Pick<BodyOf<typeof saveAnswers>, 'answers' | 'asks'>,
  stored: StoredAnswers,
  today: string,
): ReadAnswers {
  const merged = { ...stored }
  const keys: AnswerKey[] = []
  const problems: AnswerProblem[] = []
  for (const { id, value } of answers) {
    const key = KEYS_BY_ID.get(id)
    if (key === undefined) problems.push({ id, message: '没有这个问题' })
    else if (keys.includes(key)) problems.push(toProblem(key, '同一个问题只能有一个答案'))
    else {
      keys.push(key)
      merged[key] = fromWire(value)
    }
  }
  for (const [key, value] of Object.entries(asks)) {
    keys.push(key as AskKey)
    merged[key] = fromWire(value ?? null)
  }
  // An old problem in an untouched answer does not block other answers.
  const old = new Set(parseFacts(stored, today).problems.map(({ key, message }) => `${key} ${message}`))
  const { facts, problems: found } = parseFacts(merged, today)
  const tooMany = found.find(({ key }) => isAskKey(key))
  if (tooMany) throw new Refusal(CODES.invalid, tooMany.message)
  const hints: AnswerProblem[] = []
  for (const key of FACT_KEYS) {
    for (const { severity, message } of found.filter((problem) => problem.key === key)) {
      if (!keys.includes(key) && old.has(`${key} ${message}`)) continue
      const list = severity === 'error' ? problems : hints
      list.push(toProblem(key, message))
    }
  }
  return { keys, facts, problems, hints }
}

function fromWire(value: AnswerValue | null): unknown {
  return value === null ? undefined : value === ANSWER_UNKNOWN ? null : value
}

function toProblem(key: FactKey, message: string): AnswerProblem {
  return { id: QUESTION_IDS[key], message: `${factOf(key).label}：${message}` }
}
