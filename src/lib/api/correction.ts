import type { AnswerOf } from '../contract/call.ts'
import {
  type Correction,
  type CorrectionForm,
  listCorrections,
  sendCorrection,
  settleCorrection,
} from '../contract/policies/correction.ts'
import { ask } from './ask.ts'

export async function reportCorrection(form: CorrectionForm): Promise<Correction> {
  const { data } = await ask(sendCorrection, { body: form })
  return data
}

/** One page of what readers reported, newest first. */
export async function fetchCorrections(
  page: number,
  state?: Correction['state'],
): Promise<AnswerOf<typeof listCorrections>['result']> {
  const { result } = await ask(listCorrections, {
    query: { page: String(page), ...(state && { state }) },
  })
  return result
}

export async function answerCorrection(
  id: number,
  state: 'fixed' | 'declined',
  answer?: string,
): Promise<AnswerOf<typeof settleCorrection>['data']> {
  const body = { state, ...(answer !== undefined && { answer }) }
  const { data } = await ask(settleCorrection, { params: { id: String(id) }, body })
  return data
}
