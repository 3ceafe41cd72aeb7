import { Button, Input, Select, Space } from 'antd'
import { useEffect, useState } from 'react'

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

const LIMIT = 100

interface SearchFieldProps {
  label: string
  placeholder: string
  /** What the list is searched for now. */
  value: string
  onSearch: (text: string) => void
}

/** Enter or the button searches; emptied, it shows everything again. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <search className="desk-search">
      <Space.Compact block>
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
