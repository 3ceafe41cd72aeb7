import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

interface Props {
  items: readonly { key: string; label: string; children: ReactNode }[]
  /** Where the address says which one is open; else the tabs keep it. */
  activeKey?: string
  onChange?: (key: string) => void
}

/** Tabs inside a section. Those of antd bring a menu along and are larger than all the panels. */
export function DeskTabs({ items, activeKey, onChange }: Props) {
  const id = useId()
  const [own, setOwn] = useState(items[0]?.key)
  const active = activeKey ?? own
  const at = items.findIndex(({ key }) => key === active)

  function open(key: string) {
    setOwn(key)
    onChange?.(key)
  }
  function move(event: KeyboardEvent<HTMLButtonElement>) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by && items.at((at + by) % items.length)
    if (!next) return
    event.preventDefault()
    open(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }

  return (
    <>
      <div role="tablist" className="desk-tabs">
        {items.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === active}
            aria-controls={`${id}-panel`}
            tabIndex={key === active ? 0 : -1}
            onClick={() => open(key)}
            onKeyDown={move}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
        {items[at]?.children}
      </div>
    </>
  )
}
