/** What the person came with, such as the policy of a page: the experts are told, however long that takes. */
import { atom, computed } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { type KeptTopic, keptTopic } from '../../browser/kept-topic.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { type Conversation, openConversation } from '../../contract/chat/chat.ts'
import { isFinal } from '../../conversation/send-in-order.ts'
import { notifyTabs } from '../../conversation/tabs.ts'
import { $owner, handleSessionEnd } from '../session.ts'
import { $conversation, acceptConversation } from './conversation.ts'
import type { ChatTopic } from './open.ts'

const LONGEST_PAUSE_MS = 30_000

const $untold = atom<KeptTopic | null>(null)

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

function tell(told: KeptTopic): void {
  const owner = $owner.get()
  if (owner === null) return
  const over = new AbortController()
  stop?.()
  stop = () => over.abort()
  $untold.set(told)
  keptTopic.keep(told, owner)
  tellUntilHeard(told, owner, over.signal)
}

async function tellUntilHeard(told: KeptTopic, owner: string, signal: AbortSignal): Promise<void> {
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
  notifyTabs({ kind: 'conversation', conversation })
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
