/** Of all tabs of this browser that could do a piece of work, one does it (Web Locks). */

export interface Candidate {
  /** Does the work here and now, whichever page did it before. False: this page does it already, and then once more. */
  claim: () => boolean
  /** Waits for its turn, if it does not already. */
  queueUp: () => void
  stop: () => void
}

/** One request for the lock. */
interface LockRequest {
  controller: AbortController
  isLeading: boolean
  /** Asked for again while it was at work. */
  isWantedAgain: boolean
}

/**
 * `work` runs until its signal says that another page has taken over, or until it has nothing more to do.
 * Browsers without locks do it in each page.
 */
export function electLeader(name: string, work: (signal: AbortSignal) => Promise<void>): Candidate {
  let stopped = false
  let current: LockRequest | undefined

  async function request(steal: boolean): Promise<void> {
    const mine: LockRequest = { controller: new AbortController(), isLeading: false, isWantedAgain: false }
    current?.controller.abort()
    current = mine
    const { signal } = mine.controller
    const run = () => untilAborted(workOn(mine, signal), signal)
    try {
      if (!navigator.locks) await run()
      else await navigator.locks.request(name, steal ? { steal } : { signal }, run)
    } catch (error) {
      if (!isAbort(error)) throw error
      // Given up by this page itself, another request takes its place or none does. Else another page took the lock.
      if (!signal.aborted) request(false)
    } finally {
      if (current === mine) current = undefined
    }
  }

  async function workOn(mine: LockRequest, signal: AbortSignal): Promise<void> {
    mine.isLeading = true
    try {
      do {
        mine.isWantedAgain = false
        if (!signal.aborted) await work(signal)
      } while (mine.isWantedAgain && !signal.aborted)
    } finally {
      mine.isLeading = false
    }
  }

  return {
    claim: () => {
      if (stopped) return false
      if (current?.isLeading) {
        current.isWantedAgain = true
        return false
      }
      request(true)
      return true
    },
    queueUp: () => {
      if (!stopped && !current) request(false)
    },
    stop: () => {
      stopped = true
      current?.controller.abort()
      current = undefined
    },
  }
}

/** Lets go of the lock at once, whatever the work still waits for. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return Promise.race([
    work,
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    }),
  ])
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Tells the other tabs that something is open here, for as long as the page lives. @returns ends it */
export function announce(name: string): () => void {
  const end = new AbortController()
  const { signal } = end
  const held = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  navigator.locks?.request(name, { mode: 'shared', signal }, held).catch(() => {
    // Ended before it began.
  })
  return () => end.abort()
}

export async function isAnnounced(name: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some((lock) => lock.name === name)
}
