import { useCallback, useEffect, useRef } from 'react'
import { moveTo, readTrail, type Trail } from './trail.ts'

/** Keeps the steps of the form in the browser's history. `onStep` hears of each step that is now shown. */
export function useTrail(
  isReady: boolean,
  allowed: (step: number) => number,
  onStep: (step: number) => void,
) {
  const trail = useRef<Trail>([1])
  const rules = useRef({ allowed, onStep })
  rules.current = { allowed, onStep }
  /** What is done when the browser has gone back. */
  const onBack = useRef<(() => void) | null>(null)

  const goTo = useCallback((step: number, then?: () => void) => {
    if (onBack.current) return
    const move = moveTo(trail.current, step)
    const arrive = () => {
      onBack.current = null
      trail.current = move.trail
      if (move.entry === 'push') history.pushState({ trail: move.trail }, '', addressOf(step))
      if (move.entry === 'replace') history.replaceState({ trail: move.trail }, '', addressOf(step))
      rules.current.onStep(step)
      then?.()
    }
    if (move.back === 0) return arrive()
    onBack.current = arrive
    history.go(-move.back)
  }, [])

  useEffect(() => {
    if (!isReady) return
    const read = () => {
      const wanted = stepInAddress()
      trail.current = readTrail(history.state, wanted)
      const step = rules.current.allowed(wanted)
      if (step === wanted) rules.current.onStep(step)
      else goTo(step)
    }
    const follow = () => (onBack.current ? onBack.current() : read())
    read()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [isReady, goTo])

  return goTo
}

function stepInAddress(): number {
  const step = Number(new URLSearchParams(location.search).get('step') ?? 1)
  return Number.isInteger(step) && step >= 1 ? step : 1
}

function addressOf(step: number): URL {
  const address = new URL(location.href)
  address.searchParams.set('step', String(step))
  return address
}
