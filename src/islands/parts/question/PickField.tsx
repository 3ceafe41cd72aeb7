import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FactKey } from '../../../lib/rules/eligibility/facts.ts'
import {
  $pickLists,
  type Choice,
  loadPickList,
  type PickKind,
  type PickList,
  searchChoices,
} from '../../../lib/stores/match/pick.ts'
import { isComposing } from '../../kit/is-composing.ts'

/** Props of every kind of field. */
export interface FieldProps {
  fact: FactKey
  /** As in `Facts`; null is 不清楚, undefined unanswered. */
  value: unknown
  /** `mistake`: the problem of an unreadable text, which is no answer. */
  onChange: (value: unknown, mistake?: string) => void
  /** Ids of the field's explanations. */
  describedBy: string
  invalid: boolean
  id: string
}

const SHOWN = 40
const PLACEHOLDERS = { region: '输入地名，例如 天河', industry: '输入做什么，例如 火锅店、软件' }

/** A place or an industry: type to search, or descend level by level; supports arrow keys, Enter and Esc. */
export function PickField({
  kind,
  value,
  onChange,
  describedBy,
  invalid,
  id,
}: FieldProps & { kind: PickKind }) {
  const state = useStore($pickLists)[kind]
  const [query, setQuery] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const list = state.status === 'ready' ? state.list : null
  const chosen = typeof value === 'string' ? list?.byCode.get(value) : undefined
  const choices = list ? choicesFor(list, query, chosen) : []
  const needsName = typeof value === 'string' && state.status === 'idle'
  useEffect(() => {
    if (needsName) loadPickList(kind)
  }, [needsName, kind])
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  function open() {
    loadPickList(kind)
    setOpen(true)
  }

  function pick(choice: Choice) {
    onChange(choice.code)
    setQuery(null)
    setActive(-1)
    // Offers the next level at once.
    setOpen(Boolean(list?.below.get(choice.code)))
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((now) => Math.min(choices.length - 1, Math.max(0, now + step)))
    } else if (event.key === 'Enter') {
      const choice = choices[active === -1 && query !== null ? 0 : active]
      if (!isOpen || !choice) return
      event.preventDefault()
      pick(choice)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  function close() {
    setOpen(false)
    setQuery(null)
    setActive(-1)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field and its list together closes the list.
    <div
      ref={box}
      className="pick"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <input
        id={id}
        className="field"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${choices[active]?.code}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        autoComplete="off"
        placeholder={PLACEHOLDERS[kind]}
        value={query ?? chosen?.path ?? ''}
        onFocus={(event) => {
          // Opens only on demand: the focus may arrive by itself, and the list would cover 不清楚.
          loadPickList(kind)
          event.target.select()
        }}
        onClick={open}
        onKeyDown={press}
        onChange={(event) => {
          const typed = event.target.value
          setQuery(typed)
          setActive(-1)
          open()
          if (typed === '') onChange(undefined)
        }}
      />
      <div className="pick-list" hidden={!isOpen}>
        {isOpen && (
          <PickStatus kind={kind} found={choices.length} isNarrowing={query === null && Boolean(chosen)} />
        )}
        <div id={`${id}-list`} role="listbox" aria-label="可选项">
          {isOpen &&
            choices.map((choice, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled at the combobox.
              <div
                key={choice.code}
                id={`${id}-${choice.code}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(choice)}
              >
                {query ? choice.path : choice.name}
              </div>
            ))}
        </div>
      </div>
    </div>
  )
}

/** Returns matches of the typed text, else the level below the choice, or the top level. */
function choicesFor(list: PickList, query: string | null, chosen: Choice | undefined): readonly Choice[] {
  if (query !== null && query !== '') return searchChoices(list, query, SHOWN)
  return list.below.get(query === null && chosen ? chosen.code : '') ?? []
}

function PickStatus({ kind, found, isNarrowing }: { kind: PickKind; found: number; isNarrowing: boolean }) {
  const state = useStore($pickLists)[kind]
  if (state.status === 'failed') {
    return (
      <p className="soft pick-note" role="alert">
        {state.text}
        <button type="button" className="link" onClick={() => loadPickList(kind)}>
          重试
        </button>
      </p>
    )
  }
  const text =
    state.status !== 'ready'
      ? '正在加载…'
      : found === 0
        ? isNarrowing
          ? '已是最具体的一级'
          : '没有找到，请换个说法'
        : isNarrowing
          ? '可以再选具体一些'
          : ''
  return (
    <p className="soft pick-note" role="status">
      {text}
    </p>
  )
}
