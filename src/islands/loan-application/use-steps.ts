import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LOAN_STEPS, stepOfLoanField } from '../../lib/forms/loan-form.ts'
import type { Problems } from '../../lib/forms/typed-form.ts'
import { $formNotice, $formProblems, $formReplacements } from '../../lib/stores/forms/form.ts'
import { checkForm } from '../../lib/stores/forms/submit.ts'
import { useTrail } from './use-trail.ts'

interface Steps {
  /** From 1. */
  current: number
  heading: RefObject<HTMLLegendElement | null>
  /** To the next step, when this one is right. */
  goOn: () => void
  goBackTo: (step: number) => void
  /** False: an earlier step has problems, which are shown. Without an argument, all are looked for. */
  goToFirstProblem: (problems?: Problems) => boolean
}

/** The step that the address names, but none behind one that is not right yet. */
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
    // Asked for again, as after a submission that failed, whose reason stands there.
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

/** The last one when all is right but, perhaps, the consents. */
function firstWrongStep(problems: Problems): number {
  return Math.min(LOAN_STEPS.length, ...Object.keys(problems).map(stepOfLoanField))
}
