/** The questions as the wire says them, and what a company sends back. */
import type { BodyOf } from '../../src/lib/contract/call.ts'
import {
  ANSWER_UNKNOWN,
  type AnswerProblem,
  type AnswerValue,
  QUESTION_IDS,
  type Question,
  type saveAnswers,
} from '../../src/lib/contract/policies/question.ts'
import { parseFacts } from '../../src/lib/rules/eligibility/answers.ts'
import {
  FACT_KEYS,
  type FactKey,
  type Facts,
  factOf,
  questionTitle,
} from '../../src/lib/rules/eligibility/facts.ts'
import type { StoredAnswers } from './answers.ts'

const KEYS_BY_ID = new Map(FACT_KEYS.map((key) => [QUESTION_IDS[key], key]))

/** Every question in the order of the catalogue, with what `facts` answers. `today` is YYYY-MM-DD in China. */
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

function toAnswer(value: Facts[FactKey]): AnswerValue | null {
  if (value === undefined) return null
  if (value === null) return ANSWER_UNKNOWN
  return typeof value === 'object' ? [...value] : value
}

interface ReadAnswers {
  /** The questions that were answered or taken back. */
  keys: FactKey[]
  /** All facts of the company with the new answers in place. */
  facts: Facts
  /** Why the answers cannot be taken; empty when they can. */
  problems: AnswerProblem[]
  hints: AnswerProblem[]
}

/** Puts what a company sends over what it has stored. `today` is YYYY-MM-DD in China. */
export function readSentAnswers(
  sent: BodyOf<typeof saveAnswers>['answers'],
  stored: StoredAnswers,
  today: string,
): ReadAnswers {
  const merged = { ...stored }
  const keys: FactKey[] = []
  const problems: AnswerProblem[] = []
  for (const { id, value } of sent) {
    const key = KEYS_BY_ID.get(id)
    if (key === undefined) problems.push({ id, message: '没有这个问题' })
    else if (keys.includes(key)) problems.push(toProblem(key, '同一个问题只能有一个答案'))
    else {
      keys.push(key)
      merged[key] = value === null ? undefined : value === ANSWER_UNKNOWN ? null : value
    }
  }
  // What was wrong before and is not touched does not keep anybody from answering something else.
  const old = new Set(parseFacts(stored, today).problems.map(({ key, message }) => `${key} ${message}`))
  const { facts, problems: found } = parseFacts(merged, today)
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

function toProblem(key: FactKey, message: string): AnswerProblem {
  return { id: QUESTION_IDS[key], message: `${factOf(key).label}：${message}` }
}
