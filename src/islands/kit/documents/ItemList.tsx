import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { DocumentItem } from '../../../lib/stores/documents/view.ts'
import type { ItemAction } from './ItemMenu.tsx'
import { ItemTile } from './ItemTile.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

/** As documents.css has them. */
const TILE = { grid: { height: 152, width: 118 }, list: { height: 52, width: 0 } }

interface Props {
  items: readonly DocumentItem[]
  layout: 'grid' | 'list'
  chosen: ReadonlySet<string>
  /** Whether folders can be chosen too, by a checkbox. */
  canChooseAll: boolean
  onPress: (item: DocumentItem) => void
  onChoose: (items: readonly DocumentItem[]) => void
  onAction: (action: ItemAction, item: DocumentItem) => void
  onDelete: (item: DocumentItem) => void
  onClear: () => boolean
}

/** Folders and files, only those near the screen: 5,000 are as quick as 50. Arrows, Enter, F2, Del, Ctrl+A, Esc. */
export function ItemList(props: Props) {
  const { items, layout, chosen, canChooseAll } = props
  const list = useRef<HTMLUListElement>(null)
  const { height, width } = TILE[layout]
  const rows = useVisibleRows(list, { count: items.length, rowHeight: height, tileWidth: width })
  const [active, setActive] = useState(0)
  const wantsFocus = useRef(false)
  const current = Math.min(active, items.length - 1)

  // After each render: the tile that is to be focused may only just have come near the screen.
  useEffect(() => {
    if (!wantsFocus.current) return
    const tile = list.current?.querySelector<HTMLElement>(`[data-index="${current}"] .item-main`)
    if (!tile) return
    wantsFocus.current = false
    tile.focus()
  })

  function go(index: number) {
    const next = Math.max(0, Math.min(items.length - 1, index))
    wantsFocus.current = true
    setActive(next)
    const row = Math.floor(next / rows.columns)
    const marker = list.current?.appendChild(document.createElement('li'))
    if (!marker) return
    marker.style.cssText = `position:absolute;inset-block-start:${row * height}px;block-size:${height}px`
    marker.scrollIntoView({ block: 'nearest' })
    marker.remove()
  }

  /** One that is chosen alone would be taken back by being chosen again. */
  function chooseAll() {
    if (items.some(({ key }) => !chosen.has(key))) props.onChoose(items)
  }

  function press(event: KeyboardEvent) {
    const isTile = (event.target as Element).classList.contains('item-main')
    const item = items[current]
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
    if (step !== undefined) go(current + step)
    else if (event.key === 'F2') props.onAction('rename', item)
    else if (event.key === 'Delete') props.onDelete(item)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) chooseAll()
    else if (event.key === ' ' && canChooseAll) props.onChoose([item])
    else if (event.key !== 'Escape' || !props.onClear()) return
    event.preventDefault()
    event.stopPropagation()
  }

  const first = rows.first * rows.columns
  const shown = items.slice(first, rows.last * rows.columns)
  return (
    <ul
      ref={list}
      className={`items items-${layout}`}
      aria-label="文件夹和文件"
      style={{
        blockSize: Math.ceil(items.length / rows.columns) * height,
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
          onFocus={() => setActive(first + index)}
          onPress={() => props.onPress(item)}
          onChoose={() => props.onChoose([item])}
          onAction={props.onAction}
        />
      ))}
    </ul>
  )
}

/** When the active tile is scrolled away, Tab still has to find one. */
function isShown(index: number, first: number, count: number): boolean {
  return index >= first && index < first + count
}
