import { useState } from 'react'
import { type CorrectionTarget, startOver } from '../../lib/stores/correction.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import './correction.css'

/** The button at the end of a text, and the form behind it. */
export function Correction({ kind, page_id }: CorrectionTarget) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          startOver()
          setOpen(true)
        }}
      >
        内容纠错
      </button>
      {open && <CorrectionDialog target={{ kind, page_id }} onClose={() => setOpen(false)} />}
    </>
  )
}
