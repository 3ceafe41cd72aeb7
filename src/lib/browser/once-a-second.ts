import { SECOND_MS } from '../rules/time/durations.ts'

/** Returns a throttled `work`: it runs at once, and then at most once a second for all requests in between. */
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
