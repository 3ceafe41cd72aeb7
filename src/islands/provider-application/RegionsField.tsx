import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { regionsOf } from '../../lib/forms/provider-form.ts'
import { NATION, regionContains } from '../../lib/rules/regions.ts'
import { $form, $formProblems, typedIn, typeText } from '../../lib/stores/forms/form.ts'
import { $regionNames, type DivisionsState, loadDivisions, loadRegionNames } from '../../lib/stores/region.ts'
import { FieldProblem } from '../parts/form/FieldProblem.tsx'

/** 服务地区: the whole country, or provinces and cities one after the other. */
export function RegionsField() {
  const id = useId()
  const codes = regionsOf(typedIn(useStore($form, { ssr: 'initial' })))
  const problem = useStore($formProblems, { ssr: 'initial' })['regions']
  const names = useStore($regionNames, { ssr: 'initial' })
  const [province, setProvince] = useState('')
  const [city, setCity] = useState('')
  const list = codes.join(',')
  useEffect(() => {
    loadRegionNames(list.split(',').filter(Boolean))
  }, [list])
  const field = useRef<HTMLFieldSetElement>(null)
  const set = (next: readonly string[]) => typeText('regions', next.join(','))
  /** The pressed button is removed or disabled, so the focus moves. */
  const stay = (change: () => void, place = 'select, li button') => {
    flushSync(change)
    field.current?.querySelector<HTMLElement>(place)?.focus()
  }
  const chosen = city || province

  function add() {
    // Skips a place inside a chosen one, and drops places inside the new one.
    if (!codes.some((code) => regionContains(code, chosen))) {
      set([...codes.filter((code) => !regionContains(chosen, code)), chosen])
    }
    setProvince('')
    setCity('')
  }
  return (
    <fieldset
      ref={field}
      className="provider-regions"
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend>
        服务地区<small>会公开显示</small>
      </legend>
      {codes.length > 0 && (
        <ul>
          {codes.map((code) => (
            <li key={code}>
              {names[code] ?? code}
              <button
                type="button"
                aria-label={`移除${names[code] ?? code}`}
                onClick={() => stay(() => set(codes.filter((each) => each !== code)))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {!codes.includes(NATION) && (
        <div className="provider-places">
          <PlaceSelect
            label="省（区、市）"
            parent={NATION}
            value={province}
            isInvalid={problem !== undefined}
            onChange={(code) => {
              setProvince(code)
              setCity('')
            }}
          />
          {province !== '' && (
            <PlaceSelect label="市" parent={province} value={city} none="全省（区、市）" onChange={setCity} />
          )}
          <button
            type="button"
            className="button"
            disabled={chosen === ''}
            onClick={() => stay(add, 'select')}
          >
            添加地区
          </button>
          <button type="button" className="link" onClick={() => stay(() => set([NATION]))}>
            面向全国服务
          </button>
        </div>
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </fieldset>
  )
}

interface PlaceSelectProps {
  label: string
  /** The parent of the offered divisions. */
  parent: string
  /** Empty for none. */
  value: string
  none?: string
  isInvalid?: boolean
  onChange: (code: string) => void
}

/** One of the divisions below a place. */
function PlaceSelect({
  label,
  parent,
  value,
  none = '请选择',
  isInvalid = false,
  onChange,
}: PlaceSelectProps) {
  const id = useId()
  const [state, setState] = useState<DivisionsState>({ status: 'loading' })
  useEffect(() => {
    let isCurrent = true
    loadDivisions(parent).then((loaded) => isCurrent && setState(loaded))
    return () => {
      isCurrent = false
    }
  }, [parent])
  if (state.status === 'failed') return <p role="alert">{state.text}</p>
  return (
    <p>
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="field"
        value={value}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{none}</option>
        {state.status === 'ready' &&
          state.items.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </select>
    </p>
  )
}
