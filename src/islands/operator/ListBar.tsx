import { Button, DatePicker, Input, Space } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useEffect, useState } from 'react'
import { EXPORTED_LISTS, type ExportedList } from '../../lib/contract/operator/export.ts'
import { exportCsv } from '../../lib/stores/operator/list.ts'
import { Select } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { useAddress } from './use-address.ts'

type Filter = Readonly<Record<string, string | number | undefined>>

interface Choice {
  /** Of the filter in the address. */
  name: string
  label: string
  /** What stands there when nothing is chosen, such as 全部状态. */
  all: string
  options: readonly { value: string | number; label: string }[]
}

interface Props {
  /** As the address has it, and as the list's call takes it. */
  filter: object
  choices?: readonly Choice[]
  /** What is filtered from one day to another, `from` and `to` in the address. */
  days?: string
  search?: { label: string; placeholder: string } | undefined
  /** Filters that are set from elsewhere, by their name in the address: what they let through, in words. */
  notes?: Readonly<Record<string, string | false | undefined>>
  exported: ExportedList
  /** Where the list's own call takes it otherwise. */
  exportFilter?: object
  children?: ReactNode
}

/** Above a list: what it is filtered by, which stands in the address, and the whole list as CSV. */
export function ListBar({
  filter,
  choices = [],
  days,
  search,
  notes = {},
  exported,
  exportFilter = filter,
  children,
}: Props) {
  const [, change] = useAddress()
  const values = filter as Filter
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const problem = await exportCsv(exported, exportFilter as Filter)
    setBusy(false)
    if (problem) showToast(problem, 'error')
    else showToast(`${EXPORTED_LISTS[exported]}已导出`)
  }
  const dayOf = (name: string) => (values[name] ? dayjs(values[name]) : null)

  return (
    <div className="desk-filters">
      {choices.map(({ name, label, all, options }) => (
        <Select<string | number>
          key={name}
          aria-label={label}
          placeholder={all}
          allowClear={{ label: `清除${label}` }}
          options={[...options]}
          {...(options.some(({ value }) => value === values[name]) && { value: values[name] ?? '' })}
          onChange={(value) => change({ [name]: value, page: null })}
        />
      ))}
      {days && (
        <DatePicker.RangePicker
          allowEmpty
          placeholder={[`${days}从`, '到']}
          value={[dayOf('from'), dayOf('to')]}
          onChange={(_, [from, to]) => change({ from, to, page: null })}
        />
      )}
      {search && (
        <SearchField
          {...search}
          value={String(values['q'] ?? '')}
          onSearch={(q) => change({ q, page: null })}
        />
      )}
      {children}
      {Object.entries(notes).map(
        ([name, words]) =>
          words && (
            <Button
              key={name}
              aria-label={`不再只看${words}`}
              onClick={() => change({ [name]: null, page: null })}
            >
              只看{words} <span aria-hidden="true">×</span>
            </Button>
          ),
      )}
      <Button className="desk-export" loading={isBusy} onClick={save}>
        导出 CSV
      </Button>
    </div>
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
      {/* Not Input.Search: a field of that type is emptied by Esc, which here only leaves it. */}
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
