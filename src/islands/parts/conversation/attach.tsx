import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import {
  $chatUpload,
  cancelChatUpload,
  type UploadPlace,
  uploadForChat,
} from '../../../lib/stores/chat/shelf.ts'
import { openPicker, warmPicker } from '../../../lib/stores/documents/picker.ts'
import { $owner } from '../../../lib/stores/session.ts'
import { type StoredFile, UploadFailure } from '../../../lib/stores/uploads/single.ts'
import { showToast } from '../../kit/toast.ts'

interface FileSourceProps {
  onFiles: (files: readonly File[]) => void
  onPick: () => void
}

export function FileSource({ onFiles, onPick }: FileSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="file-source">
      <button type="button" onClick={() => input.current?.click()}>
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path
            d="M10 13.5V3.5m-4 4 4-4 4 4M3.5 13v3.5h13V13"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        上传文件
      </button>
      <button type="button" onPointerEnter={warmPicker} onFocus={warmPicker} onClick={onPick}>
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path
            d="M2.5 5h5l1.5 2h8.5v9h-15V5Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
        企业文件
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="上传文件"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </span>
  )
}

export interface Attach {
  fromDevice: (files: readonly File[]) => Promise<void>
  fromDocuments: () => Promise<void>
}

export function attachTo(place: UploadPlace, use: (file: StoredFile) => Promise<unknown>): Attach {
  return {
    fromDevice: async (files) => {
      try {
        await use(await uploadForChat(files, place))
      } catch (error) {
        if (!(error instanceof UploadFailure)) throw error
        showToast(error.message, error.end === 'cancelled' ? 'success' : 'error')
      }
    },
    fromDocuments: async () => {
      const owner = $owner.get()
      const [file] = await openPicker()
      if (file && (owner === null || owner === $owner.get()))
        await use({ localName: file.local_name, hashName: file.hash_name, size: file.size })
    },
  }
}

export function UploadLine({ place }: { place: UploadPlace }) {
  const state = useStore($chatUpload)
  if (state.status === 'idle' || state.place !== place) return null
  return (
    <div className="soft upload-line">
      <span className="cut">{state.name}</span>
      {state.status === 'cancelling' ? (
        <span role="status">取消中...</span>
      ) : (
        <>
          <progress max={100} value={state.percent} aria-label={`上传进度：${state.name}`} />
          <span>{state.isWaiting ? '网络中断，恢复后自动继续' : `${state.percent}%`}</span>
          <button type="button" className="link" onClick={cancelChatUpload}>
            取消
          </button>
        </>
      )}
    </div>
  )
}
