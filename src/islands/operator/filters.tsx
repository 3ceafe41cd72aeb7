import { Button, Input, Space } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Select } from '../kit/antd.tsx'
import type { Change } from './use-address.ts'

interface FilterSelectProps<Value extends string | number> {
  label: string
  /** What stands there when nothing is chosen, such as 全部状态. */
  all: string
  options: { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One filter of a table; cleared, it lets everything through. */
export function FilterSelect<Value extends string | number>({
  label,
  all,
  options,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <Select<Value>
      aria-label={label}
      placeholder={all}
      allowClear={{ label: `清除${label}` }}
      options={options}
      {...(value !== undefined && { value })}
      onChange={onChange}
    />
  )
}

interface FilterNotesProps {
  /** By the name of the filter in the address: what it lets through, in words. */
  notes: Readonly<Record<string, string | undefined | false>>
  onChange: (change: Change) => void
}

/** Filters that are set from elsewhere, such as 今日: each says what it does, and can be taken away. */
export function FilterNotes({ notes, onChange }: FilterNotesProps) {
  const set = Object.entries(notes).filter(([, words]) => words)
  if (set.length === 0) return null
  return (
    <span className="desk-actions desk-notes">
      {set.map(([name, words]) => (
        <Button
          key={name}
          size="small"
          aria-label={`不再只看${words}`}
          onClick={() => onChange({ [name]: null, page: null })}
        >
          只看{words} <span aria-hidden="true">×</span>
        </Button>
      ))}
    </span>
  )
}

interface DaySpanProps {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (change: Change) => void
}

/** From one day to another, `from` and `to` in the address. */
export function DaySpan({ label, from, to, onChange }: DaySpanProps) {
  const field = (name: 'from' | 'to', value: string | undefined, words: string) => (
    <Input
      type="date"
      aria-label={`${label}${words}`}
      max="9999-12-31"
      value={value ?? ''}
      onChange={({ target }) => onChange({ [name]: target.value, page: null })}
    />
  )
  return (
    <span className="desk-actions desk-days">
      {field('from', from, '从')}
      <span aria-hidden="true">至</span>
      {field('to', to, '到')}
    </span>
  )
}

const LIMIT = 100

interface SearchFieldProps {
  label: string
  placeholder: string
  /** What the list is searched for now. */
  value: string
  onSearch: (text: string) => void
  /** Before the field: what is searched. */
  children?: ReactNode
}

/** Enter or the button searches; emptied, it shows everything again. */
export function SearchField({ label, placeholder, value, onSearch, children }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <search className="desk-search">
      <Space.Compact block>
        {children}
        <Input
          aria-label={label}
          placeholder={placeholder}
          maxLength={LIMIT}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            if (target.value === '') onSearch('')
          }}
          onPressEnter={() => onSearch(typed.trim())}
        />
        <Button onClick={() => onSearch(typed.trim())}>搜索</Button>
      </Space.Compact>
    </search>
  )
}
