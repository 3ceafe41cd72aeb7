import { useStore } from '@nanostores/react'
import type { FormFile } from '../../../lib/forms/typed-form.ts'
import { formatStorage } from '../../../lib/rules/files/storage-units.ts'
import { removeFormFile } from '../../../lib/stores/forms/files.ts'
import { cancelFormUpload, retryFormUpload } from '../../../lib/stores/forms/pending-uploads.ts'
import { type FileProgress, FOLDER } from '../../../lib/stores/forms/send-pending.ts'
import { $companyId } from '../../../lib/stores/session.ts'
import type { Ending } from '../../../lib/stores/uploads/kept-sending.ts'
import { CANCELLED, CLEANED_LATER, maybeStored } from '../../../lib/upload/failures.ts'
import { showToast } from '../../kit/toast.ts'
import { progressWords } from './progress-words.ts'

const ENDINGS: Readonly<Record<Ending, string>> = {
  clean: CANCELLED,
  later: CLEANED_LATER,
  entered: maybeStored(FOLDER),
}

interface Props {
  file: FormFile
  progress: FileProgress | undefined
  /** The row is about to go, and the focus with it. */
  onLeave: () => void
}

/** One file of a material, how far it has come, and what can be done with it. */
export function FileRow({ file, progress, onLeave }: Props) {
  const { local_name, size, hash_name } = file
  const isLoggedIn = useStore($companyId, { ssr: 'initial' }) !== null
  const isMoving = progress !== undefined && progress.status !== 'failed'
  return (
    <li className={progress?.status === 'failed' ? 'form-file form-file-failed' : 'form-file'}>
      <span className="form-file-name">{local_name}</span>
      <small className="figures">{formatStorage(size)}</small>
      <span className="form-file-state" role={progress?.status === 'failed' ? 'alert' : undefined}>
        {progress
          ? progressWords(progress)
          : hash_name !== null
            ? '已上传'
            : isLoggedIn
              ? '等待上传'
              : '已存在这台设备上，登录后上传'}
      </span>
      {progress?.status === 'uploading' && (
        <progress aria-label={`上传“${local_name}”`} value={progress.percent} max={100} />
      )}
      {progress?.status === 'failed' && hash_name === null && (
        <button type="button" className="link" onClick={() => retryFormUpload(file)}>
          重试
        </button>
      )}
      {isMoving ? (
        <button
          type="button"
          className="link"
          aria-label={`取消上传“${local_name}”`}
          disabled={progress.status === 'cancelling'}
          onClick={async () => {
            onLeave()
            showToast(ENDINGS[await cancelFormUpload(file)])
          }}
        >
          取消
        </button>
      ) : (
        <button
          type="button"
          className="link"
          aria-label={`移除“${local_name}”`}
          onClick={() => {
            onLeave()
            removeFormFile(file)
          }}
        >
          移除
        </button>
      )}
    </li>
  )
}
