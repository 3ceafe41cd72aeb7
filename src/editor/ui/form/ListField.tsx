import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entry } from '../../fields.ts'
import { FieldProblems, focusField, idOf, type Path, useForm } from './inputs.tsx'
import { emptyOf, isInside, moveItem, summaryOf } from './values.ts'

interface Props {
  path: Path
  entry: Extract<Entry, { kind: 'list' }>
  label: string
  value: unknown
  /** The control of one item. */
  children(path: Path, item: unknown, label: string, isWrong: boolean): ReactNode
}

/**
 * A list in the order of the page. A text is written in its row; a record is one line until it is opened. Alt and an
 * arrow move the item that has the focus.
 */
export function ListField({ path, entry, label, value, children }: Props) {
  const { change, problems } = useForm()
  const items: unknown[] = Array.isArray(value) ? value : []
  // The first one is there to be written.
  const [open, setOpen] = useState<number | null>(items.length === 1 && summaryOf(items[0]) === '' ? 0 : null)
  const isRecord = entry.of.kind === 'record' || entry.of.kind === 'variants'
  const put = (next: unknown[]) => change([{ path: [...path], value: next }])
  const nameOf = (index: number) => `${label} ${index + 1}`
  const focus = (index: number, part = '') =>
    requestAnimationFrame(() => focusField(`${[...path, index].join('.')}${part}`))

  function add() {
    // Together they are one step to undo.
    const of = emptyOf(entry.of) ?? ''
    put([...items, of])
    setOpen(items.length)
    focus(items.length, entry.of.kind === 'record' ? `.${entry.of.fields[0]?.key}` : '')
  }

  function move(from: number, to: number) {
    if (to < 0 || to >= items.length) return
    put(moveItem(items, from, to))
    if (open === from) setOpen(to)
    else if (open === to) setOpen(from)
    requestAnimationFrame(() => document.getElementById(`${idOf([...path, to])}-row`)?.focus())
  }

  function remove(index: number) {
    put(items.filter((_, place) => place !== index))
    setOpen(null)
    requestAnimationFrame(() => {
      const next = document.getElementById(`${idOf([...path, Math.min(index, items.length - 2)])}-row`)
      if (next) next.focus()
      else document.getElementById(`${idOf(path)}-add`)?.focus()
    })
  }

  return (
    <div className="form-list">
      <ol>
        {items.map((item, index) => {
          const own = [...path, index]
          const isWrong = problems.some(({ field }) => isInside(field, own.join('.')))
          const isOpen = isRecord && (open === index || isWrong)
          const control = children(own, item, nameOf(index), isWrong)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: an item is what stands at its place
              key={index}
              id={`${idOf(own)}-row`}
              tabIndex={-1}
              // One that is open for what is wrong in it stays so when that is put right.
              onFocus={() => isOpen && setOpen(index)}
              className={isOpen ? 'form-item form-item-open' : 'form-item'}
              onKeyDown={(event) => {
                if (!event.altKey || !/^Arrow(?:Up|Down)$/.test(event.key)) return
                event.preventDefault()
                event.stopPropagation()
                move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              {isRecord ? (
                <button
                  type="button"
                  className="form-summary"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : index)}
                >
                  {summaryOf(item) || '（还没有写）'}
                </button>
              ) : (
                control
              )}
              <span className="form-item-ways">
                <Button
                  size="small"
                  type="text"
                  aria-label={`上移${nameOf(index)}`}
                  title="上移（Alt+↑）"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  ↑
                </Button>
                <Button
                  size="small"
                  type="text"
                  aria-label={`下移${nameOf(index)}`}
                  title="下移（Alt+↓）"
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  ↓
                </Button>
                <Button
                  size="small"
                  type="text"
                  aria-label={`删除${nameOf(index)}`}
                  title="删除"
                  disabled={items.length <= entry.least}
                  onClick={() => remove(index)}
                >
                  ×
                </Button>
              </span>
              {isOpen && <div className="form-item-fields">{control}</div>}
              {!isRecord && <FieldProblems path={own} />}
            </li>
          )
        })}
      </ol>
      <Button id={`${idOf(path)}-add`} size="small" onClick={add}>
        添加{label.length <= 6 ? label : '一条'}
      </Button>
    </div>
  )
}
