import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { NATION, regionLine } from '../../lib/rules/regions.ts'
import { $region } from '../../lib/stores/region.ts'
import { DivisionSelect } from './DivisionSelect.tsx'
import './region.css'

/** 省市区 in the header: remembered on this device, and the lists put that place first. */
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
        {/* The page wrote the remembered name here before first paint; hydration must not undo it. */}
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
