import { useStore } from '@nanostores/react'
import type { FormFile } from '../../../lib/contract/typed-form.ts'
import { formatStorage } from '../../../lib/rules/storage-units.ts'
import { removeFormFile } from '../../../lib/stores/forms/files.ts'
import { cancelFormUpload, uploadHeldFiles } from '../../../lib/stores/forms/held-uploads.ts'
import type { FileProgress } from '../../../lib/stores/forms/send-held.ts'
import { $companyId } from '../../../lib/stores/session.ts'
import { showToast } from '../toast.ts'

/** One file of a material, how far it has come, and what can be done with it. */
export function FileRow({ file, progress }: { file: FormFile; progress: FileProgress | undefined }) {
  const { local_name, size, hash_name } = file
  const isLoggedIn = useStore($companyId, { ssr: 'initial' }) !== null
  const isMoving = progress !== undefined && progress.status !== 'failed'
  return (
    <li className={progress?.status === 'failed' ? 'form-file form-file-failed' : 'form-file'}>
      <span className="form-file-name">{local_name}</span>
      <small className="figures">{formatStorage(size)}</small>
      <span className="form-file-state" role={progress?.status === 'failed' ? 'alert' : undefined}>
        {hash_name !== null
          ? '已上传'
          : progress
            ? wordsOf(progress)
            : isLoggedIn
              ? '等待上传'
              : '已存在这台设备上，登录后上传'}
      </span>
      {progress?.status === 'uploading' && (
        <progress aria-label={`上传“${local_name}”`} value={progress.percent} max={100} />
      )}
      {progress?.status === 'failed' && (
        <button type="button" className="link" onClick={() => uploadHeldFiles()}>
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
            await cancelFormUpload(file)
            showToast('取消成功!')
          }}
        >
          取消
        </button>
      ) : (
        <button
          type="button"
          className="link"
          aria-label={`移除“${local_name}”`}
          onClick={() => removeFormFile(file)}
        >
          移除
        </button>
      )}
    </li>
  )
}

function wordsOf(progress: FileProgress): string {
  switch (progress.status) {
    case 'uploading':
      return `正在上传 ${progress.percent}%`
    case 'cancelling':
      return '取消中...'
    case 'waiting':
    case 'failed':
      return progress.text
  }
}
