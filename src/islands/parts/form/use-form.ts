import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { $form, $formChecks, typeText } from '../../../lib/stores/forms/form.ts'
import { type FormEntry, followForm, openForm } from '../../../lib/stores/forms/open.ts'

/** Opens the form once and follows its store. */
export function useForm(makeEntry: () => FormEntry): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const checks = useStore($formChecks, { ssr: 'initial' })
  const make = useRef(makeEntry)
  useLayoutEffect(() => adoptTyped(form.current), [])
  useEffect(() => {
    const stop = followForm()
    openForm(make.current())
    return stop
  }, [])
  useEffect(() => {
    if (checks > 0) focusFirstProblem(form.current)
  }, [checks])
  return form
}

function adoptTyped(form: HTMLFormElement | null): void {
  if (!form || $form.get().status !== 'opening') return
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') typeText(name, value)
  }
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
}

/** Returns the application to amend by the address; null for a new one. */
export function poidInAddress(): number | null {
  const poid = Number(new URLSearchParams(location.search).get('poid'))
  return Number.isSafeInteger(poid) && poid > 0 ? poid : null
}

/** Focuses the form's legend before the focused element disappears. */
export function focusLegend(inside: Element | null): void {
  inside?.closest('form')?.querySelector<HTMLElement>('.form-body > legend')?.focus()
}
