import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/rules/figures.ts'
import { clearEndedUploads } from '../../../lib/stores/uploads/queue.ts'
import { $uploads, isEnded, type UploadItem } from '../../../lib/stores/uploads/state.ts'
import { KeptUploads } from './KeptUploads.tsx'
import { UploadRow } from './UploadRow.tsx'

/** Rows at first, and more at a time: a browser has trouble with thousands. */
const ROWS = 50

/** Uploads under way, waiting and failed; of those that are through only the number. */
export function UploadQueue() {
  const uploads = useStore($uploads)
  const [limit, setLimit] = useState(ROWS)
  const open = uploads.filter(({ state }) => state.status !== 'done' && state.status !== 'cancelled')
  const done = uploads.filter(({ state }) => state.status === 'done').length
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
            <li className="upload-more">
              还有 {formatNumber(more)} 个没有显示
              <button type="button" className="link" onClick={() => setLimit(limit + ROWS)}>
                再显示 {formatNumber(Math.min(more, ROWS))} 个
              </button>
            </li>
          )}
        </ul>
      )}
      {uploads.length > 1 && (
        <p className="upload-sum" role="status">
          已上传 {formatNumber(done)} 个，共 {formatNumber(uploads.length)} 个
          {uploads.some(isEnded) && (
            <button type="button" className="link" onClick={clearEndedUploads}>
              清除已结束的
            </button>
          )}
        </p>
      )}
    </>
  )
}

/** What moves is in sight, however many have failed before it. */
function isAtWork(item: UploadItem): boolean {
  return !isEnded(item) && item.state.status !== 'queued'
}
