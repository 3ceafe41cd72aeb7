import type { AnswerOf, InputOf } from '../contract/call.ts'
import {
  answerReservation,
  listAllReservations,
  type OperatorReservation,
} from '../contract/operator/reservation.ts'
import { ask } from './ask.ts'

/** One page of all companies' reservations, newest first. */
export async function fetchAllReservations(
  query: InputOf<typeof listAllReservations>['query'],
): Promise<AnswerOf<typeof listAllReservations>['result']> {
  const { result } = await ask(listAllReservations, { query })
  return result
}

/** The company is told. */
export async function decideReservation(
  id: number,
  decision: InputOf<typeof answerReservation>['body'],
): Promise<OperatorReservation> {
  const { data } = await ask(answerReservation, { params: { id: String(id) }, body: decision })
  return data
}
