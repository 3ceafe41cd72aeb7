/** What is on its way from the desk: sent one after the other, in the order of writing, by whoever wrote it. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { askBeforeLeaving } from '../../browser/leaving.ts'
import { pauseForLine } from '../../browser/line.ts'
import { makeBell } from '../../chat/bell.ts'
import { type SendProblem, sendInOrder } from '../../chat/send-in-order.ts'
import type { CHAT_ATTACHMENT, CHAT_IMAGE, CHAT_TEXT, ChatMessage } from '../../contract/chat/chat-message.ts'
import { replyToConversation } from '../../contract/operator/conversation.ts'
import { $desk, endedAtDesk, SESSION_ENDED } from './desk.ts'

export interface Outgoing {
  conversationId: number
  /** Sent again with the same one, it is still one message. */
  clientId: string
  type: typeof CHAT_TEXT | typeof CHAT_ATTACHMENT | typeof CHAT_IMAGE
  detail: string
  /** ISO 8601. */
  at: string
  state: { status: 'sending' } | { status: 'sent' } | ({ status: 'failed' } & SendProblem)
}

/** Until the dialogue shows them as sent. */
export const $outgoing = atom<readonly Outgoing[]>([])

type Sent = (item: Outgoing, message: ChatMessage) => void

/** Whose messages these are. */
let owner: number | undefined
let sending: AbortController | undefined
let hurry = new AbortController()

export function putOutgoing(item: Outgoing, onSent: Sent): void {
  const desk = $desk.get()
  if (desk.status === 'operator') owner = desk.id
  $outgoing.set([...$outgoing.get(), item])
  sendNow(onSent)
}

/** Tries again now what failed or waits. */
export function retryOutgoing(clientId: string, onSent: Sent): void {
  if (find(clientId)?.state.status !== 'failed') return
  setState(clientId, { status: 'sending' })
  sendNow(onSent)
}

/** Gives up what the server has refused. What is on its way cannot be called back. @returns whether it was given up */
export function discardOutgoing(clientId: string): boolean {
  const item = find(clientId)
  const isRefused = item?.state.status === 'failed' && item.state.isRefused
  if (isRefused) dropOutgoing(new Set([clientId]))
  return isRefused
}

function find(clientId: string): Outgoing | undefined {
  return $outgoing.get().find((item) => item.clientId === clientId)
}

function isUnderway({ state }: Outgoing): boolean {
  return state.status === 'sending' || (state.status === 'failed' && !state.isRefused)
}

function sendNow(onSent: Sent): void {
  hurry.abort()
  hurry = new AbortController()
  if (!sending) drain(onSent)
}

/** Ends when nothing is left, or when nobody is logged in any more. */
async function drain(onSent: Sent): Promise<void> {
  const run = new AbortController()
  sending = run
  await sendInOrder<Outgoing>({
    signal: run.signal,
    next: () => $outgoing.get().find(isUnderway),
    send: async ({ conversationId, clientId, type, detail }) => {
      const body = { type, detail, client_id: clientId }
      const { data } = await ask(replyToConversation, { params: { id: conversationId }, body })
      return data
    },
    onSent: (item, message) => {
      if (run.signal.aborted) return
      setState(item.clientId, { status: 'sent' })
      onSent(item, message)
    },
    explain: ({ clientId }, problem) => setState(clientId, { status: 'failed', ...problem }),
    pause: (failures, signal) => pauseForLine(failures, [signal, hurry.signal]),
    wait: (ms, signal) => makeBell().pause(ms, signal),
    isOver: (error) => {
      const hasEnded = endedAtDesk(error)
      if (hasEnded) waitUntilBack(onSent)
      return hasEnded
    },
  })
  if (sending === run) sending = undefined
}

/** What the same operator wrote goes when he is back; see the end of this file for anybody else. */
function waitUntilBack(onSent: Sent): void {
  sending = undefined
  showAll({ status: 'failed', reason: SESSION_ENDED, isRefused: false, isDelayed: false })
  const stop = $desk.listen((desk) => {
    stop()
    showAll({ status: 'sending' })
    if (desk.status === 'operator' && $outgoing.get().some(isUnderway)) sendNow(onSent)
  })
}

/** Of all that are still to be sent. */
function showAll(state: Outgoing['state']): void {
  for (const item of $outgoing.get()) if (isUnderway(item)) setState(item.clientId, state)
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
  $outgoing.set([])
})

// Leaving the page would lose what the server does not have.
$outgoing.listen((items) =>
  askBeforeLeaving(
    'replies',
    items.some(({ state }) => state.status !== 'sent'),
  ),
)
