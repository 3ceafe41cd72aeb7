import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { $conflict } from '../../../lib/stores/uploads/state.ts'
import { useModal } from '../../kit/use-modal.ts'
import '../../kit/confirm-dialog.css'

/** A file of this name is there: keep both, replace or skip; Esc skips. */
export function ConflictDialog() {
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
        <label className="conflict-all">
          <input type="checkbox" checked={forAll} onChange={(event) => setForAll(event.target.checked)} />
          其余 {formatNumber(others)} 个文件也这样处理
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
