import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { type FormFile, fileField } from '../../../lib/contract/typed-form.ts'
import { formatStorage } from '../../../lib/rules/storage-units.ts'
import {
  $fileProgress,
  addFiles,
  type FileProgress,
  PAPER_KINDS,
  pickFiles,
  removeFormFile,
  uploadHeldFiles,
} from '../../../lib/stores/forms/files.ts'
import { $form, $formProblems, typedIn } from '../../../lib/stores/forms/form.ts'
import { FieldProblem } from './FieldProblem.tsx'

const ACCEPT = PAPER_KINDS.map((ending) => `.${ending}`).join(',')

interface Props {
  /** The material's name. */
  slot: string
  /** What serves as it, or who brings it. */
  note?: string
  /** One: a new file takes the place of the former. */
  limit?: number
}

/** One material: its files, and the ways to bring them. */
export function FileSlot({ slot, note, limit }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const files = typedIn(useStore($form, { ssr: 'initial' })).files.filter((file) => file.slot === slot)
  const problem = useStore($formProblems, { ssr: 'initial' })[fileField(slot)]
  const progress = useStore($fileProgress, { ssr: 'initial' })
  const choose = limit === 1 && files.length > 0 ? '换一个文件' : '选择文件'
  return (
    <fieldset className="form-slot" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>
        {slot}
        {note && <small className="form-slot-note">{note}</small>}
        {files.length > 0 && <span className="form-done">已添加 {files.length} 个</span>}
      </legend>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileRow
              key={file.held ?? file.hash_name}
              file={file}
              progress={file.held === null ? undefined : progress[file.held]}
            />
          ))}
        </ul>
      )}
      <p className="form-slot-ways">
        <button
          type="button"
          className="button"
          aria-label={`${choose}：${slot}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onClick={() => input.current?.click()}
        >
          {choose}
        </button>
        <button
          type="button"
          className="button"
          aria-label={`从企业文件选：${slot}`}
          onClick={() => pickFiles(slot, limit)}
        >
          从企业文件选
        </button>
        <input
          ref={input}
          type="file"
          hidden
          multiple={limit !== 1}
          accept={ACCEPT}
          aria-label={`选择文件：${slot}`}
          onChange={({ target }) => {
            addFiles(slot, [...(target.files ?? [])], limit)
            target.value = ''
          }}
        />
      </p>
      <FieldProblem id={`${id}-problem`} text={problem} />
    </fieldset>
  )
}

function FileRow({ file, progress }: { file: FormFile; progress: FileProgress | undefined }) {
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
