import { useStore } from '@nanostores/react'
import { $amendment } from '../../../lib/stores/forms/amendment.ts'

/** Which application is corrected, and what the operators ask for. */
export function AmendmentNote() {
  const correction = useStore($amendment, { ssr: 'initial' })
  if (!correction) return null
  const { receipt_no, asked } = correction
  return (
    <p className="form-sent" role="status">
      修改 <b className="figures">{receipt_no}</b>
      {asked && `，需要您补充：“${asked}”`}
    </p>
  )
}
