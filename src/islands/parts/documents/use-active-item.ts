/** Which item of the grid Tab leads to, and where the focus goes when its tile is gone. */
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { DocumentItem } from '../../../lib/stores/documents/view.ts'

/** The item whose tile an element lies in. */
export function keyAround(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-key]')?.dataset['key']
}

/** @param scrollTo brings the tile of an index near the screen, so that it is there to be focused */
export function useActiveItem(
  list: RefObject<HTMLElement | null>,
  items: readonly DocumentItem[],
  scrollTo: (index: number) => void,
) {
  const [active, setActive] = useState<string>()
  const [shown, setShown] = useState(items)
  const focused = useRef<string>(undefined)
  const wanted = useRef<string>(undefined)
  if (shown !== items) {
    setShown(items)
    if (active !== undefined) setActive(remaining(active, shown, items))
  }
  const current = Math.max(
    0,
    items.findIndex(({ key }) => key === active),
  )

  function go(index: number) {
    const next = Math.max(0, Math.min(items.length - 1, index))
    wanted.current = items[next]?.key
    setActive(wanted.current)
    scrollTo(next)
  }

  // After each render: the tile that is to be focused may only just have come near the screen.
  useEffect(() => {
    const isLost = focused.current !== undefined && document.activeElement === document.body
    if (isLost) {
      const isGone = items.every(({ key }) => key !== focused.current)
      focused.current = undefined
      // Otherwise it was scrolled away, and the list is not to jump back.
      if (isGone && items.length > 0) go(current)
      else if (isGone) list.current?.focus()
    }
    const tile = list.current?.querySelector<HTMLElement>(`[data-key="${wanted.current}"] .item-main`)
    if (!tile) return
    wanted.current = undefined
    tile.focus()
  })

  const focusHandlers = {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = keyAround(target)
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // A dialog about an item gives the focus back; React hears nothing of a tile that is taken away.
      const isInDialog = relatedTarget?.closest('dialog')?.contains(list.current) === false
      if (!isInDialog && document.hasFocus()) focused.current = undefined
    },
  }
  return { current, focusHandlers, setActive, go }
}

/** The item itself, or the nearest that is left of those it stood among; elsewhere the first. */
function remaining(
  active: string,
  before: readonly DocumentItem[],
  items: readonly DocumentItem[],
): string | undefined {
  const left = new Set(items.map(({ key }) => key))
  const at = before.findIndex(({ key }) => key === active)
  const nearest = [...before.slice(at), ...before.slice(0, at).reverse()].find(({ key }) => left.has(key))
  return nearest?.key ?? items[0]?.key
}
