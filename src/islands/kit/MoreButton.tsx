import { useEffect, useRef, useState } from 'react'
import type { ListState } from '../../lib/stores/kit/growing-list.ts'

interface Props {
  state: ListState<unknown>
  label: string
  onMore: () => void
  /** After a failure. */
  onRetry: () => void
  /** Focuses a row, counted from 0. */
  focusRow: (index: number) => void
}

/**
 * Loads more of a list. The button stays busy until the rows arrive; then the first new row gets the focus, for
 * people who use the keyboard.
 */
export function MoreButton({ state, label, onMore, onRetry, focusRow }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  /** Number of rows at the press. */
  const [asked, setAsked] = useState<number | null>(null)
  const isBusy = asked !== null && state.status === 'loading'
  useEffect(() => {
    if (asked === null || state.status === 'loading') return
    setAsked(null)
    if (state.status !== 'ready' || state.items.length === 0) return
    // Leaves the focus where the person has moved it meanwhile.
    if (document.activeElement !== button.current && document.activeElement !== document.body) return
    if (state.items.length > asked) focusRow(asked)
    else if (isWhole(state)) focusRow(state.items.length - 1)
  }, [asked, state, focusRow])

  const hasFailed = state.status === 'failed'
  const isLast = isWhole(state)
  // No button while the list reloads for another reason.
  if (asked === null && (isLast || state.status === 'loading')) return null
  return (
    <button
      ref={button}
      type="button"
      className="button"
      aria-busy={isBusy}
      onClick={() => {
        if (isBusy) return
        setAsked(state.status === 'idle' ? 0 : state.items.length)
        if (hasFailed) onRetry()
        else onMore()
      }}
    >
      {hasFailed ? '重试' : label}
    </button>
  )
}

function isWhole(state: ListState<unknown>): boolean {
  return state.status === 'ready' && state.items.length >= state.total
}
