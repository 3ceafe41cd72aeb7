import type { FormFile } from '../../../lib/contract/typed-form.ts'
import { formatStorage } from '../../../lib/rules/storage-units.ts'
import { type FileProgress, removeFormFile, uploadHeldFiles } from '../../../lib/stores/forms/files.ts'

/** One file of a material, how far it has come, and what can be done with it. */
export function FileRow({ file, progress }: { file: FormFile; progress: FileProgress | undefined }) {
  const { local_name, size, hash_name } = file
  return (
    <li className={progress?.status === 'failed' ? 'form-file form-file-failed' : 'form-file'}>
      <span className="form-file-name">{local_name}</span>
      <small className="figures">{formatStorage(size)}</small>
      <span className="form-file-state" role={progress?.status === 'failed' ? 'alert' : undefined}>
        {hash_name !== null ? '已上传' : wordsOf(progress)}
      </span>
      {progress?.status === 'uploading' && (
        <progress aria-label={`上传“${local_name}”`} value={progress.percent} max={100} />
      )}
      {progress?.status === 'failed' && (
        <button type="button" className="link" onClick={() => uploadHeldFiles()}>
          重试
        </button>
      )}
      <button
        type="button"
        className="link"
        aria-label={`移除“${local_name}”`}
        onClick={() => removeFormFile(file)}
      >
        移除
      </button>
    </li>
  )
}

function wordsOf(progress: FileProgress | undefined): string {
  switch (progress?.status) {
    case undefined:
      return '已存在这台设备上，登录后上传'
    case 'uploading':
      return `正在上传 ${progress.percent}%`
    case 'waiting':
    case 'failed':
      return progress.text
  }
}
