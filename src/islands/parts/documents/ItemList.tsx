import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { DocumentItem } from '../../../lib/stores/documents/view.ts'
import { usePrinting } from '../../kit/use-printing.ts'
import { type ItemAction, openMenuOf } from './ItemMenu.tsx'
import { ItemTile } from './ItemTile.tsx'

const TILE = { grid: { height: 160, width: 118 }, list: { height: 52, width: 0 } }

interface ItemListProps {
  items: readonly DocumentItem[]
  layout: 'grid' | 'list'
  chosen: ReadonlySet<string>
  canChooseAll: boolean
  onPress: (item: DocumentItem) => void
  onChoose: (items: readonly DocumentItem[]) => void
  onAction: (action: ItemAction, item: DocumentItem) => void
  onDelete: (item: DocumentItem) => void
  onClear: () => boolean
}

/** Folders and files. Renders only those near the screen. Keys: arrows, Enter, F2, Del, Ctrl+A, Esc, menu key. */
export function ItemList(props: ItemListProps) {
  const { items, layout, chosen, canChooseAll } = props
  const list = useRef<HTMLUListElement>(null)
  const { height, width } = TILE[layout]
  const rows = useVisibleRows(list, { count: items.length, rowHeight: height, tileWidth: width })
  const { current, focusHandlers, setActive, go } = useActiveItem(list, items, (index) => {
    const row = Math.floor(index / rows.columns)
    const marker = list.current?.appendChild(document.createElement('li'))
    if (!marker) return
    marker.style.cssText = `position:absolute;inset-block-start:${row * height}px;block-size:${height}px`
    marker.scrollIntoView({ block: 'nearest' })
    marker.remove()
  })

  /** Choosing the only chosen item again would deselect it. */
  function chooseAll() {
    if (items.some(({ key }) => !chosen.has(key))) props.onChoose(items)
  }

  function press(event: KeyboardEvent) {
    const isTile = (event.target as Element).classList.contains('item-main')
    // Uses the focused tile, because items may have been inserted before it.
    const key = keyAround(event.target)
    const item = items.find((each) => each.key === key)
    if (!isTile || !item) return
    const { columns } = rows
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -items.length,
      End: items.length,
    }
    const step = steps[event.key]
    if (step !== undefined) go(items.indexOf(item) + step)
    else if (event.key === 'F2') props.onAction('rename', item)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      openMenuOf(event.target as Element)
    else if (event.key === 'Delete') props.onDelete(item)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) chooseAll()
    else if (event.key === ' ' && canChooseAll) props.onChoose([item])
    else if (event.key !== 'Escape' || !props.onClear()) return
    event.preventDefault()
    event.stopPropagation()
  }

  const isPrinting = usePrinting()
  const first = isPrinting ? 0 : rows.first * rows.columns
  const shown = isPrinting ? items : items.slice(first, rows.last * rows.columns)
  return (
    <ul
      ref={list}
      // Focused when the last tile is gone.
      tabIndex={-1}
      {...focusHandlers}
      className={`items items-${layout}`}
      aria-label="文件夹和文件"
      style={{
        blockSize: Math.ceil(items.length / rows.columns) * height,
        gridAutoRows: height,
        paddingBlockStart: rows.first * height,
        gridTemplateColumns: layout === 'grid' ? `repeat(${rows.columns}, minmax(0, 1fr))` : '100%',
      }}
      onKeyDown={press}
    >
      {shown.map((item, index) => (
        <ItemTile
          key={item.key}
          item={item}
          index={first + index}
          total={items.length}
          isActive={first + index === current || (index === 0 && !isShown(current, first, shown.length))}
          isChosen={chosen.has(item.key)}
          canChoose={canChooseAll}
          onFocus={() => setActive(item.key)}
          onPress={() => props.onPress(item)}
          onChoose={() => props.onChoose([item])}
          onAction={props.onAction}
        />
      ))}
    </ul>
  )
}

/** Tab must find a tile even when the active one is scrolled out of the rendered range. */
function isShown(index: number, first: number, count: number): boolean {
  return index >= first && index < first + count
}

const SPARE = 3

interface Window {
  columns: number
  first: number
  last: number
}

/** Returns the rows of a long list near the screen, whether the page or a box scrolls. */
function useVisibleRows(
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

function keyAround(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-key]')?.dataset['key']
}

/**
 * Manages which item Tab reaches, and where the focus goes when its tile is removed.
 * @param scrollTo renders the tile of an index, so that it can get the focus
 */
function useActiveItem(
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

  // After each render, because the tile may only just have been rendered.
  useEffect(() => {
    const isLost = focused.current !== undefined && document.activeElement === document.body
    if (isLost) {
      const isGone = items.every(({ key }) => key !== focused.current)
      focused.current = undefined
      // Otherwise it was scrolled away, and the list must not jump back.
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
      // A dialog returns the focus to its item; React sends no event for a removed tile.
      const isInDialog = relatedTarget?.closest('dialog')?.contains(list.current) === false
      if (!isInDialog && document.hasFocus()) focused.current = undefined
    },
  }
  return { current, focusHandlers, setActive, go }
}

/** Returns the item itself, or the nearest remaining neighbour, or the first item. */
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
