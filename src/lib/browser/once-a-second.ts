import { SECOND_MS } from '../rules/time/durations.ts'

/** `work` as it can be asked for at any rate: at once, and what is asked for within a second of that together, after it. */
export function onceASecond(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const ask = () => {
    isAsked = timer !== undefined
    if (isAsked) return
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) ask()
    }, SECOND_MS)
  }
  return ask
}
