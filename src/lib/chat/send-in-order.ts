/** Empties an outbox in the order of writing: the customers' on their device, and the one of the operators' desk. */
import { explainError, HttpError, RefusedError } from '../api/errors.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'
import { CODES } from '../contract/envelope.ts'

const SECOND_MS = 1000

/** Why a message is not sent yet. `isRefused`: nothing goes on by itself; `isDelayed`: nobody can make it go sooner. */
export interface SendProblem {
  reason: string
  isRefused: boolean
  isDelayed: boolean
}

interface Outbox<Item> {
  signal: AbortSignal
  /** The first one that may be sent. */
  next: () => Promise<Item | undefined> | Item | undefined
  send: (item: Item) => Promise<ChatMessage>
  onSent: (item: Item, message: ChatMessage) => Promise<void> | void
  explain: (item: Item, problem: SendProblem) => Promise<void> | void
  /** Waits for the line, longer after more failures in a row. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** True: nobody is logged in any more, and what is left waits for the same person. */
  isOver: (error: unknown) => boolean
}

/** Ends when nothing is left that may be sent. */
export async function sendInOrder<Item>(outbox: Outbox<Item>): Promise<void> {
  const { signal } = outbox
  let failures = 0
  while (!signal.aborted) {
    // An outbox that cannot be read or written just now is no end: what it keeps is found with the next try.
    const end = await sendNext(outbox, failures).catch(() => 'failed' as const)
    if (end === 'over') return
    if (end === 'sent') failures = 0
    if (end === 'failed') await outbox.pause(failures++, signal)
  }
}

type End = 'over' | 'sent' | 'explained' | 'failed'

async function sendNext<Item>(outbox: Outbox<Item>, failures: number): Promise<End> {
  const { signal } = outbox
  const item = await outbox.next()
  if (item === undefined || signal.aborted) return 'over'
  try {
    await outbox.onSent(item, await outbox.send(item))
    return 'sent'
  } catch (error) {
    if (signal.aborted || outbox.isOver(error)) return 'over'
    const retrySeconds = tooOftenFor(error)
    if (retrySeconds !== undefined) {
      const reason = `${explainError(error)}（约 ${retrySeconds} 秒后自动重发）`
      await outbox.explain(item, { reason, isRefused: false, isDelayed: true })
      await outbox.wait(retrySeconds * SECOND_MS, signal)
      return 'explained'
    }
    const isRefused = isFinal(error)
    // One lost answer is no news; the next try mostly brings it.
    if (isRefused || failures > 0)
      await outbox.explain(item, { reason: explainError(error), isRefused, isDelayed: false })
    return isRefused ? 'explained' : 'failed'
  }
}

/** Seconds; undefined: it was something else. */
function tooOftenFor(error: unknown): number | undefined {
  if (!(error instanceof RefusedError) || error.code !== CODES.tooOften) return undefined
  const { retry_after } = error.fields
  return typeof retry_after === 'number' ? retry_after : 1
}

/** Trying again would bring the same. */
export function isFinal(error: unknown): boolean {
  if (error instanceof HttpError) return error.status < 500
  return error instanceof RefusedError
}
