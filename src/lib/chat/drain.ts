/** Empties the outbox in the order of writing. Only one page of a browser does it at a time: see lead.ts. */
import { explainError, HttpError, RefusedError } from '../api/errors.ts'
import { type Delivery, dropUnsent, explainUnsent, readOutbox, type Unsent } from '../browser/chat-outbox.ts'
import type { ChatMessage } from '../contract/chat-message.ts'
import { CODES } from '../contract/envelope.ts'
import { postUnsent } from './place-calls.ts'

const SECOND_MS = 1000

export interface Drain {
  owner: string
  signal: AbortSignal
  /** Waits for the line, longer after more failures in a row. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  onSent: (unsent: Unsent, message: ChatMessage) => void
  /** Something in the outbox is other than before. */
  onChange: () => void
  /** True: nobody is logged in any more, and what is left waits for the same person. */
  isOver: (error: unknown) => boolean
}

/** Ends when nothing is left that may be sent. */
export async function drain({ owner, signal, pause, wait, onSent, onChange, isOver }: Drain): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const next = (await readOutbox(owner)).find(({ isRefused }) => !isRefused)
    if (!next || signal.aborted) return
    const explain = async (reason: string, how: Partial<Delivery> = {}) => {
      const delivery = { isRefused: false, isDelayed: false, ...how, reason }
      if (next.reason === reason && next.isRefused === delivery.isRefused) return
      await explainUnsent(next.no, delivery)
      onChange()
    }
    try {
      const message = await postUnsent(next)
      failures = 0
      await dropUnsent(next.no)
      onSent(next, message)
    } catch (error) {
      if (signal.aborted || isOver(error)) return
      const retrySeconds = tooOftenFor(error)
      if (retrySeconds !== undefined) {
        await explain(`${explainError(error)}（约 ${retrySeconds} 秒后自动重发）`, { isDelayed: true })
        await wait(retrySeconds * SECOND_MS, signal)
      } else if (isFinal(error)) {
        await explain(explainError(error), { isRefused: true })
      } else {
        // One lost answer is no news; the next try mostly brings it.
        if (failures > 0) await explain(explainError(error))
        await pause(failures, signal)
        failures += 1
      }
    }
  }
}

/** Seconds; undefined: it was something else. */
export function tooOftenFor(error: unknown): number | undefined {
  if (!(error instanceof RefusedError) || error.code !== CODES.tooOften) return undefined
  const { retry_after } = error.fields
  return typeof retry_after === 'number' ? retry_after : 1
}

/** Trying again would bring the same. */
export function isFinal(error: unknown): boolean {
  if (error instanceof HttpError) return error.status < 500
  return error instanceof RefusedError
}
