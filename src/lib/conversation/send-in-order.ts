/** Empties the outbox of this device in the order of writing. */
import { explainError, HttpError, RefusedError } from '../api/errors.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'
import { CODES } from '../contract/envelope.ts'
import { SECOND_MS } from '../rules/time/durations.ts'
import { type Delivery, dropUnsent, explainUnsent, readOutbox, type Unsent } from './unsent.ts'

interface Emptying {
  owner: string
  signal: AbortSignal
  /** Sent twice it is one message. */
  post: (unsent: Unsent) => Promise<ChatMessage>
  onSent: (unsent: Unsent, message: ChatMessage) => void
  /** Something in the outbox has changed. */
  onChange: () => void
  /** Waits for the network, longer after more failures in a row. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** True: nobody is logged in any more, and what is left waits for the same person. */
  endsSession: (error: unknown) => boolean
}

/** Ends when nothing is left that may be sent. */
export async function sendInOrder(emptying: Emptying): Promise<void> {
  const { signal } = emptying
  let failures = 0
  while (!signal.aborted) {
    // An outbox that cannot be read or written just now is no end: what it keeps is found with the next try.
    const end = await sendNext(emptying, failures).catch(() => 'failed' as const)
    if (end === 'over') return
    if (end === 'sent') failures = 0
    if (end === 'failed') await emptying.pause(failures++, signal)
  }
}

type End = 'over' | 'sent' | 'explained' | 'failed'

async function sendNext(emptying: Emptying, failures: number): Promise<End> {
  const { owner, signal, onChange } = emptying
  const unsent = (await readOutbox(owner)).find(({ isRefused }) => !isRefused)
  if (unsent === undefined || signal.aborted) return 'over'
  try {
    const message = await emptying.post(unsent)
    await dropUnsent(unsent.no)
    emptying.onSent(unsent, message)
    return 'sent'
  } catch (error) {
    if (signal.aborted || emptying.endsSession(error)) return 'over'
    const retrySeconds = tooOftenFor(error)
    if (retrySeconds !== undefined) {
      const reason = `${explainError(error)}（约 ${retrySeconds} 秒后自动重发）`
      await explain(unsent, { reason, isRefused: false, isDelayed: true }, onChange)
      await emptying.wait(retrySeconds * SECOND_MS, signal)
      return 'explained'
    }
    const isRefused = isFinal(error)
    // One lost answer is no news; the next try mostly brings it.
    if (isRefused || failures > 0)
      await explain(unsent, { reason: explainError(error), isRefused, isDelayed: false }, onChange)
    return isRefused ? 'explained' : 'failed'
  }
}

async function explain(unsent: Unsent, delivery: Delivery, onChange: () => void): Promise<void> {
  if (delivery.reason === unsent.reason && delivery.isRefused === unsent.isRefused) return
  await explainUnsent(unsent.no, delivery)
  onChange()
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
