/** Empties the outbox of this device. Only one page of a browser does it at a time: see lead.ts. */
import { dropUnsent, explainUnsent, readOutbox, type Unsent } from '../browser/chat-outbox.ts'
import type { ChatMessage } from '../contract/chat/chat-message.ts'
import { postUnsent } from './place-calls.ts'
import { sendInOrder } from './send-in-order.ts'

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
export function drain({ owner, onSent, onChange, ...rest }: Drain): Promise<void> {
  return sendInOrder<Unsent>({
    ...rest,
    next: async () => (await readOutbox(owner)).find(({ isRefused }) => !isRefused),
    send: postUnsent,
    onSent: async (unsent, message) => {
      await dropUnsent(unsent.no)
      onSent(unsent, message)
    },
    explain: async ({ no, reason, isRefused }, problem) => {
      if (problem.reason === reason && problem.isRefused === isRefused) return
      await explainUnsent(no, problem)
      onChange()
    },
  })
}
