import { type RefObject, useEffect, useState } from 'react'

/** Rows above and below what is seen. */
const SPARE = 3

interface Window {
  columns: number
  first: number
  /** The row after the last. */
  last: number
}

/** Which rows of a long list of equal rows are near the screen, whoever scrolls: the page or a box around the list. */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, tileWidth }: { count: number; rowHeight: number; tileWidth: number },
): Window {
  const [shown, setShown] = useState<Window>({ columns: 1, first: 0, last: 12 })
  useEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box || box.width === 0) return
      const columns = tileWidth === 0 ? 1 : Math.max(1, Math.floor(box.width / tileWidth))
      const rows = Math.ceil(count / columns)
      const first = Math.max(0, Math.floor(-box.top / rowHeight) - SPARE)
      const last = Math.min(rows, Math.ceil((innerHeight - box.top) / rowHeight) + SPARE)
      setShown((before) =>
        before.columns === columns && before.first === first && before.last === last
          ? before
          : { columns, first, last },
      )
    }
    const resized = new ResizeObserver(measure)
    if (list.current) resized.observe(list.current)
    document.addEventListener('scroll', measure, { capture: true, passive: true })
    addEventListener('resize', measure)
    measure()
    return () => {
      resized.disconnect()
      document.removeEventListener('scroll', measure, { capture: true })
      removeEventListener('resize', measure)
    }
  }, [list, count, rowHeight, tileWidth])
  return shown
}
