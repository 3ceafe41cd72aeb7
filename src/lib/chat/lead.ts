/** Of all pages of this browser that would do a work, one does it (Web Locks). */

export interface Turn {
  /** Does the work here and now, whichever page did it before. False: this page does it already, and then once more. */
  take: () => boolean
  /** Waits for its turn, if it does not already. */
  stand: () => void
  stop: () => void
}

/** One request for the lock. */
interface Stand {
  controller: AbortController
  isLeading: boolean
  /** Asked for again while it was at work. */
  isWantedAgain: boolean
}

/**
 * `work` runs until its signal says that another page has taken over, or until it has nothing more to do.
 * Browsers without locks do it in each page.
 */
export function lead(name: string, work: (signal: AbortSignal) => Promise<void>): Turn {
  let stopped = false
  let current: Stand | undefined

  async function request(steal: boolean): Promise<void> {
    const mine: Stand = { controller: new AbortController(), isLeading: false, isWantedAgain: false }
    current?.controller.abort()
    current = mine
    const { signal } = mine.controller
    const run = () => untilAborted(workOn(mine, signal), signal)
    try {
      if (!navigator.locks) await run()
      else await navigator.locks.request(name, steal ? { steal } : { signal }, run)
    } catch (error) {
      if (!isAbort(error)) throw error
      // Given up by this page itself: then another request stands for it, or none is to. Else another page took it.
      if (!signal.aborted) request(false)
    } finally {
      if (current === mine) current = undefined
    }
  }

  async function workOn(mine: Stand, signal: AbortSignal): Promise<void> {
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
    take: () => {
      if (stopped) return false
      if (current?.isLeading) {
        current.isWantedAgain = true
        return false
      }
      request(true)
      return true
    },
    stand: () => {
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
