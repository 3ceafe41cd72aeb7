/** What is on its way from the desk: sent one after the other, in the order of writing, by whoever wrote it. */
import { atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { postReply } from '../../api/operator-conversation.ts'
import { pauseForLine } from '../../browser/line.ts'
import { makeBell } from '../../chat/bell.ts'
import { isFinal, tooOftenFor } from '../../chat/drain.ts'
import type { CHAT_ATTACHMENT, CHAT_IMAGE, CHAT_TEXT, ChatMessage } from '../../contract/chat-message.ts'
import { $desk, endedAtDesk, SESSION_ENDED } from './desk.ts'

const SECOND_MS = 1000

export interface Outgoing {
  conversationId: number
  /** Sent again with the same one, it is still one message. */
  clientId: string
  type: typeof CHAT_TEXT | typeof CHAT_ATTACHMENT | typeof CHAT_IMAGE
  detail: string
  /** ISO 8601. */
  at: string
  state: { status: 'sending' } | { status: 'failed'; reason: string }
}

/** Until the dialogue shows them as sent. */
export const $outgoing = atom<readonly Outgoing[]>([])

type Sent = (item: Outgoing, message: ChatMessage) => void

/** Whose messages these are. */
let owner: number | undefined
/** Of those that are still to be sent; what the server refused is none of them. */
let queue: readonly string[] = []
let sending: AbortController | undefined
let hurry = new AbortController()

export function putOutgoing(item: Outgoing, onSent: Sent): void {
  const desk = $desk.get()
  if (desk.status === 'operator') owner = desk.id
  $outgoing.set([...$outgoing.get(), item])
  enqueue(item.clientId, onSent)
}

/** Tries again now what failed or waits. */
export function retryOutgoing(clientId: string, onSent: Sent): void {
  const item = $outgoing.get().find((other) => other.clientId === clientId)
  if (item?.state.status === 'failed') enqueue(clientId, onSent)
}

function enqueue(clientId: string, onSent: Sent): void {
  setState(clientId, { status: 'sending' })
  if (!queue.includes(clientId)) queue = [...queue, clientId]
  hurry.abort()
  hurry = new AbortController()
  if (!sending) drain(onSent)
}

/** Ends when nothing is left, or when nobody is logged in any more. */
async function drain(onSent: Sent): Promise<void> {
  const run = new AbortController()
  sending = run
  let failures = 0
  for (let item = next(); item && sending === run; item = next()) {
    const { conversationId, clientId, type, detail } = item
    try {
      const message = await postReply(conversationId, { type, detail, client_id: clientId })
      if (sending !== run) return
      failures = 0
      leaveQueue(clientId)
      onSent(item, message)
    } catch (error) {
      if (sending !== run) return
      if (endedAtDesk(error)) return pauseUntilBack(onSent)
      const retrySeconds = tooOftenFor(error)
      if (retrySeconds !== undefined) {
        const reason = `${explainError(error)}（约 ${retrySeconds} 秒后自动重发）`
        setState(clientId, { status: 'failed', reason })
        await makeBell().pause(retrySeconds * SECOND_MS, run.signal)
      } else if (isFinal(error)) {
        leaveQueue(clientId)
        setState(clientId, { status: 'failed', reason: explainError(error) })
      } else {
        // One lost answer is no news; the next try mostly brings it.
        if (failures > 0) setState(clientId, { status: 'failed', reason: explainError(error) })
        await pauseForLine(failures, AbortSignal.any([run.signal, hurry.signal]))
        failures += 1
      }
    }
  }
  if (sending === run) sending = undefined
}

function next(): Outgoing | undefined {
  return $outgoing.get().find(({ clientId }) => clientId === queue[0])
}

function leaveQueue(clientId: string): void {
  queue = queue.filter((waiting) => waiting !== clientId)
}

/** What the same operator wrote goes when he is back; see the end of this file for anybody else. */
function pauseUntilBack(onSent: Sent): void {
  sending = undefined
  for (const clientId of queue) setState(clientId, { status: 'failed', reason: SESSION_ENDED })
  const stop = $desk.listen((desk) => {
    stop()
    if (desk.status === 'operator') for (const clientId of queue) enqueue(clientId, onSent)
  })
}

function setState(clientId: string, state: Outgoing['state']): void {
  $outgoing.set($outgoing.get().map((item) => (item.clientId === clientId ? { ...item, state } : item)))
}

/** They are shown as sent, or nobody looks at their dialogue. */
export function dropOutgoing(clientIds: ReadonlySet<string | null>): void {
  const left = $outgoing.get().filter(({ clientId }) => !clientIds.has(clientId))
  if (left.length < $outgoing.get().length) $outgoing.set(left)
}

// Nobody sends what somebody else has written.
$desk.listen((desk) => {
  if (desk.status === 'asking' || (desk.status === 'operator' && desk.id === owner)) return
  sending?.abort()
  sending = undefined
  queue = []
  $outgoing.set([])
})

// Leaving the page would lose what is on its way.
$outgoing.listen((items, before) => {
  if (items.length > 0 && (before?.length ?? 0) === 0) window.addEventListener('beforeunload', askToStay)
  if (items.length === 0) window.removeEventListener('beforeunload', askToStay)
})

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
