/** How colleagues share the work of the desk: what was handed to me, and who takes care of what, until when. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import {
  assignConversation,
  getReplyFields,
  snoozeConversation,
} from '../../contract/operator/conversation.ts'
import { type HandedOver, listHandedOver, seeHandedOver } from '../../contract/operator/work.ts'
import { $desk, $deskReturns, attempt, attemptQuietly } from './desk.ts'
import { $dialogue, findOpen, refreshConversation, showConversation } from './dialogue.ts'
import { $deskOrder } from './orders.ts'

/** What colleagues have handed to me and I have not opened; null: not known yet. */
export const $handedOver = atom<readonly HandedOver[] | null>(null)

const RHYTHM = { shownMs: 20_000, hiddenMs: 60_000 }

async function refreshHandedOver(): Promise<void> {
  const answer = await attemptQuietly(() => ask(listHandedOver, {}))
  if (!answer) return
  $handedOver.set(answer.result.items)
  seeWhatIsOpen()
}

/** What I have before me is no news. */
function seeWhatIsOpen(): void {
  const dialogue = $dialogue.get()
  const order = $deskOrder.get()
  for (const item of $handedOver.get() ?? []) {
    const isOpen =
      item.kind === 'conversations'
        ? dialogue.status === 'ready' && dialogue.conversation.id === item.subject_id
        : order.status === 'ready' && order.id === item.subject_id
    if (!isOpen) continue
    $handedOver.set(($handedOver.get() ?? []).filter(({ id }) => id !== item.id))
    attemptQuietly(() => ask(seeHandedOver, { params: { id: item.id } }))
  }
}

/** Asks again and again while the desk is open. @returns what ends it */
export function watchHandedOver(): () => void {
  const stops = [
    startPolling(refreshHandedOver, RHYTHM),
    $deskReturns.listen(refreshHandedOver),
    $dialogue.listen(seeWhatIsOpen),
    $deskOrder.listen(seeWhatIsOpen),
    $desk.listen(({ status }) => {
      if (status === 'visitor' || status === 'stranger') $handedOver.set(null)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** From whom the page shows to another operator; null: nobody. @returns what went wrong */
export async function handOver(
  conversationId: number,
  from: number | null,
  to: number | null,
  note = '',
): Promise<string | undefined> {
  const done = await attempt(() =>
    ask(assignConversation, { params: { id: conversationId }, body: { operator_id: to, from, note } }),
  )
  // Somebody else may have it by now; and the history is longer.
  await refreshConversation(conversationId)
  if (!done.ok) return done.text
  showConversation(conversationId, { assigned: done.value.data.assigned })
  return undefined
}

/** Until when it is put off; null: not any longer. @returns what went wrong, such as that the company has said more */
export async function putOff(conversationId: number, until: string | null): Promise<string | undefined> {
  const state = findOpen(conversationId)?.dialogue.$state.get()
  const seq = state?.status === 'ready' ? state.log.upTo : 0
  const done = await attempt(() =>
    ask(snoozeConversation, { params: { id: conversationId }, body: { until, seq } }),
  )
  await refreshConversation(conversationId)
  if (!done.ok) return done.text
  showConversation(conversationId, { snoozed_until: done.value.data.snoozed_until })
  return undefined
}

/** What the fields of quick replies stand for in a conversation, as far as it is known. */
export async function findReplyFields(id: number): Promise<Record<string, string | null>> {
  return (await attemptQuietly(() => ask(getReplyFields, { params: { id } })))?.data ?? {}
}
