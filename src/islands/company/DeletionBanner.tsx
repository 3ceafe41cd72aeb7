import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { $deletion, $deletionProblem, cancelEnd } from '../../lib/stores/company/deletion.ts'
import { showToast } from '../kit/toast.ts'

/** During the grace: what will happen, when, and the way back. */
export function DeletionBanner() {
  const state = useStore($deletion)
  const problem = useStore($deletionProblem)
  const [isBusy, setBusy] = useState(false)
  if (state.status !== 'ready' || !state.value) return null

  async function cancel() {
    setBusy(true)
    if (await cancelEnd()) showToast('已撤销，数据照常保留')
    setBusy(false)
  }

  return (
    <section className="company-note" aria-label="注销申请">
      <p>
        <b>企业将在 {formatMoment(state.value.due_at)} 注销。</b>
        {state.value.by}提出了申请，到时全部数据会被删除。{problem}
      </p>
      <button type="button" className="button" aria-busy={isBusy} disabled={isBusy} onClick={cancel}>
        撤销注销申请
      </button>
    </section>
  )
}
