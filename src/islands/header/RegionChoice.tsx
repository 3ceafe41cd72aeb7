import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { NATION, regionLine } from '../../lib/rules/regions.ts'
import { $region, chooseDivision, type DivisionsState, loadDivisions } from '../../lib/stores/region.ts'
import './region.css'

/** 省市区 in the header: stored on this device; the lists show that place first. */
export function RegionChoice() {
  const { code, name } = useStore($region, { ssr: 'initial' })
  const [open, setOpen] = useState(false)

  return (
    <div className="region">
      <button type="button" className="region-button" popoverTarget="region-popover">
        <svg viewBox="0 0 20 20" width="16" height="16" role="img" aria-label="所在地区：">
          <path
            d="M10 18c4-4.6 6-7.7 6-10.2A6 6 0 0 0 4 7.8C4 10.3 6 13.4 10 18Zm0-8a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 10 10Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
        {/* The page wrote the stored name here before the first paint; hydration must not undo it. */}
        <span data-region-name suppressHydrationWarning>
          {name}
        </span>
      </button>
      <div
        id="region-popover"
        popover="auto"
        className="region-popover"
        role="dialog"
        aria-label="选择所在地区"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <>
            <p>选择企业所在地，当地政策会排在前面。</p>
            <DivisionSelect parent={NATION} line={regionLine(code || NATION)} />
          </>
        )}
      </div>
    </div>
  )
}

function choose(code: string): void {
  chooseDivision(code)
  import('../../lib/stores/match/answers.ts').then(({ answer }) =>
    answer('region', code === NATION ? undefined : code),
  )
}

const LEVEL_NAMES = ['省（区、市）', '市', '区县']

interface DivisionSelectProps {
  parent: string
  line: string[]
  level?: number
}

function DivisionSelect({ parent, line, level = 0 }: DivisionSelectProps) {
  const id = useId()
  const [state, setState] = useState<DivisionsState>({ status: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew
  useEffect(() => {
    let current = true
    loadDivisions(parent).then((loaded) => current && setState(loaded))
    return () => {
      current = false
    }
  }, [parent, tries])
  function again() {
    setState({ status: 'loading' })
    setTries(tries + 1)
  }

  if (state.status === 'loading') return <p role="status">正在加载…</p>
  if (state.status === 'failed') {
    return (
      <p role="alert">
        {state.text}{' '}
        <button type="button" className="link" onClick={again}>
          重试
        </button>
      </p>
    )
  }
  if (state.items.length === 0) return null
  const chosen = state.items.find(({ code }) => line.includes(code))
  return (
    <>
      <label htmlFor={id}>{LEVEL_NAMES[level]}</label>
      <select
        id={id}
        className="field"
        value={chosen?.code ?? parent}
        onChange={(event) => choose(event.target.value)}
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
