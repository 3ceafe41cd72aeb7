import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'

const EDGE = 8

/** Only for browsers without anchor positioning: Chromium before 125, Safari before 26. */
function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  if (CSS.supports('anchor-name: --button')) return
  const { right, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const x = Math.min(right, innerWidth - EDGE) - offsetWidth
  const y = bottom + offsetHeight > innerHeight - EDGE ? top - offsetHeight : bottom
  popover.style.inset = `${Math.max(EDGE, y)}px auto auto ${Math.max(EDGE, x)}px`
}

interface Props<Action extends string> {
  label: string
  of?: string
  actions: readonly (readonly [Action, string])[]
  onAction: (action: Action) => void
  isReached?: boolean
}

/** ⋯ and its actions; styled by `action-menu.css`. Arrow keys move, Esc and Tab close. */
export function ActionMenu<Action extends string>(props: Props<Action>) {
  const { label, of, actions, onAction, isReached = true } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const anchor = `--menu-${id}`

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
        className="icon action-more"
        aria-label={of === undefined ? label : `${label}：${of}`}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={isReached ? 0 : -1}
        popoverTarget={id}
        style={{ anchorName: anchor }}
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
        className="action-menu"
        style={{ positionAnchor: anchor }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        // The focus is already in the menu when the menu key's event bubbles up.
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // Tab continues from the button.
          if (event.key === 'Tab') return menu.current?.hidePopover()
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {isOpen &&
          actions.map(([action, text]) => (
            <button
              key={action}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-action={action}
              onClick={() => {
                menu.current?.hidePopover()
                onAction(action)
              }}
            >
              {text}
            </button>
          ))}
      </div>
    </>
  )
}
