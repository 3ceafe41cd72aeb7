import { type RefObject, useEffect, useRef, useState } from 'react'
import { LOAN_STEPS, stepOfLoanField } from '../../lib/contract/loan-form.ts'
import type { Problems } from '../../lib/contract/typed-form.ts'
import { $formNotice, $formProblems } from '../../lib/stores/forms/form.ts'
import { checkForm } from '../../lib/stores/forms/submit.ts'

interface Steps {
  /** From 1. */
  current: number
  heading: RefObject<HTMLLegendElement | null>
  /** To the next step, when this one is right. */
  goOn: () => void
  goBackTo: (step: number) => void
  /** False: an earlier step has problems, and is shown. */
  goToFirstProblem: () => boolean
}

/** The step that the address names, but none behind one that is not right yet. */
export function useSteps(problemsOf: () => Problems, isReady: boolean): Steps {
  const [current, setCurrent] = useState(1)
  const heading = useRef<HTMLLegendElement>(null)
  const rules = useRef(problemsOf)
  rules.current = problemsOf

  useEffect(() => {
    if (!isReady) return
    const read = () => {
      const wanted = stepInAddress()
      const first = firstWrongStep(rules.current())
      setCurrent(Math.min(wanted, first))
    }
    read()
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [isReady])

  function show(step: number) {
    const address = new URL(location.href)
    address.searchParams.set('step', String(step))
    if (step !== current) history.pushState(null, '', address)
    $formProblems.set({})
    $formNotice.set(null)
    setCurrent(step)
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }

  return {
    current,
    heading,
    goBackTo: show,
    goOn() {
      const own = problemsIn(rules.current(), current)
      if (Object.keys(own).length > 0) checkForm(own)
      else show(current + 1)
    },
    goToFirstProblem() {
      const problems = rules.current()
      const step = firstWrongStep(problems)
      if (step >= LOAN_STEPS.length) return true
      show(step)
      // Its fields are there with the next picture only.
      requestAnimationFrame(() => checkForm(problemsIn(problems, step)))
      return false
    },
  }
}

function stepInAddress(): number {
  const step = Number(new URLSearchParams(location.search).get('step'))
  return Number.isInteger(step) && step >= 1 && step <= LOAN_STEPS.length ? step : 1
}

function problemsIn(problems: Problems, step: number): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => stepOfLoanField(name) === step))
}

/** The last one when all is right but, perhaps, the consents. */
function firstWrongStep(problems: Problems): number {
  return Math.min(LOAN_STEPS.length, ...Object.keys(problems).map(stepOfLoanField))
}
