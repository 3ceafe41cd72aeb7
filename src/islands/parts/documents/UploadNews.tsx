import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { $logoutQuestion, guardLogout } from '../../../lib/stores/uploads/queue.ts'
import { $conflict, $queuePause, $uploads, noticeTeller } from '../../../lib/stores/uploads/state.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useModal } from '../../kit/modals.ts'
import { showToast } from '../../kit/toast.ts'
import { QuotaFullDialog, useOnlyOne } from './QuotaFullDialog.tsx'
import '../../kit/confirm-dialog.css'

const $teller = atom<symbol | null>(null)

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

function Outcomes() {
  const uploads = useStore($uploads)
  const pause = useStore($queuePause)
  useEffect(() => {
    // The end of the session and a full storage have their own dialogs.
    if (pause?.why === 'often') showToast(pause.text, 'error')
  }, [pause])
  const [noticeOf] = useState(() => noticeTeller(uploads))
  useEffect(() => {
    const text = noticeOf(uploads)
    if (text) showToast(text, text === '上传失败' ? 'error' : 'success')
  }, [uploads, noticeOf])
  return null
}

function LogoutDialog() {
  const question = useStore($logoutQuestion)
  useEffect(guardLogout, [])
  if (!question) return null
  return (
    <ConfirmDialog
      title={`还有 ${formatNumber(question.count)} 个文件未上传完，仍要退出登录？`}
      onCancel={() => question.answer(false)}
      onConfirm={() => question.answer(true)}
    >
      <p>退出后停止上传，已上传的部分将从服务器清除，需要时请重新选择这些文件。</p>
    </ConfirmDialog>
  )
}

function ConflictDialog() {
  const conflict = useStore($conflict)
  return conflict ? <Dialog key={conflict.uploadId} conflict={conflict} /> : null
}

function Dialog({ conflict }: { conflict: NonNullable<ReturnType<typeof $conflict.get>> }) {
  const { name, folderName, others, answer } = conflict
  const [forAll, setForAll] = useState(false)
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="conflict-title"
      onCancel={() => answer('skip', false)}
    >
      <h2 id="conflict-title">已有同名文件</h2>
      <p>
        “{folderName}”里已有“{name}”。替换后，原来的文件不能恢复。
      </p>
      {others > 0 && (
        <label>
          <input type="checkbox" checked={forAll} onChange={(event) => setForAll(event.target.checked)} />
          其余 {formatNumber(others)} 个文件照此处理
        </label>
      )}
      <div className="confirm-actions">
        <button type="button" className="button" onClick={() => answer('skip', forAll)}>
          跳过
        </button>
        <button type="button" className="button" onClick={() => answer('replace', forAll)}>
          替换
        </button>
        <button type="button" className="button button-primary" onClick={() => answer('keep', forAll)}>
          两个都保留
        </button>
      </div>
    </dialog>
  )
}
