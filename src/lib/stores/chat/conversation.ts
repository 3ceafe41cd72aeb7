/** The company's conversation with the experts and its topic, such as the policy of a page. */
import { atom, computed } from 'nanostores'
import type * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import { type Conversation, openConversation } from '../../contract/chat/chat.ts'
import { isFinal } from '../../conversation/outbox.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { $chatUnread } from './open.ts'

export const $conversation = atom<Conversation | null>(null)

/** Answers and reports of tabs arrive in any order: the read and written positions only increase. */
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
  $untold.set(null)
}

type Topic = v.InferOutput<(typeof openConversation)['body']>

/** The topic not sent yet. An empty one ends the earlier topic, if the server has one. */
const $untold = atom<Topic | null>(null)

export const $chatTopic = computed([$untold, $conversation], (untold, conversation) => {
  const isTold = untold === null || isEmpty(untold)
  return (isTold ? conversation?.topic : untold.topic) ?? ''
})

export function dropTopic(): void {
  beginTopic({ topic: null })
}

export function beginTopic(topic: Topic): void {
  if ($owner.get() === null) return
  $untold.set(topic)
  sendChatTopic()
}

/** Each round of polling tries again. */
export async function sendChatTopic(): Promise<void> {
  const [topic, conversation] = [$untold.get(), $conversation.get()]
  if (topic === null) return
  if (isEmpty(topic)) {
    if (conversation === null) return
    if (conversation.topic === '' && conversation.policy_id === null) return $untold.set(null)
  }
  const isNewest = () => $untold.get() === topic
  try {
    const { data } = await ask(openConversation, { body: topic })
    if (!isNewest()) return
    acceptConversation(data)
    notifyTabs('chat')
    $untold.set(null)
  } catch (error) {
    // It shows above the field, and can be taken away there.
    if (isNewest() && !handleSessionEnd(error) && isFinal(error)) $untold.set(null)
  }
}

function isEmpty({ topic, policy_id }: Topic): boolean {
  return topic === undefined && policy_id === undefined
}
