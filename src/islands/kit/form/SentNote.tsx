import { useStore } from '@nanostores/react'
import { $sentBefore } from '../../../lib/stores/forms/form.ts'

/** Shows a person who comes back that the form was sent, so that nobody sends it twice by mistake. */
export function SentNote() {
  const sent = useStore($sentBefore, { ssr: 'initial' })
  if (!sent) return null
  return (
    <p className="form-sent" role="status">
      您刚提交过一份申请，受理编号 <b className="figures">{sent.receipt_no}</b>，不用再交。
      <a href={`/mylist/1?poid=${sent.poid}`}>查看进度</a>
    </p>
  )
}
