import type { BodyOf } from '../contract/call.ts'
import {
  type AnswerProblem,
  type Bill,
  listQuestions,
  type Question,
  readBill,
  resetAnswers,
  saveAnswers,
} from '../contract/policies/question.ts'
import { ask } from './ask.ts'

/** The questionnaire with the company's answers, where somebody is logged in. */
export async function fetchQuestions(): Promise<Question[]> {
  const { result } = await ask(listQuestions, {})
  return result.items
}

/** Saves these answers and leaves the others; gives what is worth a second look. */
export async function sendAnswers(answers: BodyOf<typeof saveAnswers>['answers']): Promise<AnswerProblem[]> {
  const { hints } = await ask(saveAnswers, { body: { answers } })
  return hints
}

export async function forgetAnswers(): Promise<void> {
  await ask(resetAnswers, {})
}

/** What the saved answers are worth. */
export async function fetchBill(): Promise<Bill> {
  const { data } = await ask(readBill, {})
  return data
}
