import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { saveUrl } from '../../../lib/browser/save-file.ts'
import type { Dialogue } from '../../../lib/conversation/dialogue.ts'
import type { FileUrl } from '../../../lib/conversation/file-calls.ts'
import { $pictures, showPicture } from '../../../lib/stores/chat/pictures.ts'
import { useModal } from '../../kit/modals.ts'
import { showToast } from '../../kit/toast.ts'
import type { ChatFile, ChatLine } from './chat-line.ts'
import { MessageList } from './MessageList.tsx'
import { useNow } from './use-now.ts'

interface DialogueLogProps {
  dialogue: Dialogue
  label: string
  onSeen: () => void
  onRetry: (key: string) => void
  onDiscard: (line: ChatLine) => void
  findUrl: (file: ChatFile) => Promise<FileUrl>
}

export function DialogueLog({ dialogue, label, onSeen, onRetry, onDiscard, findUrl }: DialogueLogProps) {
  const state = useStore(dialogue.$state)
  const lines = useStore(dialogue.$lines)
  const pictures = useStore($pictures)
  const [large, setLarge] = useState<ChatFile>()
  const nowMs = useNow()

  async function download(file: ChatFile): Promise<void> {
    const found = await findUrl(file)
    if ('url' in found) saveUrl(found.url)
    else showToast(found.text, 'error')
  }

  const onOpen = (file: ChatFile) => (file.kind === 'image' ? setLarge(file) : download(file))
  return (
    <>
      <MessageList
        lines={lines}
        label={label}
        older={state.status === 'ready' ? state.older : { status: 'none' }}
        onOlder={dialogue.loadOlder}
        onSeen={onSeen}
        nowMs={nowMs}
        actions={{ onOpen, onRetry, onDiscard, pictures, onPicture: showPicture }}
      />
      {large && (
        <PictureView
          file={large}
          load={findUrl}
          onDownload={() => download(large)}
          onClose={() => setLarge(undefined)}
        />
      )}
    </>
  )
}

interface PictureViewProps {
  file: ChatFile
  load: (file: ChatFile) => Promise<FileUrl>
  onDownload: () => void
  onClose: () => void
}

function PictureView({ file, load, onDownload, onClose }: PictureViewProps) {
  const dialog = useModal()
  const [picture, setPicture] = useState<FileUrl>()
  useEffect(() => {
    load(file).then(setPicture)
  }, [file, load])
  const broken = { text: '图片无法显示，可以下载后查看' }
  return (
    <dialog ref={dialog} className="picture-view" aria-label={file.localName} onCancel={onClose}>
      <div className="picture-view-head">
        <p className="cut">{file.localName}</p>
        <button type="button" className="link" onClick={onDownload}>
          下载
        </button>
        <button type="button" className="link" onClick={onClose}>
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
