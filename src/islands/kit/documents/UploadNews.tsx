import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'
import { $hold } from '../../../lib/stores/uploads/hold.ts'
import { $uploads, isEnded, type UploadItem } from '../../../lib/stores/uploads/state.ts'
import { showToast } from '../toast.ts'
import { useOnlyOne } from '../use-only-one.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { RoomFullDialog } from './RoomFullDialog.tsx'

const $teller = atom<symbol | null>(null)

/** What uploads ask and how they end, also while their queue is out of sight: the picker has closed. */
export function UploadNews() {
  const isTeller = useOnlyOne($teller)
  return (
    <>
      {isTeller && <Outcomes />}
      {isTeller && <ConflictDialog />}
      {isTeller && <LogoutDialog />}
      <RoomFullDialog />
    </>
  )
}

/** Says how uploads end, aloud too: a success when the last is through, the others at once; and that they wait. */
function Outcomes() {
  const uploads = useStore($uploads)
  const hold = useStore($hold)
  useEffect(() => {
    // Of the session and the room a dialog tells.
    if (hold?.why === 'often') showToast(hold.text, 'error')
  }, [hold])
  const before = useRef(new Map(uploads.map(({ id, state }) => [id, state.status])))
  useEffect(() => {
    const text = newsOf(uploads, before.current)
    before.current = new Map(uploads.map(({ id, state }) => [id, state.status]))
    if (text) showToast(text, text === '上传失败' ? 'error' : 'success')
  }, [uploads])
  return null
}

function newsOf(
  uploads: readonly UploadItem[],
  before: ReadonlyMap<number, UploadItem['state']['status']>,
): '上传失败' | '已取消，已上传的部分稍后自动清理' | '取消成功!' | '上传成功' | undefined {
  const changed = uploads.filter(({ id, state }) => before.has(id) && before.get(id) !== state.status)
  const isNow = (status: UploadItem['state']['status']) =>
    changed.some(({ state }) => state.status === status)
  if (isNow('failed')) return '上传失败'
  const isCancelled = (how: 'clean' | 'later') =>
    changed.some(({ state }) => state.status === 'cancelled' && state.how === how)
  if (isCancelled('later')) return '已取消，已上传的部分稍后自动清理'
  if (isCancelled('clean')) return '取消成功!'
  return isNow('done') && uploads.every(isEnded) ? '上传成功' : undefined
}
