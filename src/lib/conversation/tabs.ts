/** What the tabs of one person tell each other about dialogues, so that one of them asks the server for all. */
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
  /** The topics of an order's consultation are others than before, or closed. */
  | { kind: 'consultation'; orderId: number }
  /** What the tabs know of the conversation is old: whoever polls is to ask for it. */
  | { kind: 'stale' }
  /** A page that has just begun: whoever knows something is to tell it. */
  | { kind: 'hello' }
  | { kind: 'outbox' }
  /** `mark`: how they are by now, where a poll has said so. */
  | { kind: 'files'; shelf: string; mark?: string }
  /** Whoever asks the server about it is to do so now. */
  | { kind: 'ask'; name: string }

const listeners = new Set<(event: DialogueEvent) => void>()
let channel: BroadcastChannel | undefined

/** To the other tabs. */
export function sendDialogueEvent(event: DialogueEvent): void {
  channel?.postMessage(event)
}

/** To the other tabs and to whoever listens on this page. */
export function emitDialogueEvent(event: DialogueEvent): void {
  sendDialogueEvent(event)
  for (const listener of listeners) listener(event)
}

/** From the other tabs, once they are followed. */
export function onDialogueEvent(listener: (event: DialogueEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only tabs of the same person hear each other. */
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
 * Follows whoever uses the page, one after the other. A page in the browser's cache follows nobody: it would hold locks
 * and channels that the pages in use wait for.
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
