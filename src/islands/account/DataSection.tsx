import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { DELETION_DAYS } from '../../lib/contract/account/company-data.ts'
import { formatStorage } from '../../lib/rules/files/storage-units.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { formatDate } from '../../lib/rules/time/dates.ts'
import { DAY_MS } from '../../lib/rules/time/durations.ts'
import {
  $export,
  cancelExport,
  deletion,
  requestEnd,
  startExport,
} from '../../lib/stores/company/company-data.ts'
import { $team } from '../../lib/stores/company/people.ts'
import { useModal } from '../kit/modals.ts'
import { showToast } from '../kit/toast.ts'
import { Said } from './SectionFrame.tsx'

export function ExportBox() {
  const state = useStore($export)
  const isRunning = state.status === 'running'
  return (
    <div>
      <h3>导出全部数据</h3>
      <p className="soft">
        一个 JSON
        文件：档案、成员、回答、关注、提醒、消息、申报和每一步进度、咨询、预约，以及文件清单。文件本身请在
        <a href="/documents">企业文件</a>里下载。
      </p>
      <div className="wrap company-acts">
        <button
          type="button"
          className="button"
          aria-busy={isRunning}
          disabled={isRunning}
          onClick={startExport}
        >
          {isRunning ? '正在导出…' : '导出全部数据'}
        </button>
        {isRunning && (
          <button type="button" className="button" onClick={cancelExport}>
            停止
          </button>
        )}
      </div>
      {isRunning && (
        <p className="wrap export-progress">
          <progress aria-label="导出进度" />
          已收到 {formatStorage(state.bytes)}
        </p>
      )}
      <p
        className={state.status === 'failed' ? 'problem' : 'company-saved'}
        role={state.status === 'failed' ? 'alert' : 'status'}
      >
        {state.status === 'failed' && `导出失败：${state.text}`}
        {state.status === 'done' &&
          `已导出 ${state.name}（${formatStorage(state.bytes)}），请在浏览器的下载里查看。`}
      </p>
    </div>
  )
}

const WORDS = '注销企业'

export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useModal()
  const team = useStore($team)
  const said = useStore(deletion.$said)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const others = team.status === 'ready' ? team.value.people.length - 1 : 0
  const isMeant = typed.trim() === WORDS
  const due = formatDate(chinaDay(new Date(Date.now() + DELETION_DAYS * DAY_MS)))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isMeant || isBusy) return
    setBusy(true)
    const isDone = await requestEnd()
    setBusy(false)
    if (!isDone) return
    onClose()
    showToast('已申请注销，到期前可撤销')
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={`${id}-title`} onCancel={onClose}>
      <h2 id={`${id}-title`}>申请注销企业？</h2>
      <p>{due}起，企业的全部数据会被删除，不能恢复。</p>
      {others > 0 && <p>企业里还有 {others} 位同事，其账号也会一并删除。</p>}
      <p>正在办理的申报也会一并删除，请先办结；需要留存的请先导出数据。</p>
      <form onSubmit={submit}>
        <label htmlFor={id}>请输入“{WORDS}”确认</label>
        <input
          id={id}
          className="field"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Said {...said} />
        <div className="confirm-actions">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button
            type="submit"
            className="button button-danger"
            aria-busy={isBusy}
            disabled={!isMeant || isBusy}
          >
            申请注销
          </button>
        </div>
      </form>
    </dialog>
  )
}
