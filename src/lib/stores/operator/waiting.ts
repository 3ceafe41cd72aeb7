/** Who has waited for an answer, and needs none. */
import { ask } from '../../api/ask.ts'
import { settleConversation } from '../../contract/operator/conversation.ts'
import { attempt } from './desk.ts'
import { findOpen, showConversation } from './dialogue.ts'

/** Nobody has to answer what the dialogue shows. @returns what went wrong, such as that the company has said more */
export async function needsNoReply(conversationId: number): Promise<string | undefined> {
  const state = findOpen(conversationId)?.dialogue.$state.get()
  const seq = state?.status === 'ready' ? state.log.upTo : 0
  const done = await attempt(() => ask(settleConversation, { params: { id: conversationId }, body: { seq } }))
  if (!done.ok) return done.text
  showConversation(conversationId, { waiting_since: done.value.data.waiting_since })
  return undefined
}
