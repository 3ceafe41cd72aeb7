import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { together } from '../../../lib/browser/together.ts'
import type { DocumentFile } from '../../../lib/contract/documents/document.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { undoReplacement } from '../../../lib/stores/documents/changes.ts'
import { $conflict, $queuePause, $replaced, $uploadNotice } from '../../../lib/stores/uploads/state.ts'
import { useModal } from '../../kit/modals.ts'
import { offerUndo, showToast } from '../../kit/toast.ts'
import { QuotaFullDialog, useOnlyOne } from './QuotaFullDialog.tsx'
import '../../kit/confirm-dialog.css'

const $teller = atom<symbol | null>(null)

export function UploadNews() {
  const isTeller = useOnlyOne($teller)
  return (
    <>
      {isTeller && <Outcomes />}
      {isTeller && <ConflictDialog />}
      <QuotaFullDialog />
    </>
  )
}

function Outcomes() {
  useEffect(() => {
    return together(
      $uploadNotice.listen((notice) => notice && showToast(notice.text, notice.tone)),
      $replaced.listen((former) => former && offerUndo(`已替换“${former.local_name}”`, () => undo(former))),
      // The end of the session and a full storage have their own dialogs.
      $queuePause.listen((pause) => pause?.why === 'often' && showToast(pause.text, 'error')),
    )
  }, [])
  return null
}

async function undo(former: DocumentFile): Promise<void> {
  const outcome = await undoReplacement(former)
  showToast(outcome.done ? '已恢复' : outcome.text, outcome.done ? 'success' : 'error')
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
        “{folderName}”里已有“{name}”。替换后 10 秒内可以撤销。
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
