import { useEffect, useRef, useState } from 'react'
import type { ListState } from '../../lib/stores/kit/growing-list.ts'

interface Props {
  state: ListState<unknown>
  label: string
  onMore: () => void
  /** After a failure. */
  onRetry: () => void
  /** Gives the focus to a row, counted from 0. */
  focusRow: (index: number) => void
}

/**
 * Asks for more of a list. It stays and is busy until the rows are there; then the first new one gets the focus, so that
 * a person who uses the keyboard continues there.
 */
export function MoreButton({ state, label, onMore, onRetry, focusRow }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  /** How many rows there were when it was pressed. */
  const [asked, setAsked] = useState<number | null>(null)
  const isBusy = asked !== null && state.status === 'loading'
  useEffect(() => {
    if (asked === null || state.status === 'loading') return
    setAsked(null)
    if (state.status !== 'ready' || state.items.length === 0) return
    // If the focus has moved elsewhere meanwhile, it stays there.
    if (document.activeElement !== button.current && document.activeElement !== document.body) return
    if (state.items.length > asked) focusRow(asked)
    else if (isWhole(state)) focusRow(state.items.length - 1)
  }, [asked, state, focusRow])

  const hasFailed = state.status === 'failed'
  const isLast = isWhole(state)
  // While the list is read anew for another reason, no button is shown.
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
