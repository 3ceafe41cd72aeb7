import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import type { Typed } from '../../../lib/conversation/typed.ts'
import { isComposing } from '../../kit/is-composing.ts'

interface Composer {
  text: string
  write: (text: string) => void
  reason: string | undefined
  submit: () => void
  /** Enter sends, but never while an input method composes; Shift+Enter begins a line. */
  press: (event: KeyboardEvent) => void
}

/** Behaviour of a field for messages. */
export function useComposer(
  typed: Typed,
  send: (text: string) => string | undefined,
  focus: () => void,
): Composer {
  const text = useStore(typed.$text)
  const [reason, setReason] = useState<string>()

  function submit(): void {
    const problem = send(text)
    if (problem === undefined) typed.takeOut(text)
    setReason(problem)
    focus()
  }

  return {
    text,
    write: (next) => {
      setReason(undefined)
      typed.write(next)
    },
    reason,
    submit,
    press: (event) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
      event.preventDefault()
      submit()
    },
  }
}
