/**
 * The company's conversation with the experts: what is known of it, and what the person came with, such as the policy of a
 * page. The experts are told of that, however long it takes.
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

type Topic = v.InferOutput<(typeof openConversation)['body']>

/** What a tab has still to tell the experts, from page to page, until it is told. By the person and the company. */
const keptTopic = kept('chat:topic', openConversation.body)

const LONGEST_PAUSE_MS = 30_000

const $untold = atom<Topic | null>(null)

/** What the chat is about; empty: nothing particular. */
export const $chatTopic = computed(
  [$untold, $conversation],
  (untold, conversation) => (untold ? untold.topic : conversation?.topic) ?? '',
)

let stop: (() => void) | undefined

/** The person has opened the chat, from a page that is about something or from anywhere. */
export function beginTopic(topic: ChatTopic): void {
  if (topic.policy_id === undefined && topic.topic === undefined) lapse()
  else tell(topic)
}

/** From now on it is about nothing particular. */
export function dropTopic(): void {
  tell({ topic: null })
}

/** Goes on with what a page before could not tell. */
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

/** What the chat was about before is over where nothing was said for long: the server knows. */
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
      // It shows above the field, and can be taken away there.
      handleSessionEnd(error)
    }
  })
  over.signal.addEventListener('abort', () => queueMicrotask(unsubscribe))
  stop?.()
  stop = () => over.abort()
}
