import { useEffect, useState } from 'react'
import type { FileUrl } from '../../../lib/conversation/file-url.ts'
import { useModal } from '../../kit/use-modal.ts'
import type { ChatFile } from './chat-line.ts'

interface Props {
  file: ChatFile
  load: (file: ChatFile) => Promise<FileUrl>
  onDownload: () => void
  onClose: () => void
}

/** A picture as large as the window allows. */
export function PictureView({ file, load, onDownload, onClose }: Props) {
  const dialog = useModal()
  const [picture, setPicture] = useState<FileUrl>()
  useEffect(() => {
    load(file).then(setPicture)
  }, [file, load])
  const broken = { text: '图片无法显示，可以下载后查看' }
  return (
    <dialog ref={dialog} className="picture-view" aria-label={file.localName} onCancel={onClose}>
      <div className="picture-view-head">
        <p>{file.localName}</p>
        <button type="button" onClick={onDownload}>
          下载
        </button>
        <button type="button" onClick={onClose}>
          关闭
        </button>
      </div>
      <div className="picture-view-stage">
        {picture === undefined && <p role="status">正在加载…</p>}
        {picture && 'text' in picture && <p role="alert">{picture.text}</p>}
        {picture && 'url' in picture && (
          <img src={picture.url} alt={file.localName} onError={() => setPicture(broken)} />
        )}
      </div>
    </dialog>
  )
}
