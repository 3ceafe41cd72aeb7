/** The sharing of work at the desk: the operator of a conversation, and its delay. */
import { ask } from '../../api/ask.ts'
import type { InputOf } from '../../contract/call.ts'
import { changeConversation } from '../../contract/operator/conversation.ts'
import { attempt } from './desk.ts'
import { findOpen, refreshConversation, showConversation } from './dialogue.ts'

/** Hands a conversation over from the operator that the page shows. Returns the error. */
export function handOver(
  id: number,
  from: number | null,
  operator_id: number | null,
  note?: string,
): Promise<string | undefined> {
  return change(id, { act: 'assign', operator_id, from, note })
}

/** Snoozes a conversation; null ends that. Returns the error, such as a new message of the company. */
export function putOff(id: number, until: string | null): Promise<string | undefined> {
  return change(id, { act: 'snooze', until, seq: shownUpTo(id) })
}

/** Marks the shown messages as needing no answer. Returns the error, such as a new message of the company. */
export function needsNoReply(id: number): Promise<string | undefined> {
  return change(id, { act: 'settle', seq: shownUpTo(id) })
}

function shownUpTo(id: number): number {
  const state = findOpen(id)?.dialogue.$state.get()
  return state?.status === 'ready' ? state.log.upTo : 0
}

async function change(
  id: number,
  body: InputOf<typeof changeConversation>['body'],
): Promise<string | undefined> {
  const done = await attempt(() => ask(changeConversation, { params: { id }, body }))
  // The history is longer, or a colleague was faster.
  await refreshConversation(id)
  if (!done.ok) return done.text
  const { assigned, waiting_since, snoozed_until } = done.value.data
  showConversation(id, { assigned, waiting_since, snoozed_until })
  return undefined
}
