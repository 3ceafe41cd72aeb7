import { Select } from 'antd'

interface Props<Value extends string | number> {
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
}: Props<Value>) {
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
