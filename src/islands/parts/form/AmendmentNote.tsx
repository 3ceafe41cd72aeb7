import { useStore } from '@nanostores/react'
import { $amendment } from '../../../lib/stores/forms/amendment.ts'

/** Which application is amended, and what the operators ask for. */
export function AmendmentNote() {
  const amendment = useStore($amendment, { ssr: 'initial' })
  if (!amendment) return null
  const { receipt_no, asked } = amendment
  return (
    <p className="form-sent" role="status">
      修改 <b className="figures">{receipt_no}</b>
      {asked && `，需要您补充：“${asked}”`}
    </p>
  )
}
