import { useStore } from '@nanostores/react'
import { formatStorage, usedShare } from '../../../lib/rules/files/storage-units.ts'
import { $quota, refreshQuota } from '../../../lib/stores/documents/storage-quota.ts'
import { GradeLink } from './QuotaFullDialog.tsx'

const NEARLY_FULL = 90

export function StorageBar() {
  const state = useStore($quota)
  if (state.status === 'failed') {
    return (
      <p className="wrap storage" role="alert">
        {state.text}
        <button type="button" className="link" onClick={refreshQuota}>
          重试
        </button>
      </p>
    )
  }
  const { usedBytes = 0, limitBytes = 0 } = state.status === 'ready' ? state.quota : {}
  const share = state.status === 'ready' ? usedShare(usedBytes, limitBytes) : 0
  const text = state.status === 'ready' ? `${formatStorage(usedBytes)}/${formatStorage(limitBytes)}` : '…'
  return (
    <div className="wrap storage">
      <progress
        className={share >= NEARLY_FULL ? 'storage-bar storage-nearly' : 'storage-bar'}
        aria-label="存储空间"
        aria-valuetext={`已用 ${text}`}
        max={100}
        value={share}
      />
      <span className="soft storage-text">{text}</span>
      <GradeLink className="storage-upgrade" text="升级" />
    </div>
  )
}
