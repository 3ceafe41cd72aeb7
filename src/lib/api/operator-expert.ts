import type { AnswerOf } from '../contract/call.ts'
import {
  addSlots,
  changeExpert,
  createExpert,
  type ExpertForm,
  listOperatorExperts,
  listOperators,
  listSlots,
  type NewSlot,
  type OperatorExpert,
  removeSlot,
} from '../contract/operator/expert.ts'
import { ask } from './ask.ts'

/** Who may answer companies. */
export async function fetchOperators(): Promise<AnswerOf<typeof listOperators>['result']['items']> {
  const { result } = await ask(listOperators, {})
  return result.items
}

/** Hidden ones, too, newest first. */
export async function fetchOperatorExperts(
  page: number,
): Promise<AnswerOf<typeof listOperatorExperts>['result']> {
  const { result } = await ask(listOperatorExperts, { query: { page: String(page) } })
  return result
}

export async function addExpert(form: ExpertForm): Promise<OperatorExpert> {
  const { data } = await ask(createExpert, { body: form })
  return data
}

/** Replaces all fields. */
export async function saveExpert(id: number, form: ExpertForm): Promise<OperatorExpert> {
  const { data } = await ask(changeExpert, { params: { id: String(id) }, body: form })
  return data
}

/** Times that are not over yet, free or reserved. */
export async function fetchSlots(
  expertId: number,
  page: number,
): Promise<AnswerOf<typeof listSlots>['result']> {
  const input = { params: { id: String(expertId) }, query: { page: String(page) } }
  const { result } = await ask(listSlots, input)
  return result
}

/** All or none. */
export async function addExpertSlots(expertId: number, slots: NewSlot[]): Promise<void> {
  await ask(addSlots, { params: { id: String(expertId) }, body: { slots } })
}

export async function removeExpertSlot(expertId: number, slotId: number): Promise<void> {
  await ask(removeSlot, { params: { id: String(expertId), slot_id: String(slotId) } })
}
