import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { fileField } from '../../../lib/forms/typed-form.ts'
import { addFiles, PAPER_KINDS, pickFiles } from '../../../lib/stores/forms/files.ts'
import { $form, $formProblems, typedIn } from '../../../lib/stores/forms/form.ts'
import { $fileProgress } from '../../../lib/stores/forms/pending-uploads.ts'
import { FieldProblem } from './FieldProblem.tsx'
import { FileRow } from './FileRow.tsx'
import { focusLegend } from './focus.ts'

const ACCEPT = PAPER_KINDS.map((ending) => `.${ending}`).join(',')

interface Props {
  /** The material's name. */
  slot: string
  /** What serves as it, or who brings it. */
  note?: string
  /** One: a new file takes the place of the former. */
  limit?: number
  /** No more of it is wanted. */
  isClosed?: boolean
}

/** One material: its files, and the ways to bring them. */
export function FileSlot({ slot, note, limit, isClosed = false }: Props) {
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
        <p className="form-slot-ways">
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
