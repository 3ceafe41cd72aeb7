import { useStore } from '@nanostores/react'
import { $chatUpload, cancelChatUpload, type UploadPlace } from '../../../lib/stores/chat/upload.ts'

/** The file that is on its way, with its progress. */
export function UploadLine({ place }: { place: UploadPlace }) {
  const state = useStore($chatUpload)
  if (state.status === 'idle' || state.place !== place) return null
  return (
    <div className="upload-line">
      <span className="upload-line-name">{state.name}</span>
      {state.status === 'cancelling' ? (
        <span role="status">取消中...</span>
      ) : (
        <>
          <progress max={100} value={state.percent} aria-label={`上传进度：${state.name}`} />
          <span>{state.isWaiting ? '网络中断，恢复后自动继续' : `${state.percent}%`}</span>
          <button type="button" onClick={cancelChatUpload}>
            取消
          </button>
        </>
      )}
    </div>
  )
}
