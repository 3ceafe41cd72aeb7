import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Typed } from '../../../lib/conversation/typed.ts'
import { isComposing } from '../../kit/is-composing.ts'

interface Composer {
  text: string
  write: (text: string) => void
  /** Why it cannot be sent, until the text changes. */
  reason: string | undefined
  submit: () => Promise<void>
  /** Enter sends, except during input-method composition; Shift+Enter adds a line. */
  press: (event: KeyboardEvent) => void
}

/**
 * Behaviour of a field for messages.
 * @param send returns undefined once the message is on its way, else the reason; the text then stays
 * @param focus focuses the field
 */
export function useComposer(
  typed: Typed,
  send: (text: string) => Promise<string | undefined>,
  focus: () => void,
): Composer {
  const text = useStore(typed.$text)
  const [reason, setReason] = useState<string>()
  /** Storing a message in the outbox takes longer than a second keystroke. */
  const isBeingKept = useRef(false)

  async function submit(): Promise<void> {
    if (isBeingKept.current) return
    isBeingKept.current = true
    try {
      const problem = await send(text)
      // Until the outbox has the text, only the field does.
      if (problem === undefined) typed.takeOut(text)
      setReason(problem)
    } finally {
      isBeingKept.current = false
    }
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
