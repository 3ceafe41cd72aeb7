import { useEffect, useId, useRef, useState } from 'react'
import { type DocumentItem, nameOf } from '../../../lib/stores/documents/view.ts'
import { Icon } from '../../kit/Icon.tsx'

/** Distance to the edge of the window, in CSS pixels. */
const EDGE = 8

/**
 * Puts an open popover below its button, or above where there is more room. Only browsers without anchor positioning
 * (Chromium before 125, Safari before 26) need it: elsewhere the style sheet does it, and follows when the page moves.
 */
function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  if (CSS.supports('anchor-name: --button')) return
  const { right, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const x = Math.min(right, innerWidth - EDGE) - offsetWidth
  const y = bottom + offsetHeight > innerHeight - EDGE ? top - offsetHeight : bottom
  popover.style.inset = `${Math.max(EDGE, y)}px auto auto ${Math.max(EDGE, x)}px`
}

export type ItemAction =
  | 'rename'
  | 'new-folder'
  | 'download'
  | 'zip'
  | 'update'
  | 'validity'
  | 'move'
  | 'delete'

const FOLDER_ACTIONS: [ItemAction, string][] = [
  ['rename', '重命名'],
  ['new-folder', '新建文件夹'],
  ['download', '下载'],
  ['zip', '下载为压缩包'],
  ['move', '移动到…'],
  ['delete', '删除'],
]
const FILE_ACTIONS: [ItemAction, string][] = [
  ['rename', '重命名'],
  ['download', '下载'],
  ['update', '更新'],
  ['validity', '设置有效期'],
  ['move', '移动到…'],
  ['delete', '删除'],
]

interface Props {
  item: DocumentItem
  /** Whether its button can be reached by Tab. */
  isActive: boolean
  onAction: (action: ItemAction, item: DocumentItem) => void
}

/** Opens the menu of the item that an element belongs to, as the menu key asks for it. */
export function openMenuOf(element: Element): void {
  element.closest('.item')?.querySelector<HTMLElement>('.item-menu')?.showPopover()
}

/** 文件夹操作 or 文件操作: what can be done with one item. Arrows move, Esc and Tab close. */
export function ItemMenu({ item, isActive, onAction }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = item.kind === 'folder' ? '文件夹操作' : '文件操作'

  useEffect(() => {
    if (!isOpen || !menu.current || !button.current) return
    placeBeside(menu.current, button.current)
    menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isOpen])

  function move(step: number) {
    const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    entries[(at + step + entries.length) % entries.length]?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="item-more"
        aria-label={`${label}：${nameOf(item)}`}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={isActive ? 0 : -1}
        popoverTarget={id}
        style={{ anchorName: `--menu-${item.key}` }}
      >
        <Icon name="more" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="item-menu"
        style={{ positionAnchor: `--menu-${item.key}` }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        // When the menu key's event bubbles up, the focus is in the menu already.
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // From the item it goes on.
          if (event.key === 'Tab') return menu.current?.hidePopover()
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {isOpen &&
          (item.kind === 'folder' ? FOLDER_ACTIONS : FILE_ACTIONS).map(([action, text]) => (
            <button
              key={action}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                menu.current?.hidePopover()
                onAction(action, item)
              }}
            >
              {text}
            </button>
          ))}
      </div>
    </>
  )
}
