import {
  type Colleague,
  createInvitation,
  type Invitation,
  joinCompany,
  listColleagues,
  listInvitations,
  removeColleague,
  revokeInvitation,
} from '../contract/account/colleague.ts'
import type { AnswerOf } from '../contract/call.ts'
import { ask } from './ask.ts'

export async function fetchColleagues(): Promise<Colleague[]> {
  const { result } = await ask(listColleagues, {})
  return result.items
}

/** With one's own id: leaves the company. */
export async function takeOutColleague(id: number): Promise<void> {
  await ask(removeColleague, { params: { id: String(id) } })
}

export async function fetchInvitations(): Promise<Invitation[]> {
  const { result } = await ask(listInvitations, {})
  return result.items
}

/** The code is told only here. */
export function makeInvitation(): Promise<AnswerOf<typeof createInvitation>> {
  return ask(createInvitation, {})
}

export async function withdrawInvitation(id: number): Promise<void> {
  await ask(revokeInvitation, { params: { id: String(id) } })
}

/** Afterwards everything that was loaded belongs to another company: load it again. */
export function joinByInvitation(code: string, discard = false): Promise<AnswerOf<typeof joinCompany>> {
  return ask(joinCompany, { body: { code, discard } })
}
