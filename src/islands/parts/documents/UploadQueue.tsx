import { useStore } from '@nanostores/react'
import { memo, useEffect, useState } from 'react'
import { endOf } from '../../../lib/browser/kept/kept-uploads.ts'
import { formatFileSize } from '../../../lib/rules/files/storage-units.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { $keptUploads, dropKeptUpload, loadKeptUploads } from '../../../lib/stores/uploads/broken-off.ts'
import {
  abandonFailedUploads,
  clearEndedUploads,
  dismissUpload,
  resumeQueue,
  retryFailedUploads,
  retryUpload,
  stopUpload,
} from '../../../lib/stores/uploads/queue.ts'
import {
  $queuePause,
  $uploads,
  isEnded,
  percentOf,
  TOO_LATE,
  type UploadItem,
} from '../../../lib/stores/uploads/state.ts'
import { Icon } from '../../kit/Icon.tsx'
import { ValidityDialog } from './ValidityDialog.tsx'

/** Number of rows at first and per step: browsers struggle with thousands. */
const ROWS = 50

export function UploadQueue() {
  const uploads = useStore($uploads)
  const [limit, setLimit] = useState(ROWS)
  const pause = useStore($queuePause)
  const open = uploads.filter(needsRow)
  const count = (status: UploadItem['state']['status']) =>
    uploads.filter(({ state }) => state.status === status).length
  const [done, failed] = [count('done'), count('failed')]
  const rows = open.filter((item, index) => index < limit || isAtWork(item))
  const more = open.length - rows.length
  return (
    <>
      <KeptUploads />
      {open.length > 0 && (
        <ul className="uploads" aria-label="上传队列">
          {rows.map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
          {more > 0 && (
            <li className="soft wrap upload-more">
              还有 {formatNumber(more)} 个未显示
              <button type="button" className="link" onClick={() => setLimit(limit + ROWS)}>
                再显示 {formatNumber(Math.min(more, ROWS))} 个
              </button>
            </li>
          )}
        </ul>
      )}
      {uploads.length > 1 && (
        <p className="soft upload-sum" role="status">
          已上传 {formatNumber(done)} 个，共 {formatNumber(uploads.length)} 个
          {failed > 0 && `，失败 ${formatNumber(failed)} 个`}
          {failed > 1 && (
            <>
              <button type="button" className="link" onClick={retryFailedUploads}>
                全部重试
              </button>
              <button type="button" className="link" onClick={abandonFailedUploads}>
                放弃失败的
              </button>
            </>
          )}
          {done + count('cancelled') > 0 && (
            <button type="button" className="link" onClick={clearEndedUploads}>
              清除已结束的
            </button>
          )}
        </p>
      )}
      {pause && (
        <p className="upload-hold" role="status">
          {pause.text}
          <button type="button" className="link" onClick={resumeQueue}>
            继续上传
          </button>
        </p>
      )}
    </>
  )
}

function needsRow({ state }: UploadItem): boolean {
  if (state.status === 'done')
    return state.lapsed !== undefined || state.replaced !== undefined || state.isLate === true
  return state.status !== 'cancelled'
}

/** Running uploads come first, however many have failed. */
function isAtWork(item: UploadItem): boolean {
  return !isEnded(item) && item.state.status !== 'queued'
}

/** Uploads interrupted by a reload: choosing the same file again resumes its upload. */
function KeptUploads() {
  const kept = useStore($keptUploads)
  useEffect(loadKeptUploads, [])
  if (kept.length === 0) return null
  return (
    <ul className="uploads" aria-label="没有完成的上传">
      {kept.map((upload) => (
        <li key={upload.prefix} className="upload-row">
          <span className="cut">{upload.name}</span>
          <span className="upload-state">
            上次未上传完。{formatMoment(new Date(endOf(upload)).toISOString())} 前打开“{upload.folderName}
            ”，重新选择这个文件，即可继续上传。
          </span>
          <button type="button" className="link" onClick={() => dropKeptUpload(upload)}>
            放弃
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One upload: progress, pause, and its actions. Memoised, so that it renders only for its own changes. */
const UploadRow = memo(function UploadRow({ item }: { item: UploadItem }) {
  const { id, name, file, state } = item
  const [isDating, setDating] = useState(false)
  const percent = percentOf(item)
  return (
    <li className={`upload-row upload-${state.status}`}>
      <span className="cut" title={name}>
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
      <span className="soft figures">{formatFileSize(file.size)}</span>
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
      <EndButton item={item} />
    </li>
  )
})

function EndButton({ item }: { item: UploadItem }) {
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
  return (
    <button type="button" className="icon" aria-label={`不再显示“${name}”`} onClick={() => dismissUpload(id)}>
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

function doneWords(state: Extract<UploadItem['state'], { status: 'done' }>): string {
  const { file, replaced, lapsed, isLate } = state
  const renamed = replaced && replaced.former !== file.local_name && `，文件名改为“${file.local_name}”`
  const what = replaced ? `已用“${replaced.by}”替换“${replaced.former}”${renamed || ''}` : '已替换'
  const done = isLate ? TOO_LATE : what
  if (lapsed === undefined) return replaced || isLate ? done : '上传成功'
  return `${done}。原有效期“${lapsed}”属于旧文件，请重新设置`
}
