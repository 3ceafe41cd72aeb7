/** What is known of the company's conversation with the experts. */
import { atom } from 'nanostores'
import type { Conversation } from '../../contract/chat/chat.ts'
import { $chatUnread } from './open.ts'

/** Null: none was begun yet, or the server has not said. */
export const $conversation = atom<Conversation | null>(null)

/** Answers arrive in any order, and tabs hear of them in any order: reading and writing only go forward. */
export function acceptConversation(conversation: Conversation): void {
  const known = $conversation.get()
  const isOlder =
    known !== null &&
    (conversation.read_seq < known.read_seq ||
      (conversation.read_seq === known.read_seq && conversation.last_seq < known.last_seq))
  if (isOlder) return
  $conversation.set(conversation)
  $chatUnread.set(conversation.unread)
}

export function forgetConversation(): void {
  $conversation.set(null)
  $chatUnread.set(0)
}
