import { useStore } from '@nanostores/react'
import { formatNumber } from '../../../lib/rules/figures.ts'
import { clearEndedUploads } from '../../../lib/stores/uploads/queue.ts'
import { $uploads, isEnded } from '../../../lib/stores/uploads/state.ts'
import { KeptUploads } from './KeptUploads.tsx'
import { UploadRow } from './UploadRow.tsx'

/** Uploads under way, waiting and failed; of those that are through only the number. */
export function UploadQueue() {
  const uploads = useStore($uploads)
  const open = uploads.filter(({ state }) => state.status !== 'done' && state.status !== 'cancelled')
  const done = uploads.filter(({ state }) => state.status === 'done').length
  return (
    <>
      <KeptUploads />
      {open.length > 0 && (
        <ul className="uploads" aria-label="上传队列">
          {open.map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
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
