import { useStore } from '@nanostores/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { LOAN_STEPS, stepOfLoanField } from '../../lib/forms/loan-form.ts'
import type { Problems } from '../../lib/forms/typed-form.ts'
import { $formNotice, $formProblems, $formReplacements } from '../../lib/stores/forms/form.ts'
import { checkForm } from '../../lib/stores/forms/submit.ts'

interface Steps {
  current: number
  heading: RefObject<HTMLLegendElement | null>
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
  const goTo = useStepInAddress(isReady, allowed, show)
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
      goTo(step)
      requestAnimationFrame(() => checkForm(problemsIn(problems, step)))
      return false
    },
  }
}

function problemsIn(problems: Problems, step: number): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => stepOfLoanField(name) === step))
}

function firstWrongStep(problems: Problems): number {
  return Math.min(LOAN_STEPS.length, ...Object.keys(problems).map(stepOfLoanField))
}

function useStepInAddress(
  isReady: boolean,
  allowed: (step: number) => number,
  onStep: (step: number) => void,
) {
  const rules = useRef({ allowed, onStep })
  rules.current = { allowed, onStep }

  const goTo = useCallback((step: number) => {
    if (step !== stepInAddress()) history.pushState(null, '', addressOf(step))
    rules.current.onStep(step)
  }, [])

  useEffect(() => {
    if (!isReady) return
    const read = () => {
      const wanted = stepInAddress()
      const step = rules.current.allowed(wanted)
      if (step !== wanted) history.replaceState(null, '', addressOf(step))
      rules.current.onStep(step)
    }
    read()
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [isReady])

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
