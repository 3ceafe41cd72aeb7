/** What the fields of a form share, and the controls that know one value. */
import { useStore } from '@nanostores/react'
import { Button, DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { Select } from '../../../islands/kit/antd.tsx'
import 'dayjs/locale/zh-cn'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import divisions from '../../../lib/content/divisions.json' with { type: 'json' }
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import { regionName } from '../../../lib/content/regions.ts'
import { moneyFigure } from '../../../lib/rules/text/format-number.ts'
import type { ListedDocument } from '../../calls.ts'
import { type Change, collectionOf } from '../../document.ts'
import type { Entry, Option } from '../../fields.ts'
import { $documents, change } from '../document.ts'
import { problemWords, readNumber, readTypedDate } from './values.ts'

// Months and weekdays of the calendar.
dayjs.locale('zh-cn')

export type Path = readonly (string | number)[]

export interface FormScope {
  problems: readonly Problem[]
  /** Everything that can be referred to. */
  documents: readonly ListedDocument[]
  change(changes: readonly Change[]): void
}

export const FormContext = createContext<FormScope | null>(null)

export function useForm(): FormScope {
  const scope = useContext(FormContext)
  if (!scope) throw new Error('a field stands outside of a form')
  return scope
}

export const idOf = (path: Path) => `field-${path.join('.')}`

/** The cursor goes to a field, or to what holds it. @returns whether there is any */
export function focusField(field: string): boolean {
  for (let path = field.split('.'); path.length > 0; path = path.slice(0, -1)) {
    const found = document.getElementById(idOf(path))
    if (!found) continue
    found.scrollIntoView({ block: 'center' })
    const inside = (what: string) => found.querySelector<HTMLElement>(what)
    const isControl = found.matches('input, textarea, button, p')
    const target = isControl
      ? found
      : (inside('input, textarea, [contenteditable=true]') ?? inside('button:not(.form-remove)'))
    target?.focus({ preventScroll: true })
    return true
  }
  return false
}

/** What is wrong with a field, below it. */
export function FieldProblems({ path }: { path: Path }) {
  const own = useForm().problems.filter(({ field }) => field === path.join('.'))
  if (own.length === 0) return null
  return (
    <p id={`${idOf(path)}-problem`} className="form-wrong">
      {own.map(problemWords).join('；')}
    </p>
  )
}

const FORMATS = ['YYYY-MM-DD', 'YYYY年M月D日', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD']

export interface Named {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  status?: 'error'
  onFocus?: () => void
}

interface TypedProps {
  label: string
  value: unknown
  beside: Record<string, unknown>
  named: Named
  empty: '' | undefined
  put(value: unknown): void
}

/** A day, picked or typed in any of the usual ways. What is no day is shown as the file has it, to be mended. */
export function DateInput({ value, named, empty, put }: TypedProps) {
  const text = String(value ?? '')
  const [isOdd, setOdd] = useState(text !== '' && readTypedDate(text) !== text)
  if (isOdd) {
    return (
      <Input
        {...named}
        value={text}
        onChange={({ target }) => put(target.value || empty)}
        onBlur={() => {
          const date = readTypedDate(text)
          if (date) put(date)
          setOdd(date === undefined && text !== '')
        }}
      />
    )
  }
  return (
    <DatePicker
      {...named}
      format={FORMATS}
      placeholder="2026-11-20"
      value={text === '' ? null : dayjs(text)}
      onChange={(day) => put(day?.format('YYYY-MM-DD') ?? empty)}
      onBlur={({ target }) => {
        const typed = target instanceof HTMLInputElement ? readTypedDate(target.value) : undefined
        if (typed && typed !== text) put(typed)
        else if (target instanceof HTMLInputElement && target.value.trim() === '' && text !== '') put(empty)
      }}
    />
  )
}

/** A number as people type it, with what it comes to beside it: 50万 is 500000. */
export function NumberInput({
  entry,
  value,
  beside,
  named,
  label,
  put,
}: TypedProps & { entry: Extract<Entry, { kind: 'number' }> }) {
  const written = value === undefined || value === null ? '' : String(value)
  const [typed, setTyped] = useState(written)
  const read = readNumber(typed)
  // What was undone, or changed elsewhere.
  useEffect(() => {
    setTyped((now) => (String(readNumber(now) ?? '') === written ? now : written))
  }, [written])
  const unit = entry.unit ?? (entry.unitField === null ? null : String(beside[entry.unitField] ?? ''))
  const isMoney = unit === '元' && typeof value === 'number' && value >= 10_000
  const figure = isMoney ? moneyFigure(value) : null
  return (
    <span className="form-number">
      <Input
        {...named}
        aria-label={label}
        inputMode="decimal"
        suffix={unit}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = readNumber(target.value)
          if (target.value.trim() === '') put(undefined)
          else if (number !== undefined) put(number)
        }}
        onBlur={() => read !== undefined && setTyped(String(read))}
      />
      {figure && <small>{`= ${figure.number} ${figure.unit}`}</small>}
      {typed.trim() !== '' && read === undefined && <small className="form-wrong">请写数字，如 50万</small>}
    </span>
  )
}

/** A code, a name or an id, and what it is found by. */
interface Entrant extends Option {
  also: string
}

const REGIONS: Entrant[] = Object.keys(divisions).map((code) => {
  const name = regionName(code)
  return { value: code, label: `${name}（${code}）`, also: `${name} ${code}` }
})

export const AUTHORITIES_FILE = 'authorities.yaml'

interface Authority {
  name: string
  full?: string
  aliases?: string[]
}

/** The register as its file has it, with what has not been saved. */
export function useAuthorities(): readonly Authority[] | null {
  const state = useStore($documents)[AUTHORITIES_FILE]
  return state?.status === 'ready' && Array.isArray(state.data) ? state.data : null
}

/** The authority that has this spelling among its names. */
export const registered = (authorities: readonly Authority[] | null, spelling: string) =>
  authorities?.find(({ name, full, aliases = [] }) => [name, full, ...aliases].includes(spelling))

type Register = Extract<Entry, { kind: 'pick' }>['from']

function useRegister(from: Register | undefined, options: readonly Option[] = []): Entrant[] {
  const { documents } = useForm()
  const authorities = useAuthorities()
  return useMemo(() => {
    switch (from) {
      case undefined:
        return options.map((option) => ({ ...option, also: `${option.label} ${option.value}` }))
      case 'region':
        return REGIONS
      case 'authority':
      case 'authorities':
        return (authorities ?? []).map(({ name, full = '', aliases = [] }) => ({
          value: name,
          label: name,
          also: [name, full, ...aliases].join(' '),
        }))
      default:
        return documents.flatMap(({ file, id, title, number }) =>
          collectionOf(file) !== from || id === null
            ? []
            : [{ value: id, label: `${id} · ${title}`, also: `${id} ${title} ${number ?? ''}` }],
        )
    }
  }, [from, options, documents, authorities])
}

type PickerProps = Omit<Partial<Named>, 'status'> & {
  status?: 'error'
  value: unknown
  onChange(value: unknown): void
  isMultiple?: boolean
} & ({ from: Register; options?: never } | { from?: never; options: readonly Option[] })

/** One or several of a register, found by any of their names. Authorities may be others than those of the register. */
export function Picker({ from, options, value, onChange, isMultiple = false, ...named }: PickerProps) {
  const entrants = useRegister(from, options)
  const authorities = useAuthorities()
  const isOpenList = from === 'authority' || from === 'authorities'
  const values = (
    isMultiple ? (Array.isArray(value) ? value : []) : value === undefined ? [] : [value]
  ) as Option['value'][]
  const unknown = isOpenList ? values.filter((one) => !entrants.some((entrant) => entrant.value === one)) : []
  /** Who types 工信部 means the name that the register has for it. */
  function canonical(picked: unknown): unknown {
    if (Array.isArray(picked)) return [...new Set(picked.map(canonical))]
    return registered(authorities, picked as string)?.name ?? picked
  }
  return (
    <>
      <Select<Option['value'] | Option['value'][] | null>
        {...named}
        className="form-picker"
        {...(isMultiple && { mode: isOpenList ? ('tags' as const) : ('multiple' as const) })}
        {...(isOpenList && { tokenSeparators: ['、', '，', ','] })}
        allowClear={!isMultiple}
        showSearch={{
          filterOption: (typed, entrant) =>
            typed.split(/\s+/).every((part) => String(entrant?.['also'] ?? '').includes(part)),
        }}
        placeholder={isOpenList ? '输入名称或简称' : '输入名称或编号'}
        notFoundContent="没有找到"
        options={entrants}
        value={isMultiple ? values : (values[0] ?? null)}
        onChange={(picked) => onChange(isOpenList ? canonical(picked) : (picked ?? undefined))}
      />
      {unknown.map((name) => (
        <Unregistered
          key={name}
          name={String(name)}
          rename={(canonical) =>
            onChange(isMultiple ? values.map((one) => (one === name ? canonical : one)) : canonical)
          }
        />
      ))}
    </>
  )
}

/** An authority that the register does not have: another spelling of one that it has, a slip of the pen, or a new one. */
function Unregistered({ name, rename }: { name: string; rename(name: string): void }) {
  const authorities = useAuthorities()
  const [site, setSite] = useState('')
  if (!authorities) return null
  const known = registered(authorities, name)
  if (known) {
    return (
      <p className="form-note">
        “{name}”登记的写法是“{known.name}”。
        <Button size="small" onClick={() => rename(known.name)}>
          改成这种写法
        </Button>
      </p>
    )
  }
  const register = () => change(AUTHORITIES_FILE, [{ path: [authorities.length], value: { name, site } }])
  const isSite = /^https?:\/\/[^\s/]+/.test(site)
  return (
    <div className="form-note">
      <p>机关表里没有“{name}”。写错了的请改；是新机关的，填上官方网站登记。</p>
      <span className="form-register">
        <Input
          size="small"
          aria-label={`${name}的官方网站`}
          placeholder="https://"
          value={site}
          onChange={({ target }) => setSite(target.value.trim())}
          onPressEnter={() => isSite && register()}
        />
        <Button size="small" disabled={!isSite} onClick={register}>
          登记到 {AUTHORITIES_FILE}
        </Button>
      </span>
    </div>
  )
}
