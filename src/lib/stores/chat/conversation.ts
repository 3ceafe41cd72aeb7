/** The company's conversation with the experts and its topic, such as the policy of a page. */
import { atom, computed } from 'nanostores'
import type * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { kept } from '../../browser/kept/kept.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import { type Conversation, openConversation } from '../../contract/chat/chat.ts'
import { isFinal } from '../../conversation/outbox.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { $chatUnread, type ChatTopic } from './open.ts'

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
}

type Topic = v.InferOutput<(typeof openConversation)['body']>

/** The topic that this tab has not sent yet, kept across pages. By person and company. */
const keptTopic = kept('chat:topic', openConversation.body)

/** The topic not sent yet. An empty one ends the earlier topic, if the server has one. */
const $untold = atom<Topic | null>(null)

export const $chatTopic = computed([$untold, $conversation], (untold, conversation) => {
  const isTold = untold === null || isEmpty(untold)
  return (isTold ? conversation?.topic : untold.topic) ?? ''
})

export function beginTopic(topic: ChatTopic): void {
  const untold = $untold.get()
  // A topic of the previous page that could not be sent comes first.
  if (!isEmpty(topic) || untold === null || isEmpty(untold)) setTopic(topic)
}

export function dropTopic(): void {
  setTopic({ topic: null })
}

/** Sends the topic that an earlier page could not send. */
export function followChatTopic(owner: string): () => void {
  const untold = keptTopic.read(owner)
  if (untold && $untold.get() === null) setTopic(untold)
  return () => $untold.set(null)
}

function setTopic(topic: Topic): void {
  const owner = $owner.get()
  if (owner === null) return
  $untold.set(topic)
  if (!isEmpty(topic)) keptTopic.keep(topic, owner)
  sendChatTopic()
}

export async function sendChatTopic(): Promise<void> {
  const [owner, topic, conversation] = [$owner.get(), $untold.get(), $conversation.get()]
  if (owner === null || topic === null) return
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
    forgetTopic(owner)
  } catch (error) {
    // It shows above the field, and can be taken away there.
    if (isNewest() && !handleSessionEnd(error) && isFinal(error)) forgetTopic(owner)
  }
}

function forgetTopic(owner: string): void {
  $untold.set(null)
  keptTopic.drop(owner)
}

function isEmpty({ topic, policy_id }: Topic): boolean {
  return topic === undefined && policy_id === undefined
}
