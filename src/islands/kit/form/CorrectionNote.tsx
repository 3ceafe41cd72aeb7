import { useStore } from '@nanostores/react'
import { $correction } from '../../../lib/stores/forms/correction.ts'

/** Which application is corrected, and what the operators ask for. */
export function CorrectionNote() {
  const correction = useStore($correction, { ssr: 'initial' })
  if (!correction) return null
  const { receipt_no, asked } = correction
  return (
    <p className="form-sent" role="status">
      修改 <b className="figures">{receipt_no}</b>
      {asked && `，需要您补充：“${asked}”`}
    </p>
  )
}
