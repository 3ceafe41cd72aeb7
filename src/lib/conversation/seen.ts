/** Up to which message a dialogue has been seen, and that the server is told of it. */
import type { Dialogue } from './dialogue.ts'

export interface Seen {
  /** The newest message is in view. */
  see: (dialogue: Dialogue) => Promise<void>
  /** Tells the server what it does not know yet, unless the page is hidden, and nobody looks. */
  tell: () => Promise<void>
  forget: () => void
}

export interface SeenCalls {
  /** Up to which message the server knows it to be read; undefined: there is nothing to tell. */
  readUpTo: () => number | undefined
  /** What fails is tried again when it is told next. */
  markRead: (seq: number) => Promise<void>
}

export function createSeen({ readUpTo, markRead }: SeenCalls): Seen {
  let seen = 0
  /** The server is being told of it. */
  let underway = 0

  async function tell(): Promise<void> {
    const known = readUpTo()
    if (known === undefined || seen <= known || seen === underway) return
    if (document.visibilityState === 'hidden') return
    const mine = seen
    underway = mine
    await markRead(mine)
    if (underway === mine) underway = 0
  }

  return {
    see: ({ $state }) => {
      const state = $state.get()
      if (state.status === 'ready') seen = state.log.upTo
      return tell()
    },
    tell,
    forget: () => {
      seen = 0
      underway = 0
    },
  }
}
