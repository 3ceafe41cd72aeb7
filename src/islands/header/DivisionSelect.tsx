import { useEffect, useId, useState } from 'react'
import { chooseDivision, type DivisionsState, loadDivisions } from '../../lib/stores/region.ts'

const LEVEL_NAMES = ['省（区、市）', '市', '区县']

interface Props {
  /** The code whose divisions are offered. */
  parent: string
  /** The chosen region and everything above it. */
  line: string[]
  level?: number
}

/** One select per level; choosing a division offers the divisions below it. */
export function DivisionSelect({ parent, line, level = 0 }: Props) {
  const id = useId()
  const [state, setState] = useState<DivisionsState>({ status: 'loading' })
  useEffect(() => {
    let current = true
    loadDivisions(parent).then((loaded) => current && setState(loaded))
    return () => {
      current = false
    }
  }, [parent])

  if (state.status === 'loading') return <p role="status">正在加载…</p>
  if (state.status === 'failed') return <p role="alert">{state.text}</p>
  if (state.items.length === 0) return null
  const chosen = state.items.find(({ code }) => line.includes(code))
  return (
    <>
      <label htmlFor={id}>{LEVEL_NAMES[level]}</label>
      <select
        id={id}
        className="field"
        value={chosen?.code ?? parent}
        onChange={(event) => chooseDivision(event.target.value)}
      >
        <option value={parent}>{level === 0 ? '全国' : '不限'}</option>
        {state.items.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {chosen?.code.endsWith('00') && (
        <DivisionSelect key={chosen.code} parent={chosen.code} line={line} level={level + 1} />
      )}
    </>
  )
}
