/** Draws fields from the schema of the build: a new field needs no code here. */
import { Button, Checkbox, Collapse, DatePicker, Flex, Form, Input, InputNumber, Radio, Space } from 'antd'
import dayjs from 'dayjs'
import { Fragment, useContext, useState } from 'react'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import type { Clause } from '../../../lib/rules/eligibility/tree.ts'
import { moneyFigure } from '../../../lib/rules/text/format-number.ts'
import { widthInHanzi } from '../../../lib/rules/text/titles.ts'
import type { Described } from '../../form-schema.ts'
import { ClauseField } from './ClauseField.tsx'
import { FormContext } from './form-context.ts'
import { Picker, type Register } from './Picker.tsx'
import { emptyOf, isInside, problemWords, readNumber, summaryOf } from './values.ts'

type Path = readonly (string | number)[]

const idOf = (path: Path) => `field-${path.join('.')}`

/** Focuses a field, or the nearest container of it. @returns whether one exists */
export function focusField(field: string): boolean {
  for (let path = field.split('.'); path.length > 0; path = path.slice(0, -1)) {
    const found = document.getElementById(idOf(path))
    if (!found) continue
    found.scrollIntoView({ block: 'center' })
    const isControl = found.matches('input, textarea, p')
    const inside = (what: string) => found.querySelector<HTMLElement>(what)
    const target = isControl ? found : (inside('input, textarea') ?? inside('button'))
    target?.focus({ preventScroll: true })
    return true
  }
  return false
}

const soon = (act: () => void) => requestAnimationFrame(act)

interface FieldsProps {
  path?: Path
  schema: Described
  value: unknown
  /** The constant field that selects a variant; it is not drawn. */
  except?: string
}

/** Shows the fields of a record that have values, then the names of those that can be added. */
export function Fields({ path = [], schema, value, except }: FieldsProps) {
  const { problems, change } = useContext(FormContext)
  const record = (value ?? {}) as Record<string, unknown>
  const [added, setAdded] = useState<readonly string[]>([])
  const asked = Object.entries(schema.properties ?? {}).filter(
    // A field that a variant forbids has an empty description.
    ([key, own]) => key !== except && Object.keys(own).length > 0 && own.const === undefined,
  )
  const isAlways = ({ type, input = '', isShown: isAlwaysShown }: Described) =>
    isAlwaysShown || type === 'boolean' || ['rules', 'formula', 'clause'].includes(input)
  const isRequired = (key: string) => schema.required?.includes(key) ?? false
  const isShown = ([key, own]: [string, Described]) =>
    isRequired(key) ||
    isAlways(own) ||
    record[key] !== undefined ||
    added.includes(key) ||
    problems.some(({ field }) => isInside(field, [...path, key].join('.')))
  const hidden = asked.filter((entry) => !isShown(entry))
  const keep = (key: string) => setAdded((keys) => (keys.includes(key) ? keys : [...keys, key]))
  return (
    <div className="form-rows">
      {asked.filter(isShown).map(([key, own]) => (
        <Field
          key={key}
          path={[...path, key]}
          schema={own}
          beside={record}
          value={record[key]}
          isRequired={isRequired(key)}
          keep={() => keep(key)}
          remove={
            isRequired(key) || isAlways(own)
              ? undefined
              : () => {
                  setAdded((keys) => keys.filter((other) => other !== key))
                  change([{ path: [...path, key], value: undefined }])
                }
          }
        />
      ))}
      {hidden.length > 0 && (
        <p className="form-add editor-note">
          <span>添加字段</span>
          {hidden.map(([key, own]) => (
            <Button
              id={`${idOf([...path, key])}-add`}
              key={key}
              size="small"
              type="dashed"
              title={own.description}
              onClick={() => {
                keep(key)
                const empty = emptyOf(own)
                if (typeof empty === 'object') change([{ path: [...path, key], value: empty }])
                soon(() => focusField([...path, key].join('.')))
              }}
            >
              {own.title}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  path: Path
  schema: Described
  value: unknown
  label: string
  beside: Record<string, unknown>
  isRequired: boolean
  /** Keeps an emptied field on the screen while the editor rewrites it. */
  keep?: () => void
  isItem?: boolean
}

interface FieldProps extends Omit<ControlProps, 'label' | 'isItem'> {
  remove: (() => void) | undefined
}

function Field({ remove, ...props }: FieldProps) {
  const { path, schema, isRequired } = props
  const { title = '', description } = schema
  const id = idOf(path)
  const own = useOwnProblems(path)
  const isTicked = schema.type === 'boolean'
  const isGroup = !isTicked && holdsFields(schema)
  const isLong =
    isGroup ||
    choicesOf(schema) !== undefined ||
    schema.type === 'array' ||
    (schema.hanzi ?? schema.maxLength ?? 0) > 20 ||
    !!schema.input
  return (
    <div className={isLong ? 'form-field form-wide' : 'form-field'}>
      <Form.Item
        label={isTicked ? null : title}
        required={isRequired}
        {...(!isGroup && { htmlFor: id })}
        extra={description && <span id={`${id}-help`}>{description}</span>}
        {...(own.length > 0 && {
          validateStatus: 'error',
          help: <span id={`${id}-problem`}>{own.map(problemWords).join('；')}</span>,
        })}
      >
        <Control {...props} label={title} />
      </Form.Item>
      {remove && (
        <Button className="form-remove" size="small" type="text" aria-label={`移除${title}`} onClick={remove}>
          移除
        </Button>
      )}
    </div>
  )
}

function useOwnProblems(path: Path): Problem[] {
  return useContext(FormContext).problems.filter(({ field }) => field === path.join('.'))
}

const REGISTERS = ['region', 'industry', 'authority', 'authorities', 'originals', 'interpretations']
const registerOf = ({ input = '' }: Described) =>
  REGISTERS.includes(input) ? (input as Register | 'authorities') : undefined

function choicesOf({ enum: values, labels }: Described) {
  const known = values ?? (labels && Object.keys(labels).map(Number))
  return known?.map((value) => ({ value: value as string, label: labels?.[`${value}`] ?? `${value}` }))
}

/** Returns whether a field contains controls of its own, so that its name becomes a group heading. */
function holdsFields(schema: Described): boolean {
  const items = schema.items || undefined
  return Boolean(
    schema.oneOf ||
      (schema.type === 'object' && !schema.input) ||
      schema.prefixItems ||
      (items && !registerOf(items) && !choicesOf(items)),
  )
}

const FORMATS = ['YYYY-MM-DD', 'YYYY年M月D日', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD']
const SHOWN_CHOICES = 6
const LINES = 1000

function Control(props: ControlProps) {
  const { path, schema, value, label, isRequired, keep, isItem } = props
  const { change, formula } = useContext(FormContext)
  const isWrong = useOwnProblems(path).length > 0
  const id = idOf(path)
  const put = (next: unknown) => change([{ path: [...path], value: next }])
  const empty = isRequired || isItem ? '' : undefined
  const named = {
    id,
    ...(schema.description && { 'aria-describedby': `${id}-help` }),
    ...(isItem && { 'aria-label': label }),
    ...(isWrong && { status: 'error' as const, 'aria-invalid': true as const }),
    ...(keep && { onFocus: keep }),
  }
  if (schema.input === 'clause')
    return <ClauseField id={id} value={value as Clause | undefined} onChange={put} />
  if (schema.input === 'formula' && formula) return formula(path, value)
  if (schema.input === 'rules' || schema.input === 'formula') {
    return (
      <p id={id} tabIndex={-1} className="editor-note">
        {value === undefined ? '还没有写' : '已经写了'}，在上面的“条件和金额”一栏编辑
      </p>
    )
  }
  const isList = schema.type === 'array' && !schema.prefixItems
  const of = (isList && schema.items) || schema
  const [register, choices] = [registerOf(of), choicesOf(of)]
  const isJoined = register === 'authorities'
  const isLong =
    choices && (choices.length > SHOWN_CHOICES || choices.some(({ label: own }) => own.length > 20))
  if (isList ? (register && !isJoined) || choices : register || isLong) {
    const picked = [isJoined ? String(value ?? '').split('、') : (value as string | number)].flat()
    return (
      <Picker
        {...named}
        {...(register ? { from: isJoined ? 'authority' : register } : { options: choices ?? [] })}
        isMultiple={isList || isJoined}
        value={picked.filter((one) => one !== undefined && one !== '')}
        onChange={(all) => put(isJoined ? all.join('、') : isList ? all : (all[0] ?? empty))}
      />
    )
  }
  if (choices) {
    return (
      <Radio.Group
        id={id}
        aria-label={label}
        optionType="button"
        options={choices}
        value={value}
        onChange={({ target }) => put(target.value)}
      />
    )
  }
  if (schema.oneOf) return <Variants {...props} options={schema.oneOf} />
  switch (schema.type) {
    case 'string':
      return <Text {...props} named={named} put={(text) => put(text || empty)} />
    case 'boolean':
      return (
        <Checkbox
          {...named}
          checked={value === true}
          onChange={({ target }) => put(target.checked || undefined)}
        >
          {label}
        </Checkbox>
      )
    case 'integer':
    case 'number':
      return <Figure {...props} named={named} put={put} />
    case 'array':
      return <Items {...props} />
    default:
      return (
        <fieldset id={id} className="form-inside" aria-label={label}>
          <Fields path={path} schema={schema} value={value} />
        </fieldset>
      )
  }
}

type Typed<Value> = ControlProps & { named: object; put(value: Value | undefined): void }

function Text({ schema: { format, maxLength, hanzi, unit }, value, named, put }: Typed<string>) {
  const text = String(value ?? '')
  // An invalid date is shown as the file has it, to be corrected.
  if (format === 'date' && (text === '' || dayjs(text).format('YYYY-MM-DD') === text)) {
    return (
      <DatePicker
        {...named}
        format={FORMATS}
        placeholder="2026-11-20"
        value={text === '' ? null : dayjs(text)}
        onChange={(day) => put(day?.format('YYYY-MM-DD'))}
      />
    )
  }
  const limit = hanzi ?? maxLength
  const count = limit && {
    max: limit,
    strategy: hanzi ? widthInHanzi : (written: string) => written.length,
    show: ({ count: used }: { count: number }) =>
      hanzi || used > limit * 0.8 ? `${used} / ${limit} 字` : '',
  }
  const isOneLine = (maxLength ?? 0) < LINES
  const shared = {
    ...named,
    ...(count && { count }),
    value: text,
    onChange: ({ target }: { target: { value: string } }) =>
      put(isOneLine ? target.value.replace(/\s*\n/g, '') : target.value),
  }
  if (format || (maxLength !== undefined && maxLength <= 60)) return <Input {...shared} suffix={unit} />
  return <Input.TextArea {...shared} autoSize={{ minRows: 1, maxRows: 12 }} />
}

/** A number as people type it, followed by its value: 50万 is 500000. */
function Figure({ schema, value, beside, named, put }: Typed<number>) {
  const unit = schema.unit ?? (schema.unitField && String(beside[schema.unitField] ?? ''))
  const money = unit === '元' && typeof value === 'number' && value >= 10_000 ? moneyFigure(value) : undefined
  return (
    <InputNumber
      {...named}
      controls={false}
      suffix={money ? `${unit} = ${money.number} ${money.unit}` : unit}
      value={typeof value === 'number' ? value : null}
      parser={(text) => readNumber(text ?? '') ?? Number.NaN}
      onChange={(number) => put(number ?? undefined)}
    />
  )
}

/** A record whose first field, a constant, decides which other fields it has. */
function Variants({ path, value, label, options }: ControlProps & { options: readonly Described[] }) {
  const { change } = useContext(FormContext)
  const record = (value ?? {}) as Record<string, unknown>
  const properties = options[0]?.properties ?? {}
  const by = Object.keys(properties).find((key) => properties[key]?.const !== undefined) ?? ''
  const chosen = options.find((option) => option.properties?.[by]?.const === record[by])
  const choose = (kind: unknown) => {
    const next = options.find((option) => option.properties?.[by]?.const === kind)
    const isKept = ([key]: [string, unknown]) => Object.keys(next?.properties?.[key] ?? {}).length > 0
    change([
      {
        path: [...path],
        value: { ...Object.fromEntries(Object.entries(record).filter(isKept)), [by]: kind },
      },
    ])
  }
  return (
    <fieldset id={idOf(path)} className="form-inside" aria-label={label}>
      <Radio.Group
        aria-label={`${label}：${properties[by]?.title}`}
        optionType="button"
        options={options.map((option) => String(option.properties?.[by]?.const))}
        value={record[by]}
        onChange={({ target }) => choose(target.value)}
      />
      <p className="editor-note">{chosen?.properties?.[by]?.description}</p>
      {chosen && <Fields path={path} schema={chosen} value={value} except={by} />}
    </fieldset>
  )
}

/** A list in the order of the page: picked, of fixed length, or item by item. A record is one line until opened. */
function Items({ path, schema, value, label }: ControlProps) {
  const { problems, change } = useContext(FormContext)
  // The file may have a single value instead of a list.
  const items: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const [open, setOpen] = useState<readonly number[]>(
    schema.isOpen ? [...items.keys()] : items.length === 1 && summaryOf(items[0]) === '' ? [0] : [],
  )
  const id = idOf(path)
  const put = (next: unknown[]) => change([{ path: [...path], value: next }])
  const controlOf = (own: Described, index: number, name: string) => (
    <Control
      {...{ path: [...path, index], schema: own, value: items[index], label: name }}
      {...{ beside: {}, isRequired: false, isItem: true }}
    />
  )
  if (schema.prefixItems) {
    return (
      <Space id={id}>
        {schema.prefixItems.map((own, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each place is what it is
          <Fragment key={index}>{controlOf(own, index, `${label}，第 ${index + 1} 个`)}</Fragment>
        ))}
      </Space>
    )
  }
  const of = schema.items || {}
  const rows = items.map((item, key) => {
    const place = [...path, key].join('.')
    const isWrong = problems.some(({ field }) => isInside(field, place))
    const own = problems.filter(({ field }) => field === place).map(problemWords)
    const move = (to: number) => {
      put(items.toSpliced(key, 1).toSpliced(to, 0, item))
      setOpen(open.map((at) => (at === key ? to : at === to ? key : at)))
    }
    const remove = () => {
      put(items.filter((_, at) => at !== key))
      setOpen([])
    }
    const ways: [sign: string, does: string, isOff: boolean, act: () => void][] = [
      ['↑', '上移', key === 0, () => move(key - 1)],
      ['↓', '下移', key === items.length - 1, () => move(key + 1)],
      ['×', '删除', items.length <= (schema.minItems ?? 0), remove],
    ]
    return {
      ...{ key, isWrong, children: controlOf(of, key, `${label} ${key + 1}`) },
      label: (
        <span className={isWrong ? 'editor-wrong' : undefined}>
          {[summaryOf(item) || '（还没有写）', ...own].join('；')}
        </span>
      ),
      extra: (
        <span className="form-ways">
          {ways.map(([sign, does, disabled, act]) => (
            <Button
              key={does}
              size="small"
              type="text"
              aria-label={`${does}${label} ${key + 1}`}
              title={does}
              disabled={disabled}
              onClick={act}
            >
              {sign}
            </Button>
          ))}
        </span>
      ),
    }
  })
  return (
    <div id={id} className="form-items">
      {!holdsFields(of) &&
        rows.map(({ key, children, extra }) => (
          <Flex key={key} gap="small">
            {children}
            {extra}
          </Flex>
        ))}
      {holdsFields(of) && rows.length > 0 && (
        <Collapse
          size="small"
          collapsible="header"
          activeKey={rows.filter(({ key, isWrong }) => isWrong || open.includes(key)).map(({ key }) => key)}
          onChange={(keys) => setOpen([keys].flat().map(Number))}
          items={rows.map(({ isWrong: _, ...row }) => row)}
        />
      )}
      <Button
        size="small"
        onClick={() => {
          put([...items, emptyOf(of) ?? ''])
          setOpen([...open, items.length])
          soon(() => focusField([...path, items.length].join('.')))
        }}
      >
        添加{label.length <= 6 ? label : '一条'}
      </Button>
    </div>
  )
}
