/** Who takes care of a conversation. */
import { ask } from '../../api/ask.ts'
import { assignConversation } from '../../contract/operator/conversation.ts'
import { attempt } from './desk.ts'
import { refreshConversation, showConversation } from './dialogue.ts'

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
