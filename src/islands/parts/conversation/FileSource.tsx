import { useRef } from 'react'
import { warmPicker } from '../../../lib/stores/documents/picker.ts'

interface Props {
  onFiles: (files: readonly File[]) => void
  onPick: () => void
}

/** From where a file comes: this device, or the company's documents. */
export function FileSource({ onFiles, onPick }: Props) {
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
