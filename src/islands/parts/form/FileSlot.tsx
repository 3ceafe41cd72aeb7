import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { type FormFile, fileField } from '../../../lib/forms/typed-form.ts'
import { formatStorage } from '../../../lib/rules/files/storage-units.ts'
import { addFiles, PAPER_KINDS, pickFiles, removeFormFile } from '../../../lib/stores/forms/files.ts'
import { $form, $formProblems, typedIn } from '../../../lib/stores/forms/form.ts'
import {
  $fileProgress,
  cancelFormUpload,
  type FileProgress,
  uploadPendingFiles,
} from '../../../lib/stores/forms/uploads.ts'
import { $companyId } from '../../../lib/stores/session.ts'
import { FieldProblem } from './FieldProblem.tsx'
import { progressWords } from './form-notes.tsx'
import { focusLegend } from './use-form.ts'

const ACCEPT = PAPER_KINDS.map((ending) => `.${ending}`).join(',')

interface FileSlotProps {
  slot: string
  note?: string
  /** For 1, a new file replaces the previous one. */
  limit?: number
  isClosed?: boolean
}

export function FileSlot({ slot, note, limit, isClosed = false }: FileSlotProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const slotElement = useRef<HTMLFieldSetElement>(null)
  const files = typedIn(useStore($form, { ssr: 'initial' })).files.filter((file) => file.slot === slot)
  const problem = useStore($formProblems, { ssr: 'initial' })[fileField(slot)]
  const progress = useStore($fileProgress, { ssr: 'initial' })
  const choose = limit === 1 && files.length > 0 ? '换一个文件' : '选择文件'
  return (
    <fieldset
      ref={slotElement}
      className="form-slot"
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend>
        {slot}
        {note && <small className="form-slot-note">{note}</small>}
        {files.length > 0 && <span className="form-done">已添加 {files.length} 个</span>}
      </legend>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileRow
              key={file.pending_id ?? file.hash_name}
              file={file}
              progress={progress[file.pending_id ?? file.hash_name ?? '']}
              onLeave={() => (chooser.current ? chooser.current.focus() : focusLegend(slotElement.current))}
            />
          ))}
        </ul>
      )}
      {!isClosed && (
        <p className="wrap form-slot-ways">
          <button
            ref={chooser}
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
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </fieldset>
  )
}

interface FileRowProps {
  file: FormFile
  progress: FileProgress | undefined
  /** Runs before the row disappears with the focus. */
  onLeave: () => void
}

function FileRow({ file, progress, onLeave }: FileRowProps) {
  const { local_name, size, hash_name } = file
  const isLoggedIn = useStore($companyId, { ssr: 'initial' }) !== null
  const isMoving = progress !== undefined && progress.status !== 'failed'
  return (
    <li className={progress?.status === 'failed' ? 'wrap form-file form-file-failed' : 'wrap form-file'}>
      <span>{local_name}</span>
      <small className="figures">{formatStorage(size)}</small>
      <span className="soft form-file-state" role={progress?.status === 'failed' ? 'alert' : undefined}>
        {progress
          ? progressWords(progress)
          : hash_name !== null
            ? '已上传'
            : isLoggedIn
              ? '等待上传'
              : '已保存到本设备，登录后上传'}
      </span>
      {progress?.status === 'uploading' && (
        <progress aria-label={`上传“${local_name}”`} value={progress.percent} max={100} />
      )}
      {progress?.status === 'failed' && hash_name === null && (
        <button type="button" className="link" onClick={uploadPendingFiles}>
          重试
        </button>
      )}
      {isMoving ? (
        <button
          type="button"
          className="link"
          aria-label={`取消上传“${local_name}”`}
          disabled={progress.status === 'cancelling'}
          onClick={() => {
            onLeave()
            cancelFormUpload(file)
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
