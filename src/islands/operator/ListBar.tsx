import { Button, DatePicker, Input, Space } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useEffect, useState } from 'react'
import { EXPORTED_LISTS, type ExportedList } from '../../lib/contract/operator/export.ts'
import { exportCsv, type Filter } from '../../lib/stores/operator/list.ts'
import { Select } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { useAddress } from './use-address.ts'

interface Choice {
  name: string
  label: string
  /** The placeholder, such as 全部状态. */
  all: string
  options: readonly { value: string; label: string }[]
}

/** Returns a choice of values, with the words for each. */
export function choiceOf<Value extends string | number>(
  name: string,
  label: string,
  values: readonly Value[],
  wordsOf: (value: Value) => string,
  all = `全部${label}`,
): Choice {
  return {
    name,
    label,
    all,
    options: values.map((value) => ({ value: String(value), label: wordsOf(value) })),
  }
}

export interface BarProps {
  choices?: readonly Choice[]
  /** The name of the days that `from` and `to` of the address limit. */
  days?: string
  search?: { label: string; placeholder: string } | undefined
  /** Words for filters that only links set, by their name in the address. */
  notes?: Readonly<Record<string, string | undefined>>
  exported?: ExportedList
  children?: ReactNode
}

/** Stands above a list: its filters, which the address contains, and the whole list as CSV. */
export function ListBar({
  filter,
  choices = [],
  days,
  search,
  notes = {},
  exported,
  children,
}: BarProps & { filter: Filter }) {
  const [, change] = useAddress()
  const [isBusy, setBusy] = useState(false)
  const filterBy = (values: Filter) => change({ ...values, page: null })

  async function save(list: ExportedList) {
    setBusy(true)
    const problem = await exportCsv(list, filter)
    setBusy(false)
    if (problem) showToast(problem, 'error')
    else showToast(`${EXPORTED_LISTS[list]}已导出`)
  }
  const dayOf = (name: string) => (filter[name] ? dayjs(filter[name]) : null)

  return (
    <div className="desk-filters">
      {choices.map(({ name, label, all, options }) => (
        <Select<string>
          key={name}
          aria-label={label}
          placeholder={all}
          allowClear={{ label: `清除${label}` }}
          options={[...options]}
          {...(options.some(({ value }) => value === filter[name]) && { value: String(filter[name]) })}
          onChange={(value) => filterBy({ [name]: value })}
        />
      ))}
      {days && (
        <DatePicker.RangePicker
          allowEmpty
          placeholder={[`${days}从`, '到']}
          value={[dayOf('from'), dayOf('to')]}
          onChange={(_, [from, to]) => filterBy({ from, to })}
        />
      )}
      {search && (
        <SearchField {...search} value={String(filter['q'] ?? '')} onSearch={(q) => filterBy({ q })} />
      )}
      {children}
      {Object.entries(notes).map(
        ([name, words]) =>
          words &&
          filter[name] && (
            <Button key={name} aria-label={`不再只看${words}`} onClick={() => filterBy({ [name]: null })}>
              只看{words} <span aria-hidden="true">×</span>
            </Button>
          ),
      )}
      {exported && (
        <Button className="desk-end" loading={isBusy} onClick={() => save(exported)}>
          导出 CSV
        </Button>
      )}
    </div>
  )
}

const LIMIT = 100

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
}

/** Searches by Enter or the button; an emptied field shows everything again. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <search className="desk-search">
      {/* Not Input.Search: Esc empties a field of that type, and here it only leaves the field. */}
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
