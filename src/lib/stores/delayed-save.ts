/** Saving what is typed: a moment after the last word, or at once when asked; never twice at a time. */

const SAVE_AFTER_MS = 1200

export interface DelayedSave {
  /** More may be typed yet. */
  soon: () => void
  /** What `save` says: whether all of it is saved. */
  now: () => Promise<boolean>
  /** Does other work when what is being saved is saved; what is saved next waits for it. */
  after: (work: () => Promise<unknown>) => Promise<void>
}

/** @param save saves everything as it is when it begins, and does not throw */
export function delaySaving(save: () => Promise<boolean>): DelayedSave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Promise.resolve(true)

  function now(): Promise<boolean> {
    clearTimeout(timer)
    last = last.then(save)
    return last
  }

  function soon(): void {
    clearTimeout(timer)
    timer = setTimeout(now, SAVE_AFTER_MS)
  }

  function after(work: () => Promise<unknown>): Promise<void> {
    clearTimeout(timer)
    const done = last.then(work).then(() => {})
    last = done.then(
      () => true,
      () => true,
    )
    return done
  }
  return { soon, now, after }
}
