import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useLayoutEffect, useRef } from 'react'
import { STORAGE_FULL } from '../../../lib/contract/storage.ts'
import { $roomFull } from '../../../lib/stores/documents/storage-room.ts'
import { useOnlyOne } from '../use-only-one.ts'
import '../confirm-dialog.css'

const $holder = atom<symbol | null>(null)

/** There is no room: to the levels, or not (portal.md §8). */
export function RoomFullDialog() {
  const isFull = useStore($roomFull)
  return useOnlyOne($holder) && isFull ? <Dialog /> : null
}

function Dialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const close = () => $roomFull.set(false)
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="room-full-title" onCancel={close}>
      <h2 id="room-full-title">{STORAGE_FULL}</h2>
      <p>也可以先删除不再需要的文件，再上传。</p>
      <div className="confirm-actions">
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        <a className="button button-primary" href="/grade">
          去升级
        </a>
      </div>
    </dialog>
  )
}
