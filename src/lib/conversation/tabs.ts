/** Messages between the tabs of one person about dialogues, so that one tab polls for all. */
import type { ReadableAtom } from 'nanostores'
import type { Conversation } from '../contract/chat/chat.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'
import type { Place } from './unsent.ts'

type DialogueEvent =
  | { kind: 'messages'; place: Place; items: readonly ChatMessage[] }
  /** Messages have other numbers, for those of another topic stand between them. */
  | { kind: 'conversation'; conversation: Conversation | null }
  /** Unread messages in the topics of orders. */
  | { kind: 'topics'; unread: number }
  /** The topics of an order's consultation have changed or closed. */
  | { kind: 'consultation'; orderId: number }
  /** The tabs' state of the conversation is old: the polling tab must ask for it. */
  | { kind: 'stale' }
  /** A page has just opened: the other tabs send it what they know. */
  | { kind: 'hello' }
  | { kind: 'outbox' }
  /** `mark`: their current state, if a poll has reported it. */
  | { kind: 'files'; shelf: string; mark?: string }
  /** The tab that polls must ask now. */
  | { kind: 'ask'; name: string }

const listeners = new Set<(event: DialogueEvent) => void>()
let channel: BroadcastChannel | undefined

/** Sends to the other tabs. */
export function sendDialogueEvent(event: DialogueEvent): void {
  channel?.postMessage(event)
}

/** Sends to the other tabs and to listeners of this page. */
export function emitDialogueEvent(event: DialogueEvent): void {
  sendDialogueEvent(event)
  for (const listener of listeners) listener(event)
}

/** Listens to the other tabs, once they are followed. */
export function onDialogueEvent(listener: (event: DialogueEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only tabs of the same person receive each other's messages. */
export function joinTabs(owner: string): () => void {
  const mine = new BroadcastChannel(`chat:${owner}`)
  mine.addEventListener('message', ({ data }) => {
    for (const listener of listeners) listener(data as DialogueEvent)
  })
  channel = mine
  return () => {
    mine.close()
    if (channel === mine) channel = undefined
  }
}

/**
 * Follows the person who uses the page, across logins. A page in the back/forward cache follows no one: it would hold locks
 * and channels that visible pages need.
 */
export function followOwner(
  $owner: ReadableAtom<string | null>,
  followAs: (owner: string) => () => void,
): () => void {
  let leave: (() => void) | undefined
  const enter = (owner: string | null) => {
    leave?.()
    leave = owner === null ? undefined : followAs(owner)
  }
  const unsubscribe = $owner.subscribe(enter)
  const ended = new AbortController()
  const { signal } = ended
  addEventListener('pagehide', () => enter(null), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && enter($owner.get()), { signal })
  return () => {
    unsubscribe()
    ended.abort()
    leave?.()
  }
}
