import type { SentForm } from '../../../lib/browser/kept-drafts.ts'

interface Props {
  sent: Pick<SentForm, 'poid' | 'receipt_no'>
  /** Where a new one is begun. */
  again: string
}

/** Another tab, another device or a colleague handed it in: there is nothing more to do here. */
export function SentElsewhere({ sent, again }: Props) {
  return (
    <div className="form-missing" role="status">
      <h2>这份申请已经提交</h2>
      {sent.receipt_no && (
        <p>
          受理编号 <b className="figures">{sent.receipt_no}</b>，不用再交。
        </p>
      )}
      <p className="form-choice">
        <a className="button button-primary" href={`/mylist/1?poid=${sent.poid}`}>
          查看进度
        </a>
        <a className="button" href={again}>
          另填一份
        </a>
      </p>
    </div>
  )
}
