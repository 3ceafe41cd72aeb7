import type { BodyOf } from '../contract/call.ts'
import {
  type AnswerProblem,
  type Bill,
  listQuestions,
  type Question,
  readBill,
  resetAnswers,
  saveAnswers,
} from '../contract/question.ts'
import { request } from './http.ts'

/** The questionnaire with the company's answers, where somebody is logged in. */
export async function fetchQuestions(): Promise<Question[]> {
  const { result } = await request(listQuestions, {})
  return result.items
}

/** Saves these answers and leaves the others; gives what is worth a second look. */
export async function sendAnswers(answers: BodyOf<typeof saveAnswers>['answers']): Promise<AnswerProblem[]> {
  const { hints } = await request(saveAnswers, { body: { answers } })
  return hints
}

export async function forgetAnswers(): Promise<void> {
  await request(resetAnswers, {})
}

/** What the saved answers are worth. */
export async function fetchBill(): Promise<Bill> {
  const { data } = await request(readBill, {})
  return data
}
