import { useEffect, useRef, useState } from 'react'
import type { ListState } from '../../lib/stores/kit/growing-list.ts'

interface Props {
  state: ListState<unknown>
  label: string
  onMore: () => void
  onRetry: () => void
  focusRow: (index: number) => void
}

/** Loads more of a list. */
export function MoreButton({ state, label, onMore, onRetry, focusRow }: Props) {
  const button = useRef<HTMLButtonElement>(null)
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
