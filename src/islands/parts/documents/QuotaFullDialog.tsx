import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { STORAGE_FULL } from '../../../lib/contract/documents/storage.ts'
import { formatStorage } from '../../../lib/rules/files/storage-units.ts'
import { $isQuotaFull, $quota } from '../../../lib/stores/documents/storage-quota.ts'
import { useModal } from '../../kit/use-modal.ts'
import { GradeLink } from './GradeLink.tsx'
import { useOnlyOne } from './use-only-one.ts'
import '../../kit/confirm-dialog.css'

const $holder = atom<symbol | null>(null)

/** There is no room: to the levels, or not (behaviour B9.4). */
export function QuotaFullDialog() {
  const isFull = useStore($isQuotaFull)
  return useOnlyOne($holder) && isFull ? <Dialog /> : null
}

function Dialog() {
  const dialog = useModal()
  const state = useStore($quota)
  const reservedBytes = state.status === 'ready' ? state.quota.reservedBytes : 0
  const close = () => $isQuotaFull.set(false)
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="room-full-title" onCancel={close}>
      <h2 id="room-full-title">{STORAGE_FULL}</h2>
      <p>也可以先删除不再需要的文件，再上传。</p>
      {reservedBytes > 0 && (
        <p>有 {formatStorage(reservedBytes)} 留给未完成的上传：传完或放弃它们，空间就会空出来。</p>
      )}
      <div className="confirm-actions">
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        <GradeLink className="button button-primary" text="去升级" onFollow={close} />
      </div>
    </dialog>
  )
}
