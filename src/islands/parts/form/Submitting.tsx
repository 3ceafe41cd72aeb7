import { useStore } from '@nanostores/react'
import { flushSync } from 'react-dom'
import { $form } from '../../../lib/stores/forms/form.ts'
import { $fileProgress } from '../../../lib/stores/forms/pending-uploads.ts'
import { pauseSubmission } from '../../../lib/stores/forms/submit.ts'
import { focusLegend } from './focus.ts'
import { progressWords } from './progress-words.ts'

/** What a submission waits for while its files go up, and the way back to writing; they go up all the same. */
export function Submitting() {
  const state = useStore($form, { ssr: 'initial' })
  const progress = useStore($fileProgress, { ssr: 'initial' })
  if (state.status !== 'submitting' || state.isSending) return null
  const file = state.form.content.files.find(({ pending_id }) => pending_id !== null && progress[pending_id])
  const moving = file?.pending_id ? progress[file.pending_id] : undefined
  return (
    <div className="form-submitting">
      <p role="status">
        {file && moving ? `提交前先上传“${file.local_name}”：${progressWords(moving)}` : '正在准备提交…'}
      </p>
      <button
        type="button"
        className="link"
        onClick={({ currentTarget: { form } }) => {
          flushSync(pauseSubmission)
          focusLegend(form)
        }}
      >
        先不提交
      </button>
    </div>
  )
}
