import { useStore } from '@nanostores/react'
import { atom, type WritableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import { STORAGE_FULL } from '../../../lib/contract/documents/storage.ts'
import { $isQuotaFull } from '../../../lib/stores/documents/storage-quota.ts'
import { $uploads, isEnded } from '../../../lib/stores/uploads/state.ts'
import { useModal } from '../../kit/modals.ts'
import '../../kit/confirm-dialog.css'

const $holder = atom<symbol | null>(null)

export function QuotaFullDialog() {
  const isFull = useStore($isQuotaFull)
  return useOnlyOne($holder) && isFull ? <Dialog /> : null
}

function Dialog() {
  const dialog = useModal()
  const close = () => $isQuotaFull.set(false)
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="room-full-title" onCancel={close}>
      <h2 id="room-full-title">{STORAGE_FULL}</h2>
      <p>也可以先删除不再需要的文件，再上传。未完成的上传也占用空间，可在“企业文件”中放弃。</p>
      <div className="confirm-actions">
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        <GradeLink className="button button-primary" text="去升级" onFollow={close} />
      </div>
    </dialog>
  )
}

interface GradeLinkProps {
  className: string
  text: string
  onFollow?: () => void
}

/** Link to a higher level. Opens a new window during uploads, which leaving the page would lose. */
export function GradeLink({ className, text, onFollow }: GradeLinkProps) {
  const isNeeded = useStore($uploads).some((item) => !isEnded(item) || item.state.status === 'failed')
  const beside = isNeeded ? ({ target: '_blank', rel: 'noopener' } as const) : {}
  return (
    <a className={className} href="/grade" onClick={onFollow} {...beside}>
      {text}
      {isNeeded && <span className="visually-hidden">（在新窗口打开）</span>}
    </a>
  )
}

/** Returns true for exactly one of several equal components on a page. When that one unmounts, another takes over. */
export function useOnlyOne($holder: WritableAtom<symbol | null>): boolean {
  const [self] = useState(() => Symbol())
  const holder = useStore($holder, { ssr: 'initial' })
  useEffect(() => {
    if ($holder.get() === null) $holder.set(self)
  })
  useEffect(
    () => () => {
      if ($holder.get() === self) $holder.set(null)
    },
    [$holder, self],
  )
  return holder === self
}
