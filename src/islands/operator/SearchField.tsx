import { Button, Input, Space } from 'antd'
import { useEffect, useState } from 'react'

const LIMIT = 100

interface Props {
  label: string
  placeholder: string
  /** What the list is searched for now. */
  value: string
  onSearch: (text: string) => void
}

/** Enter or the button searches; emptied, it shows everything again. */
export function SearchField({ label, placeholder, value, onSearch }: Props) {
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
