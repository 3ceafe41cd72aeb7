/** Elects one tab to do the work (Web Locks). */

export interface Candidate {
  /** Takes over the work from any other page. Returns false when this page already does it; it then repeats it. */
  claim: () => boolean
  /** Queues for the lock, unless already queued. */
  queueUp: () => void
  stop: () => void
}

interface LockRequest {
  controller: AbortController
  isLeading: boolean
  /** Requested again while at work. */
  isWantedAgain: boolean
}

/**
 * Elects the page that runs `work` until its signal says that another page has taken over, or until the work is done. Without
 * locks every page runs it.
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
      // When this page gave up, its next request decides. Else another page took the lock.
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

/** Releases the lock at once, whatever the work still waits for. */
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

/** Announces to other tabs that this page has something open, as long as the page lives. @returns a function that ends it */
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
