/** Who takes care of a conversation, and that it needs no answer. */
import { ask } from '../../api/ask.ts'
import { assignConversation, settleConversation } from '../../contract/operator/conversation.ts'
import { attempt } from './desk.ts'
import { findOpen, refreshConversation, showConversation } from './dialogue.ts'

/** From whom the page shows to another operator; null: nobody. @returns what went wrong */
export async function handOver(
  conversationId: number,
  from: number | null,
  to: number | null,
): Promise<string | undefined> {
  const done = await attempt(() =>
    ask(assignConversation, { params: { id: conversationId }, body: { operator_id: to, from } }),
  )
  if (!done.ok) {
    // Somebody else may have it by now.
    await refreshConversation(conversationId)
    return done.text
  }
  showConversation(conversationId, { assigned: done.value.data.assigned })
  return undefined
}

/** Nobody has to answer what the dialogue shows. @returns what went wrong, such as that the company has said more */
export async function needsNoReply(conversationId: number): Promise<string | undefined> {
  const state = findOpen(conversationId)?.dialogue.$state.get()
  const seq = state?.status === 'ready' ? state.log.upTo : 0
  const done = await attempt(() => ask(settleConversation, { params: { id: conversationId }, body: { seq } }))
  if (!done.ok) return done.text
  showConversation(conversationId, { waiting_since: done.value.data.waiting_since })
  return undefined
}
