/** Of all pages of this browser that would do a work, one does it (Web Locks). */

export interface Turn {
  /** Does the work here and now, whichever page did it before. False: this page does it already. */
  take: () => boolean
  /** Waits for its turn again, after a work that ended by itself. */
  standAgain: () => void
  stop: () => void
}

/**
 * `work` runs until its signal says that another page has taken over, or until it has nothing more to do.
 * Browsers without locks do it in each page.
 */
export function lead(name: string, work: (signal: AbortSignal) => Promise<void>): Turn {
  let stopped = false
  let current: { controller: AbortController; isLeading: boolean } | undefined

  async function stand(steal: boolean): Promise<void> {
    const mine = { controller: new AbortController(), isLeading: false }
    current?.controller.abort()
    current = mine
    const { signal } = mine.controller
    const run = () => {
      mine.isLeading = true
      return untilAborted(work(signal), signal)
    }
    try {
      if (!navigator.locks) await run()
      else await navigator.locks.request(name, steal ? { steal } : { signal }, run)
    } catch (error) {
      if (!isAbort(error)) throw error
      // Aborted by this page: it stands again by itself, or not at all. Otherwise another page took it.
      if (!signal.aborted && !stopped) {
        mine.controller.abort()
        stand(false)
      }
    } finally {
      if (current === mine) current = undefined
    }
  }

  stand(false)
  return {
    take: () => {
      if (stopped || current?.isLeading) return false
      stand(true)
      return true
    },
    standAgain: () => {
      if (!stopped && !current) stand(false)
    },
    stop: () => {
      stopped = true
      current?.controller.abort()
    },
  }
}

/** Lets go of the lock at once, whatever the work still waits for. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return Promise.race([
    work,
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ])
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
