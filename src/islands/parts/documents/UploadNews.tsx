import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { $logoutQuestion, guardLogout } from '../../../lib/stores/uploads/queue.ts'
import { $queuePause, $uploads, noticeTeller } from '../../../lib/stores/uploads/state.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { showToast } from '../../kit/toast.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { QuotaFullDialog } from './QuotaFullDialog.tsx'
import { useOnlyOne } from './use-only-one.ts'

const $teller = atom<symbol | null>(null)

/** What uploads ask and how they end, also while their queue is out of sight: the picker has closed. */
export function UploadNews() {
  const isTeller = useOnlyOne($teller)
  return (
    <>
      {isTeller && <Outcomes />}
      {isTeller && <ConflictDialog />}
      {isTeller && <LogoutDialog />}
      <QuotaFullDialog />
    </>
  )
}

/** Says how uploads end, aloud too: a success when the last is through, the others at once; and that they wait. */
function Outcomes() {
  const uploads = useStore($uploads)
  const pause = useStore($queuePause)
  useEffect(() => {
    // The end of the session and missing room have dialogs of their own.
    if (pause?.why === 'often') showToast(pause.text, 'error')
  }, [pause])
  const [noticeOf] = useState(() => noticeTeller(uploads))
  useEffect(() => {
    const text = noticeOf(uploads)
    if (text) showToast(text, text === '上传失败' ? 'error' : 'success')
  }, [uploads, noticeOf])
  return null
}

/** Asks a person who logs out before all uploads have ended. */
function LogoutDialog() {
  const question = useStore($logoutQuestion)
  useEffect(guardLogout, [])
  if (!question) return null
  return (
    <ConfirmDialog
      title={`还有 ${formatNumber(question.count)} 个文件没有传完，仍要退出登录？`}
      onCancel={() => question.answer(false)}
      onConfirm={() => question.answer(true)}
    >
      <p>退出后不再上传，已上传的部分会从服务器上清除，需要时要重新选择这些文件。</p>
    </ConfirmDialog>
  )
}
