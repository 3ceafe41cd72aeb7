import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CODES } from '../../../lib/contract/envelope.ts'
import {
  $form,
  $formKeepable,
  $formSync,
  currentForm,
  isBlank,
  saveFormNow,
} from '../../../lib/stores/forms/form.ts'
import { clearForm, discardAmendment } from '../../../lib/stores/forms/open.ts'
import { $session, ensureLoggedIn } from '../../../lib/stores/session.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { focusLegend } from './focus.ts'
import { syncWords } from './sync-words.ts'

/** Where the words are kept, and how to take them back. */
export function SyncNote() {
  const sync = useStore($formSync, { ssr: 'initial' })
  const isKeepable = useStore($formKeepable, { ssr: 'initial' })
  const isLoggedIn = useStore($session, { ssr: 'initial' }).code === CODES.ok
  const state = useStore($form, { ssr: 'initial' })
  const form = currentForm(state)
  const isAmendment = form?.poid != null
  const hasWords = isAmendment ? sync.status === 'device' : form !== null && !isBlank(form.content)
  const canTakeBack = state.status === 'writing' && hasWords
  const [isAsking, setAsking] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  return (
    <div ref={note} className="form-sync">
      <p role="status">
        {isKeepable && isAmendment && sync.status === 'device'
          ? '修改已存在这台设备上，提交后生效。'
          : syncWords(sync, {
              isLoggedIn,
              isKeepable,
              invitation: '不用先登录，边填边保存在这台设备上。',
            })}
        {sync.status === 'failed' && (
          <button
            type="button"
            className="link"
            onClick={() => (isLoggedIn ? saveFormNow() : ensureLoggedIn())}
          >
            {isLoggedIn ? '重试' : '登录'}
          </button>
        )}
      </p>
      {canTakeBack && (
        <button type="button" className="link" onClick={() => setAsking(true)}>
          {isAmendment ? '放弃修改' : '清空重填'}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={isAmendment ? '放弃没有提交的修改？' : '清空已填写的内容？'}
          onConfirm={() => {
            // The browser would return the focus to a button that disappears together with the dialog.
            flushSync(() => setAsking(false))
            if (isAmendment) discardAmendment()
            else clearForm()
            focusLegend(note.current)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            {isAmendment
              ? '修改会从这台设备上删除，不能恢复；已提交的申请不变。'
              : '草稿会从这台设备和账户里删除，不能恢复。'}
            {form?.content.files.some(({ hash_name }) => hash_name !== null) &&
              '已上传的材料还在“企业文件”里。'}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
