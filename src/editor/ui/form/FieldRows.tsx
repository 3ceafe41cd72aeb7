import { Button, Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { widthInHanzi } from '../../../lib/rules/text/titles.ts'
import type { Entry, Field } from '../../fields.ts'
import {
  DateInput,
  FieldProblems,
  focusField,
  idOf,
  NumberInput,
  type Path,
  Picker,
  useForm,
} from './inputs.tsx'
import { ListField } from './ListField.tsx'
import { emptyOf, isInside } from './values.ts'

interface FieldsProps {
  path: Path
  fields: readonly Field[]
  value: unknown
}

/** What takes the width of the form. */
const WIDE = new Set(['list', 'record', 'variants', 'rules', 'formula'])
/** Shown also while they are not written: what is a box to tick, or is edited elsewhere. */
const ALWAYS = new Set(['yesNo', 'rules', 'formula'])
/** What is cut off in half the width. */
const isLong = (entry: Entry) =>
  entry.kind === 'text' ? entry.max === null || entry.max > 40 || entry.hanzi !== null : entry.kind === 'pick'
/** What brings controls of its own, which its name stands over as over a group. */
const isGroup = ({ entry }: Field) =>
  ['record', 'variants', 'tuple'].includes(entry.kind) ||
  (entry.kind === 'list' && !['pick', 'choice'].includes(entry.of.kind))

/** The fields of a record: those that are written, and behind them the names of those that can be added. */
export function FieldRows({ path, fields, value }: FieldsProps) {
  const { problems, change } = useForm()
  const record = (value ?? {}) as Record<string, unknown>
  const [added, setAdded] = useState<readonly string[]>([])
  const isShown = ({ key, entry, isRequired }: Field) =>
    isRequired ||
    record[key] !== undefined ||
    added.includes(key) ||
    ALWAYS.has(entry.kind) ||
    problems.some(({ field }) => isInside(field, [...path, key].join('.')))
  const asked = fields.filter(({ entry }) => entry.kind !== 'fixed')
  const hidden = asked.filter((field) => !isShown(field))

  function add({ key, entry }: Field) {
    setAdded([...added, key])
    const own = [...path, key]
    const empty = emptyOf(entry)
    if (empty !== undefined && !['text', 'date'].includes(entry.kind)) change([{ path: own, value: empty }])
    // When the field has been drawn.
    requestAnimationFrame(() => focusField(own.join('.')))
  }

  function remove({ key }: Field) {
    setAdded(added.filter((other) => other !== key))
    change([{ path: [...path, key], value: undefined }])
    requestAnimationFrame(() => document.getElementById(`${idOf([...path, key])}-add`)?.focus())
  }

  return (
    <div className="form-rows">
      {asked.filter(isShown).map((field) => (
        <FieldRow
          key={field.key}
          path={[...path, field.key]}
          field={field}
          beside={record}
          keep={() => added.includes(field.key) || setAdded([...added, field.key])}
          remove={field.isRequired || ALWAYS.has(field.entry.kind) ? null : () => remove(field)}
        />
      ))}
      {hidden.length > 0 && (
        <p className="form-add">
          <span>添加字段</span>
          {hidden.map((field) => (
            <Button
              id={`${idOf([...path, field.key])}-add`}
              key={field.key}
              size="small"
              title={field.help ?? undefined}
              onClick={() => add(field)}
            >
              {field.label}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

interface RowProps {
  path: Path
  field: Field
  beside: Record<string, unknown>
  /** It stays while somebody writes it anew, also when it is empty. */
  keep(): void
  remove: (() => void) | null
}

function FieldRow({ path, field, beside, keep, remove }: RowProps) {
  const { problems } = useForm()
  const { key, label, help, entry, isRequired } = field
  const value = beside[key]
  const own = problems.filter((problem) => problem.field === path.join('.'))
  const id = idOf(path)
  const describedBy =
    [help && `${id}-help`, own.length > 0 && `${id}-problem`].filter(Boolean).join(' ') || undefined
  const control = (
    <FieldInput
      {...{ path, entry, label, value, beside, describedBy }}
      isWrong={own.length > 0}
      empty={isRequired ? '' : undefined}
      keep={keep}
    />
  )
  const isOwnLabel = entry.kind === 'yesNo'
  const classes = ['form-row', WIDE.has(entry.kind) && 'form-wide', isLong(entry) && 'form-long']
  const problem = <FieldProblems path={path} />
  const away = remove && (value !== undefined || isGroup(field)) && (
    <Button className="form-remove" size="small" type="text" aria-label={`移除${label}`} onClick={remove}>
      移除
    </Button>
  )
  const isFieldset = isGroup(field)
  const name = (
    <>
      {label}
      {isRequired && <i aria-hidden="true"> *</i>}
    </>
  )
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      {...(isFieldset && { id, role: 'group', 'aria-labelledby': `${id}-name` })}
    >
      <div className="form-label">
        {isFieldset ? <b id={`${id}-name`}>{name}</b> : !isOwnLabel && <label htmlFor={id}>{name}</label>}
        {help && !isOwnLabel && <small id={`${id}-help`}>{help}</small>}
        <Count field={field} value={value} />
      </div>
      {away}
      {control}
      {help && isOwnLabel && (
        <small id={`${id}-help`} className="form-help">
          {help}
        </small>
      )}
      {problem}
    </div>
  )
}

/** How much of a limit is used: in 汉字 where the page has room for so many, else when it comes near. */
function Count({ field: { entry }, value }: { field: Field; value: unknown }) {
  if (entry.kind !== 'text' || typeof value !== 'string') return null
  const limit = entry.hanzi ?? entry.max
  const used = entry.hanzi === null ? value.length : widthInHanzi(value)
  if (limit === null || (entry.hanzi === null && used < limit * 0.8)) return null
  return (
    <em className={used > limit ? 'form-wrong' : undefined}>
      {used} / {limit} 字
    </em>
  )
}

interface EntryProps {
  path: Path
  entry: Entry
  label: string
  value: unknown
  /** The record around it. */
  beside: Record<string, unknown>
  describedBy: string | undefined
  isWrong: boolean
  /** What is written where all of it was deleted. */
  empty: '' | undefined
  /** An item of a list has no label of its own beside it. */
  isItem?: boolean
  keep?: () => void
}

/** So few choices are all shown. */
const SHOWN_CHOICES = 6

/** The control of one field: it shows what the file says, and changes it. */
function FieldInput({ entry, ...props }: EntryProps) {
  const { change } = useForm()
  const { path, value, label, describedBy, isWrong, empty, isItem, keep } = props
  const put = (next: unknown) => change([{ path: [...path], value: next }])
  const named = {
    id: idOf(path),
    'aria-describedby': describedBy,
    ...(isItem && { 'aria-label': label }),
    ...(keep && { onFocus: keep }),
    'aria-invalid': isWrong || undefined,
    ...(isWrong && { status: 'error' as const }),
  }
  switch (entry.kind) {
    case 'text': {
      const text = String(value ?? '')
      const write = ({ target }: { target: { value: string } }) => put(target.value || empty)
      if (entry.max === null || entry.max <= 60) {
        return <Input {...named} type={entry.format ?? 'text'} value={text} onChange={write} />
      }
      return (
        <Input.TextArea
          {...named}
          autoSize={{ minRows: 1, maxRows: 12 }}
          value={text}
          onChange={write}
          // A line of the page has no second one.
          onPressEnter={(event) => {
            if ((entry.max ?? 0) < 1000 && !event.nativeEvent.isComposing) event.preventDefault()
          }}
        />
      )
    }
    case 'date':
      return <DateInput {...props} named={named} put={put} />
    case 'number':
      return <NumberInput {...props} entry={entry} named={named} put={put} />
    case 'yesNo':
      return (
        <Checkbox
          {...named}
          checked={value === true}
          onChange={({ target }) => put(target.checked || undefined)}
        >
          {label}
        </Checkbox>
      )
    case 'choice':
      if (entry.options.length > SHOWN_CHOICES || entry.options.some((option) => option.label.length > 20)) {
        return <Picker {...named} options={entry.options} value={value} onChange={put} />
      }
      return (
        <Radio.Group
          {...named}
          aria-label={label}
          optionType="button"
          options={entry.options}
          value={value}
          onChange={({ target }) => put(target.value)}
        />
      )
    case 'pick':
      if (entry.from === 'authorities') {
        const names = typeof value === 'string' && value !== '' ? value.split('、') : []
        return (
          <Picker
            {...named}
            from="authority"
            isMultiple
            value={names}
            onChange={(picked) => put((picked as string[]).join('、'))}
          />
        )
      }
      return <Picker {...named} from={entry.from} value={value} onChange={put} />
    case 'list':
      if (entry.of.kind === 'pick' && entry.of.from !== 'authorities') {
        return <Picker {...named} from={entry.of.from} isMultiple value={value ?? []} onChange={put} />
      }
      if (entry.of.kind === 'choice') {
        return <Picker {...named} options={entry.of.options} isMultiple value={value ?? []} onChange={put} />
      }
      return (
        <ListField path={path} entry={entry} label={label} value={value}>
          {(own, item, name, wrong) => (
            <FieldInput
              path={own}
              entry={entry.of}
              label={name}
              value={item}
              beside={{}}
              describedBy={wrong ? `${idOf(own)}-problem` : undefined}
              isWrong={wrong}
              empty=""
              isItem
            />
          )}
        </ListField>
      )
    case 'tuple': {
      const values = Array.isArray(value) ? value : []
      return (
        <div className="form-tuple" id={named.id}>
          {entry.of.map((of, index) => (
            <NumberInput
              // biome-ignore lint/suspicious/noArrayIndexKey: each place is what it is
              key={index}
              {...props}
              entry={of as Extract<Entry, { kind: 'number' }>}
              label={`${label}，第 ${index + 1} 个`}
              value={values[index]}
              named={{ ...named, id: idOf([...path, index]) }}
              put={(next) => put(entry.of.map((_, place) => (place === index ? next : values[place])))}
            />
          ))}
        </div>
      )
    }
    case 'record':
      return <FieldRows path={path} fields={entry.fields} value={value} />
    case 'variants': {
      const record = (value ?? {}) as Record<string, unknown>
      const chosen = entry.variants.find((variant) => variant.value === record[entry.by])
      const choose = (next: string) => {
        const allowed = entry.variants.find((variant) => variant.value === next)?.fields ?? []
        const kept = allowed.flatMap(({ key }) => (key in record ? [[key, record[key]]] : []))
        put({ [entry.by]: next, ...Object.fromEntries(kept) })
      }
      return (
        <div className="form-variants">
          <Radio.Group
            id={idOf([...path, entry.by])}
            aria-label={`${label}：${entry.label}`}
            optionType="button"
            options={entry.variants.map((variant) => ({ value: variant.value, label: variant.value }))}
            value={record[entry.by]}
            onChange={({ target }) => choose(target.value)}
          />
          {chosen?.help && <p className="form-help">{chosen.help}</p>}
          <FieldRows path={path} fields={chosen?.fields ?? []} value={value} />
        </div>
      )
    }
    case 'rules':
    case 'formula':
      return (
        <p id={named.id} tabIndex={-1} className="form-help">
          {value === undefined ? '还没有写' : '已经写了'}，在上面的“条件和金额”一栏编辑
        </p>
      )
    case 'fixed':
      return <span id={named.id}>{entry.value}</span>
  }
}
