import { type KeyboardEvent, useRef } from 'react'
import type { DocumentItem } from '../../../lib/stores/documents/view.ts'
import { type ItemAction, openMenuOf } from './ItemMenu.tsx'
import { ItemTile } from './ItemTile.tsx'
import { keyAround, useActiveItem } from './use-active-item.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** In px; the grid makes its tiles wider where there is room. */
const TILE = { grid: { height: 160, width: 118 }, list: { height: 52, width: 0 } }

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

/** Folders and files. Only those near the screen are rendered. Keys: arrows, Enter, F2, Del, Ctrl+A, Esc, menu key. */
export function ItemList(props: Props) {
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

  /** One that is chosen alone would be taken back by being chosen again. */
  function chooseAll() {
    if (items.some(({ key }) => !chosen.has(key))) props.onChoose(items)
  }

  function press(event: KeyboardEvent) {
    const isTile = (event.target as Element).classList.contains('item-main')
    // The tile that has the focus: in the list something may have come before it since.
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

  const first = rows.first * rows.columns
  const shown = items.slice(first, rows.last * rows.columns)
  return (
    <ul
      ref={list}
      // What is left of it when the last tile goes.
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

/** When the active tile is scrolled away, Tab still has to find one. */
function isShown(index: number, first: number, count: number): boolean {
  return index >= first && index < first + count
}
