import { useStore } from '@nanostores/react'
import { formatStorage, usedShare } from '../../../lib/rules/files/storage-units.ts'
import { $quota, refreshQuota } from '../../../lib/stores/documents/storage-quota.ts'
import { GradeLink } from './QuotaFullDialog.tsx'

const NEARLY_FULL = 90

export function StorageBar() {
  const state = useStore($quota)
  if (state.status === 'failed') {
    return (
      <p className="storage" role="alert">
        {state.text}
        <button type="button" className="link" onClick={refreshQuota}>
          重试
        </button>
      </p>
    )
  }
  const { usedBytes = 0, reservedBytes = 0, limitBytes = 0 } = state.status === 'ready' ? state.quota : {}
  const share = state.status === 'ready' ? usedShare(usedBytes, limitBytes) : 0
  const text = state.status === 'ready' ? `${formatStorage(usedBytes)}/${formatStorage(limitBytes)}` : '…'
  return (
    <div className="storage">
      <span
        className="storage-bar"
        role="progressbar"
        aria-label="存储空间"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={`已用 ${text}`}
      >
        <span
          className={share >= NEARLY_FULL ? 'storage-used storage-used-nearly' : 'storage-used'}
          style={{ inlineSize: `${share}%` }}
        />
      </span>
      <span className="storage-text">{text}</span>
      <GradeLink className="storage-upgrade" text="升级" />
      {reservedBytes > 0 && (
        <span className="storage-reserved">另有 {formatStorage(reservedBytes)} 预留给未完成的上传</span>
      )}
    </div>
  )
}
