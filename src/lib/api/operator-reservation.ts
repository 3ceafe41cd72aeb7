import type { AnswerOf, InputOf } from '../contract/call.ts'
import {
  answerReservation,
  listAllReservations,
  type OperatorReservation,
} from '../contract/operator-reservation.ts'
import { request } from './http.ts'

/** One page of all companies' reservations, newest first. */
export async function fetchAllReservations(
  query: InputOf<typeof listAllReservations>['query'],
): Promise<AnswerOf<typeof listAllReservations>['result']> {
  const { result } = await request(listAllReservations, { query })
  return result
}

/** The company is told. */
export async function decideReservation(
  id: number,
  decision: InputOf<typeof answerReservation>['body'],
): Promise<OperatorReservation> {
  const { data } = await request(answerReservation, { params: { id: String(id) }, body: decision })
  return data
}
