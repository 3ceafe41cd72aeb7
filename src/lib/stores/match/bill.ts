/** What the answers in the account are worth together. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { type Bill, readBill } from '../../contract/policies/question.ts'
import { latest } from '../kit/latest.ts'
import { handleSessionEnd } from '../session.ts'

export type MatchBillState =
  | { status: 'loading' }
  | { status: 'ready'; bill: Bill }
  | { status: 'failed'; text: string }

export const $matchBill = atom<MatchBillState>({ status: 'loading' })

const reading = latest()

export async function openMatchBill(): Promise<void> {
  const isLatest = reading.begin()
  $matchBill.set({ status: 'loading' })
  const answer = await findBill()
  if (isLatest()) $matchBill.set(answer)
}

async function findBill(): Promise<MatchBillState> {
  try {
    return { status: 'ready', bill: (await ask(readBill, {})).data }
  } catch (error) {
    // Who is not logged in any more sees the list's own words.
    return handleSessionEnd(error) ? { status: 'loading' } : { status: 'failed', text: explainError(error) }
  }
}
