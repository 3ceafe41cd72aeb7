/**
 * The company's conversation with the experts and its topic, such as the policy of a page. The topic is sent to the
 * experts with retries.
 */
import { atom, computed } from 'nanostores'
import type * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { kept } from '../../browser/kept/kept.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { type Conversation, openConversation } from '../../contract/chat/chat.ts'
import { isFinal } from '../../conversation/outbox.ts'
import { sendDialogueEvent } from '../../conversation/tabs.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { $chatUnread, type ChatTopic } from './open.ts'

/** Null before the first answer, or without a conversation. */
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

/** The unsent topic of a tab, across pages, by person and company. */
const keptTopic = kept('chat:topic', openConversation.body)

const LONGEST_PAUSE_MS = 30_000

const $untold = atom<Topic | null>(null)

/** The topic of the chat; empty without one. */
export const $chatTopic = computed(
  [$untold, $conversation],
  (untold, conversation) => (untold ? untold.topic : conversation?.topic) ?? '',
)

let stop: (() => void) | undefined

/** Sets the topic when a person opens the chat from a page. */
export function beginTopic(topic: ChatTopic): void {
  if (topic.policy_id === undefined && topic.topic === undefined) lapse()
  else tell(topic)
}

/** Removes the topic. */
export function dropTopic(): void {
  tell({ topic: null })
}

/** Sends the topic that an earlier page could not send. */
export function followChatTopic(owner: string): () => void {
  const untold = keptTopic.read(owner)
  if (untold && $untold.get() === null) tell(untold)
  return () => {
    stop?.()
    $untold.set(null)
  }
}

function tell(told: Topic): void {
  const owner = $owner.get()
  if (owner === null) return
  const over = new AbortController()
  stop?.()
  stop = () => over.abort()
  $untold.set(told)
  keptTopic.keep(told, owner)
  tellUntilHeard(told, owner, over.signal)
}

async function tellUntilHeard(told: Topic, owner: string, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const { data } = await ask(openConversation, { body: told })
      if (signal.aborted) return
      hear(data)
      return settle(owner)
    } catch (error) {
      if (signal.aborted || handleSessionEnd(error)) return
      if (isFinal(error)) return settle(owner)
      await waitForNetwork(failures, signal, LONGEST_PAUSE_MS)
    }
  }
}

function settle(owner: string): void {
  $untold.set(null)
  keptTopic.drop(owner)
}

function hear(conversation: Conversation): void {
  acceptConversation(conversation)
  sendDialogueEvent({ kind: 'conversation', conversation })
}

/** The server ends a topic after a long silence. */
function lapse(): void {
  if ($untold.get()) return
  const over = new AbortController()
  const unsubscribe = $conversation.subscribe(async (conversation) => {
    if (conversation === null || over.signal.aborted) return
    over.abort()
    if (conversation.topic === '' && conversation.policy_id === null) return
    try {
      const { data } = await ask(openConversation, { body: {} })
      hear(data)
    } catch (error) {
      // The topic is shown above the field and can be removed there.
      handleSessionEnd(error)
    }
  })
  over.signal.addEventListener('abort', () => queueMicrotask(unsubscribe))
  stop?.()
  stop = () => over.abort()
}
