import { memo, useState } from 'react'
import { formatFileSize } from '../../../lib/rules/files/storage-units.ts'
import { hasSentSome } from '../../../lib/stores/uploads/broken-off.ts'
import { dismissUpload, retryUpload, stopUpload } from '../../../lib/stores/uploads/queue.ts'
import { isEnded, percentOf, TOO_LATE, type UploadItem } from '../../../lib/stores/uploads/state.ts'
import { Icon } from '../../kit/Icon.tsx'
import { AbandonDialog } from './AbandonDialog.tsx'
import { ValidityDialog } from './ValidityDialog.tsx'

/**
 * One upload: how far it is, what it waits for, and how to end it or try again. Drawn when it changes, not when
 * others do.
 */
export const UploadRow = memo(function UploadRow({ item }: { item: UploadItem }) {
  const { id, name, file, state } = item
  const [isDating, setDating] = useState(false)
  const [isAbandoning, setAbandoning] = useState(false)
  const percent = percentOf(item)
  return (
    <li className={`upload-row upload-${state.status}`}>
      <span className="upload-name" title={name}>
        {name}
      </span>
      <span className="upload-state" role={state.status === 'failed' ? 'alert' : undefined}>
        {wordsOf(item, percent)}
      </span>
      {!isEnded(item) && (
        <progress aria-label={`上传“${name}”`} value={percent} max={100}>
          {percent}%
        </progress>
      )}
      <span className="upload-size">{formatFileSize(file.size)}</span>
      {state.status === 'done' && (
        <button type="button" className="link" onClick={() => setDating(true)}>
          设置有效期
        </button>
      )}
      {state.status === 'done' && isDating && (
        <ValidityDialog
          file={state.file}
          onSaved={() => dismissUpload(id)}
          onClose={() => setDating(false)}
        />
      )}
      {state.status === 'failed' && (
        <button type="button" className="link" onClick={() => retryUpload(id)}>
          重试
        </button>
      )}
      {isAbandoning && (
        <AbandonDialog
          title={`放弃上传“${name}”？`}
          onCancel={() => setAbandoning(false)}
          onConfirm={() => dismissUpload(id)}
        />
      )}
      <EndButton item={item} onAbandon={() => setAbandoning(true)} />
    </li>
  )
})

function EndButton({ item, onAbandon }: { item: UploadItem; onAbandon: () => void }) {
  const { id, name, state } = item
  if (!isEnded(item)) {
    return (
      <button
        type="button"
        className="link"
        aria-label={`取消上传“${name}”`}
        disabled={state.status === 'cancelling'}
        onClick={() => stopUpload(id)}
      >
        取消
      </button>
    )
  }
  if (state.status === 'failed' && hasSentSome(item)) {
    return (
      <button type="button" className="link" aria-label={`放弃上传“${name}”`} onClick={onAbandon}>
        放弃
      </button>
    )
  }
  return (
    <button
      type="button"
      className="upload-close"
      aria-label={`不再显示“${name}”`}
      onClick={() => dismissUpload(id)}
    >
      <Icon name="close" size={14} />
    </button>
  )
}

function wordsOf({ state }: UploadItem, percent: number): string {
  switch (state.status) {
    case 'queued':
      return '等待上传'
    case 'reading':
      return '正在准备…'
    case 'uploading':
      return `${percent}%`
    case 'waiting':
    case 'failed':
      return state.text
    case 'finishing':
      return '正在完成…'
    case 'conflict':
      return '等待您选择'
    case 'cancelling':
      return '取消中...'
    case 'cancelled':
      return '已取消'
    case 'done':
      return doneWords(state)
  }
}

function doneWords({ lapsed, isLate }: Extract<UploadItem['state'], { status: 'done' }>): string {
  if (lapsed === undefined) return isLate ? TOO_LATE : '上传成功'
  return `${isLate ? TOO_LATE : '已替换'}。原来写的“${lapsed}”说的是旧文件，请为新文件设置有效期`
}
