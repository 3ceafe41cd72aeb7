import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { CODES } from '../../../lib/contract/envelope.ts'
import {
  $form,
  $formKeepable,
  $formKeeping,
  currentForm,
  type FormKeeping,
  isBlank,
} from '../../../lib/stores/form.ts'
import { clearForm } from '../../../lib/stores/form-open.ts'
import { saveFormNow } from '../../../lib/stores/form-save.ts'
import { $session, ensureLoggedIn } from '../../../lib/stores/session.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** Where the words are kept, and how to take them back. */
export function KeepingNote() {
  const keeping = useStore($formKeeping, { ssr: 'initial' })
  const isKeepable = useStore($formKeepable, { ssr: 'initial' })
  const isLoggedIn = useStore($session, { ssr: 'initial' }).code === CODES.ok
  const form = currentForm(useStore($form, { ssr: 'initial' }))
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="form-keeping">
      <p role="status">
        {wordsOf(keeping, { isLoggedIn, isKeepable, isCorrection: form?.poid != null })}
        {keeping.status === 'failed' && (
          <button
            type="button"
            className="link"
            onClick={() => (isLoggedIn ? saveFormNow() : ensureLoggedIn())}
          >
            {isLoggedIn ? '重试' : '登录'}
          </button>
        )}
      </p>
      {form && !isBlank(form.content) && form.poid === null && (
        <button type="button" className="link" onClick={() => setAsking(true)}>
          清空重填
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="清空已填写的内容？"
          onConfirm={() => {
            setAsking(false)
            clearForm()
          }}
          onCancel={() => setAsking(false)}
        >
          <p>草稿会从这台设备和账户里删除，不能恢复。</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface Where {
  isLoggedIn: boolean
  isKeepable: boolean
  isCorrection: boolean
}

function wordsOf(keeping: FormKeeping, { isLoggedIn, isKeepable, isCorrection }: Where): string {
  if (!isKeepable) return '这台设备不允许保存内容，提交前请不要关闭页面。'
  switch (keeping.status) {
    case 'blank':
      return isLoggedIn ? '边填边保存，随时可以离开。' : '不用先登录，边填边保存在这台设备上。'
    case 'device':
      if (isCorrection) return '修改已存在这台设备上，提交后生效。'
      return isLoggedIn ? '已存在这台设备上，正等待存入账户。' : '已存在这台设备上，登录后存入账户。'
    case 'saving':
      return '正在存入账户…'
    case 'account':
      return '已存入账户，换设备也能继续填写。'
    case 'failed':
      return `没有存入账户：${keeping.text}。内容已存在这台设备上。`
    case 'conflict':
      return '两处内容不同，请先选择用哪一份。'
  }
}
