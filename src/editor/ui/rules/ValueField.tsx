/** What a fact is compared with, in the field that fits it. */
import { useStore } from '@nanostores/react'
import { Input, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { readThreshold } from '../../../lib/rules/eligibility/decimal.ts'
import { derivedOf, isDerivedKey } from '../../../lib/rules/eligibility/derived.ts'
import { factOf } from '../../../lib/rules/eligibility/facts.ts'
import { CERTIFICATES, SIZES } from '../../../lib/rules/eligibility/options.ts'
import type { Operator, RuleValue, Subject } from '../../../lib/rules/eligibility/tree.ts'
import { $pickLists, loadPickList, type PickKind, searchChoices } from '../../../lib/stores/match/pick.ts'

/** What may be said of a fact, by what it is. */
type Sort = 'choice' | 'yesno' | 'figure' | 'date' | 'age' | 'place'

const AMOUNT_WORDS: Partial<Record<Operator, string>> = {
  gte: '不少于',
  lte: '不超过',
  gt: '多于',
  lt: '少于',
  between: '在两者之间',
  eq: '正好是',
  ne: '不是',
}

export const WORDS: Record<Sort, Partial<Record<Operator, string>>> = {
  choice: { in: '是其中之一', not_in: '不是其中任何一个', eq: '是', ne: '不是' },
  yesno: { eq: '是' },
  figure: AMOUNT_WORDS,
  date: { gte: '不早于', lte: '不晚于', gt: '晚于', lt: '早于', between: '在两天之间', eq: '正好是' },
  age: { gte: '满', lt: '不满', gt: '超过', lte: '不超过', between: '在两者之间' },
  place: { within: '在', not_within: '不在' },
}

export function sortOf(subject: Subject): Sort {
  if (subject === 'region' || subject === 'industry') return 'place'
  const kind = isDerivedKey(subject) ? derivedOf(subject).kind : factOf(subject).kind
  if (kind === 'boolean') return 'yesno'
  if (kind === 'date' || kind === 'age') return kind
  return kind === 'choice' || kind === 'multi' || kind === 'size' || kind === 'held' ? 'choice' : 'figure'
}

function optionsOf(subject: Subject): Readonly<Record<string, string>> {
  if (subject === 'size') return SIZES
  if (subject === 'held_certificates') return CERTIFICATES
  return isDerivedKey(subject) ? {} : (factOf(subject).options ?? {})
}

export function unitOf(subject: Subject): string {
  return (isDerivedKey(subject) ? derivedOf(subject) : factOf(subject)).unit ?? ''
}

/** A number as people type it: 300万 stays so, 1,000 is 1000. */
function typedNumber(text: string): string | number {
  const plain = text
    .normalize('NFKC')
    .replace(/[,\s]/g, '')
    .replace(/[元人件年%]$/, '')
  return /^-?\d+(\.\d+)?$/.test(plain) && String(Number(plain)) === plain ? Number(plain) : plain
}

export function NumberField({
  label,
  unit,
  value,
  onChange,
}: {
  label: string
  unit: string
  value: unknown
  onChange: (value: string | number) => void
}) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const isWrong = text !== '' && readThreshold(typedNumber(text)) === undefined
  return (
    <Input
      aria-label={label}
      className="rule-number"
      value={text}
      suffix={unit}
      placeholder={unit === '元' ? '300万' : '0'}
      {...(isWrong && { status: 'error' as const })}
      onChange={(event) => {
        setText(event.target.value)
        onChange(typedNumber(event.target.value))
      }}
    />
  )
}

export function ValueField({
  subject,
  op,
  value,
  onChange,
}: {
  subject: Subject
  op: Operator
  value: RuleValue | undefined
  onChange: (value: RuleValue) => void
}) {
  const sort = sortOf(subject)
  if (sort === 'yesno') {
    return (
      <Segmented
        aria-label="是还是否"
        value={value === true}
        onChange={onChange}
        options={[
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]}
      />
    )
  }
  if (sort === 'place') {
    return (
      <PlacesField
        kind={subject as 'region' | 'industry'}
        value={[value ?? []].flat().map(String)}
        onChange={onChange}
      />
    )
  }
  if (sort === 'choice') {
    const options = Object.entries(optionsOf(subject)).map(([key, label]) => ({ value: key, label }))
    const isOne = op === 'eq' || op === 'ne'
    return isOne ? (
      <Select
        aria-label="选项"
        className="rule-options"
        value={value as string}
        options={options}
        onChange={onChange}
      />
    ) : (
      <Select
        aria-label="选项"
        className="rule-options"
        mode="multiple"
        optionFilterProp="label"
        value={[value ?? []].flat() as string[]}
        options={options}
        onChange={onChange}
      />
    )
  }
  if (op === 'between') {
    const [low = '', high = ''] = Array.isArray(value) ? value : []
    const set = (place: number) => (next: string | number) =>
      onChange(place === 0 ? [next, high] : [low, next])
    return (
      <span className="rule-fields">
        <OneValue sort={sort} label="从" unit={unitOf(subject)} value={low} onChange={set(0)} />到
        <OneValue sort={sort} label="到" unit={unitOf(subject)} value={high} onChange={set(1)} />
      </span>
    )
  }
  return (
    <OneValue
      key={subject}
      sort={sort}
      label="数值"
      unit={unitOf(subject)}
      value={value}
      onChange={onChange}
    />
  )
}

function OneValue({
  sort,
  ...field
}: {
  sort: Sort
  label: string
  unit: string
  value: unknown
  onChange: (value: string | number) => void
}) {
  if (sort !== 'date') return <NumberField {...field} />
  return (
    <Input
      type="date"
      aria-label={field.label}
      className="rule-number"
      value={String(field.value ?? '')}
      onChange={(event) => field.onChange(event.target.value)}
    />
  )
}

const SHOWN = 40

/** Regions or industries of a condition, by search as in the questionnaire; each may be of any level. */
function PlacesField({
  kind,
  value,
  onChange,
}: {
  kind: PickKind
  value: readonly string[]
  onChange: (codes: string[]) => void
}) {
  const state = useStore($pickLists)[kind]
  const [typed, setTyped] = useState('')
  useEffect(() => {
    loadPickList(kind)
  }, [kind])
  const list = state.status === 'ready' ? state.list : null
  const found = list ? (typed === '' ? (list.below.get('') ?? []) : searchChoices(list, typed, SHOWN)) : []
  return (
    <Select
      aria-label={kind === 'region' ? '地区' : '行业'}
      className="rule-options"
      mode="multiple"
      value={[...value]}
      placeholder={kind === 'region' ? '搜地名，例如 天河' : '搜行业，例如 火锅店、软件'}
      loading={state.status === 'loading'}
      notFoundContent={state.status === 'failed' ? state.text : '没有找到，请换个说法'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={found.map(({ code, path }) => ({ value: code, label: path }))}
      labelRender={({ value: code }) => list?.byCode.get(String(code))?.name ?? String(code)}
      onChange={(codes) => {
        setTyped('')
        onChange(codes)
      }}
    />
  )
}
