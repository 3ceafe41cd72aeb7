/** The queue of conversations: who waits longest comes first. */
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import {
  ASSIGNMENTS,
  CONVERSATION_STATES,
  listConversations,
  type QueuedConversation,
} from '../../contract/operator/conversation.ts'
import { createDeskList } from './list.ts'

export interface QueueFilter {
  state: (typeof CONVERSATION_STATES)[number]
  assigned: (typeof ASSIGNMENTS)[number]
  q: string
}

const queue = createDeskList<QueuedConversation, QueueFilter>(async ({ q, ...filter }, page) => {
  const { result } = await ask(listConversations, { query: { ...filter, page, q: q || undefined } })
  return result
})

export const $queue = queue.$state
export const openQueue = queue.open
export const retryQueue = queue.retry

/** Shows what was read or answered here before the next poll does. */
export const showInQueue = queue.replace

const RHYTHM = { shownMs: 5000, hiddenMs: 30_000 }

/** Keeps the page that is shown as it is on the server. @returns what ends it */
export function watchQueue(): () => void {
  return startPolling(queue.refresh, RHYTHM)
}

/** What the address asks for; what is not understood is left out. */
export function readQueueFilter(params: URLSearchParams): QueueFilter {
  return {
    state: CONVERSATION_STATES.find((known) => known === params.get('state')) ?? 'waiting',
    assigned: ASSIGNMENTS.find((known) => known === params.get('assigned')) ?? 'all',
    q: (params.get('q') ?? '').trim().slice(0, 100),
  }
}
