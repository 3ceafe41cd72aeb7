import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../../lib/rules/figures.ts'
import { clearEndedUploads } from '../../../lib/stores/uploads/queue.ts'
import { $uploads, isEnded, type UploadItem } from '../../../lib/stores/uploads/state.ts'
import { showToast } from '../toast.ts'
import { KeptUploads } from './KeptUploads.tsx'
import { UploadRow } from './UploadRow.tsx'

/** Uploads under way, waiting and failed; of those that are through only the number. */
export function UploadQueue() {
  const uploads = useStore($uploads)
  useOutcomes(uploads)
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

/** Says how uploads end, aloud too: a success when the last is through, the others at once. */
function useOutcomes(uploads: readonly UploadItem[]): void {
  const before = useRef(new Map(uploads.map(({ id, state }) => [id, state.status])))
  useEffect(() => {
    const ended = uploads.filter(({ id, state }) => {
      const last = before.current.get(id)
      return last !== undefined && last !== state.status
    })
    const isCancelled = (how: string) =>
      ended.some(({ state }) => state.status === 'cancelled' && state.how === how)
    if (ended.some(({ state }) => state.status === 'failed')) showToast('上传失败', 'error')
    else if (isCancelled('later')) showToast('已取消，已上传的部分稍后自动清理')
    else if (isCancelled('clean')) showToast('取消成功!')
    else if (ended.some(({ state }) => state.status === 'done') && uploads.every(isEnded))
      showToast('上传成功')
    before.current = new Map(uploads.map(({ id, state }) => [id, state.status]))
  }, [uploads])
}
