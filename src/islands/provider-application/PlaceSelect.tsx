import { useEffect, useId, useState } from 'react'
import { type DivisionsState, loadDivisions } from '../../lib/stores/region.ts'

interface Props {
  label: string
  /** The code whose divisions are offered. */
  parent: string
  /** Empty: none is chosen. */
  value: string
  /** What none means. */
  none?: string
  isInvalid?: boolean
  onChange: (code: string) => void
}

/** One of the divisions below a place. */
export function PlaceSelect({ label, parent, value, none = '请选择', isInvalid = false, onChange }: Props) {
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
      <label htmlFor={id}>{label}</label>
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
