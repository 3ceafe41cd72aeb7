import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CODES } from '../../../lib/contract/envelope.ts'
import type { DraftSync } from '../../../lib/stores/drafts/draft-form.ts'
import { $amendment } from '../../../lib/stores/forms/amendment.ts'
import {
  $form,
  $formKeepable,
  $formNotice,
  $formSync,
  changeContent,
  currentForm,
  isBlank,
  saveFormNow,
} from '../../../lib/stores/forms/form.ts'
import { clearForm, discardAmendment } from '../../../lib/stores/forms/open.ts'
import { pauseSubmission } from '../../../lib/stores/forms/submit.ts'
import { $fileProgress, type FileProgress } from '../../../lib/stores/forms/uploads.ts'
import { $isOnline } from '../../../lib/stores/kit/online.ts'
import { $session, ensureLoggedIn } from '../../../lib/stores/session.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { offerUndo } from '../../kit/toast.ts'
import { focusLegend } from './use-form.ts'

export function AmendmentNote() {
  const amendment = useStore($amendment, { ssr: 'initial' })
  if (!amendment) return null
  const { receipt_no, asked } = amendment
  return (
    <p className="form-sent" role="status">
      修改 <b className="figures">{receipt_no}</b>
      {asked && `，需要您补充：“${asked}”`}
    </p>
  )
}

export function FormNotice() {
  const notice = useStore($formNotice, { ssr: 'initial' })
  if (!notice) return null
  return (
    <p
      className={`form-notice form-notice-${notice.tone}`}
      role={notice.tone === 'error' ? 'alert' : 'status'}
    >
      {notice.text}
    </p>
  )
}

/** The upload that a submission waits for. */
export function Submitting() {
  const state = useStore($form, { ssr: 'initial' })
  const progress = useStore($fileProgress, { ssr: 'initial' })
  if (state.status !== 'submitting' || state.isSending) return null
  const file = state.form.content.files.find(({ pending_id }) => pending_id !== null && progress[pending_id])
  const moving = file?.pending_id ? progress[file.pending_id] : undefined
  return (
    <div className="soft wrap form-submitting">
      <p role="status">
        {file && moving
          ? `“${file.local_name}”上传完成后自动提交：${progressWords(moving)}`
          : '正在准备提交…'}
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

export function progressWords(progress: FileProgress): string {
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

export function SyncNote() {
  const sync = useStore($formSync, { ssr: 'initial' })
  const isKeepable = useStore($formKeepable, { ssr: 'initial' })
  const isOnline = useStore($isOnline, { ssr: 'initial' })
  const isLoggedIn = useStore($session, { ssr: 'initial' }).code === CODES.ok
  const state = useStore($form, { ssr: 'initial' })
  const form = currentForm(state)
  const isAmendment = form?.poid != null
  const hasWords = isAmendment ? sync.status !== 'blank' : form !== null && !isBlank(form.content)
  const canTakeBack = state.status === 'writing' && hasWords
  const [isAsking, setAsking] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  return (
    <div ref={note} className="soft wrap form-sync">
      <p role="status">
        {isKeepable && isOnline && isAmendment && sync.status === 'device'
          ? '修改已保存到本设备，提交后生效。'
          : isAmendment && sync.status === 'account'
            ? '修改已存入账户，换设备也能继续，提交后生效。'
            : syncWords(sync, {
                isLoggedIn,
                isKeepable,
                isOnline,
                invitation: '无需先登录，填写内容自动保存到本设备。',
              })}
        {sync.status === 'failed' && isOnline && (
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
            // The browser would return the focus to a button that disappears with the dialog.
            flushSync(() => setAsking(false))
            const { texts = {}, files = [] } = form?.content ?? {}
            if (isAmendment) discardAmendment()
            else clearForm()
            focusLegend(note.current)
            const stored = files.filter(({ hash_name }) => hash_name !== null)
            offerUndo(isAmendment ? '已放弃修改' : '已清空', () =>
              changeContent(() => ({ texts, files: stored })),
            )
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            {isAmendment
              ? '修改将从本设备和账户中删除，10 秒内可以撤销；已提交的申请不变。'
              : '草稿将从本设备和账户中删除，10 秒内可以撤销。'}
            {form?.content.files.some(({ hash_name }) => hash_name !== null) &&
              '已上传的材料仍保存在“企业文件”。'}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface Where {
  isLoggedIn: boolean
  isKeepable: boolean
  isOnline: boolean
  invitation: string
}

export function syncWords(sync: DraftSync, { isLoggedIn, isKeepable, isOnline, invitation }: Where): string {
  if (!isKeepable) return '浏览器已禁用本地存储，提交前请勿关闭页面。'
  if (!isOnline && sync.status !== 'account')
    return '当前没有网络，填写的内容自动保存到本设备，联网后请点“提交”。'
  switch (sync.status) {
    case 'blank':
      return isLoggedIn ? '自动保存，可随时离开。' : invitation
    case 'device':
      return isLoggedIn ? '已保存到本设备，等待存入账户。' : '已保存到本设备，登录后存入账户。'
    case 'saving':
      return '正在存入账户…'
    case 'account':
      return '已存入账户，换设备也能继续填写。'
    case 'failed':
      return `存入账户失败：${sync.text}。内容已保存到本设备。`
  }
}
