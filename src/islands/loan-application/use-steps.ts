import { useStore } from '@nanostores/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { LOAN_STEPS, stepOfLoanField } from '../../lib/forms/loan-form.ts'
import type { Problems } from '../../lib/forms/typed-form.ts'
import { $formNotice, $formProblems, $formReplacements } from '../../lib/stores/forms/form.ts'
import { checkForm } from '../../lib/stores/forms/submit.ts'

interface Steps {
  /** From 1. */
  current: number
  heading: RefObject<HTMLLegendElement | null>
  /** Goes to the next step, if this one has no problems. */
  goOn: () => void
  goBackTo: (step: number) => void
  /** Returns false if an earlier step has problems, which are shown. Checks all without an argument. */
  goToFirstProblem: (problems?: Problems) => boolean
}

/** Returns the step in the address, but none after a step with problems. */
export function useSteps(problemsOf: () => Problems, isReady: boolean): Steps {
  const [current, setCurrent] = useState(1)
  const shown = useRef<number | null>(null)
  const heading = useRef<HTMLLegendElement>(null)
  const replacements = useStore($formReplacements, { ssr: 'initial' })
  const allowed = (wanted: number) => Math.min(wanted, firstWrongStep(problemsOf()))
  const rules = useRef(allowed)
  rules.current = allowed
  const goTo = useTrail(isReady, allowed, show)
  // The form has other contents now: show no step after the first one with a problem.
  useEffect(() => {
    const step = rules.current(shown.current ?? 1)
    if (replacements > 0 && shown.current !== null && step !== shown.current) goTo(step)
  }, [replacements, goTo])

  function show(step: number) {
    // The current step was requested again: a submission failed, and its reason is shown there.
    if (step === shown.current) return
    const isFirst = shown.current === null
    shown.current = step
    setCurrent(step)
    if (isFirst) return
    $formProblems.set({})
    $formNotice.set(null)
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }

  return {
    current,
    heading,
    goBackTo: goTo,
    goOn() {
      const own = problemsIn(problemsOf(), current)
      if (Object.keys(own).length > 0) checkForm(own)
      else goTo(current + 1)
    },
    goToFirstProblem(problems = problemsOf()) {
      const step = firstWrongStep(problems)
      if (step >= LOAN_STEPS.length) return true
      // Its fields are rendered with the next frame.
      goTo(step, () => requestAnimationFrame(() => checkForm(problemsIn(problems, step))))
      return false
    },
  }
}

function problemsIn(problems: Problems, step: number): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => stepOfLoanField(name) === step))
}

/** Returns the last step if only consents are missing. */
function firstWrongStep(problems: Problems): number {
  return Math.min(LOAN_STEPS.length, ...Object.keys(problems).map(stepOfLoanField))
}

/** Keeps the form's steps in the browser's history. `onStep` runs with each shown step. */
function useTrail(isReady: boolean, allowed: (step: number) => number, onStep: (step: number) => void) {
  const trail = useRef<Trail>([1])
  const rules = useRef({ allowed, onStep })
  rules.current = { allowed, onStep }
  /** Runs when the browser has gone back. */
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

/** The steps in the browser's history, ascending: the last is shown, Back leads through the others. */
type Trail = readonly [number, ...number[]]

interface Move {
  /** Number of history entries to go back first. */
  back: number
  trail: Trail
  /** Then a new entry, a replaced one, or none. */
  entry: 'push' | 'replace' | 'keep'
}

/** Returns the way to a step: forward by a new entry, back to its own entry if it exists. */
export function moveTo(trail: Trail, step: number): Move {
  const lower = trail.filter((each) => each < step)
  const next = [...lower, step] as unknown as Trail
  const back = trail.length - next.length
  if (back < 0) return { back: 0, trail: next, entry: 'push' }
  return { back, trail: next, entry: trail[lower.length] === step ? 'keep' : 'replace' }
}

/** Returns the trail in a history entry; only the step of its address without a valid one. */
export function readTrail(state: unknown, step: number): Trail {
  const kept: unknown = (state as { trail?: unknown } | null)?.trail
  const isTrail =
    Array.isArray(kept) &&
    kept.at(-1) === step &&
    kept.every((each, index) => Number.isInteger(each) && each > (kept[index - 1] ?? 0))
  return isTrail ? (kept as unknown as Trail) : [step]
}
