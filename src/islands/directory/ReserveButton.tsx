import { useState } from 'react'
import { type ReserveTarget, startReserving } from '../../lib/stores/reserve.ts'
import { ReserveDialog } from '../parts/form/ReserveDialog.tsx'

interface ReserveButtonProps {
  target: ReserveTarget
  title: string
  label: string
}

export function ReserveButton({ target, title, label }: ReserveButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        onClick={() => {
          startReserving()
          setOpen(true)
        }}
      >
        {label}
      </button>
      {isOpen && <ReserveDialog target={target} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
