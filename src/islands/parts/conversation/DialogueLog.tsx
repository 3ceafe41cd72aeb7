import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { saveUrl } from '../../../lib/browser/save-url.ts'
import type { Dialogue } from '../../../lib/conversation/dialogue.ts'
import type { FileUrl } from '../../../lib/conversation/file-url.ts'
import { $pictures, showPicture } from '../../../lib/stores/chat/pictures.ts'
import { showToast } from '../../kit/toast.ts'
import type { ChatFile, ChatLine } from './chat-line.ts'
import { MessageList } from './MessageList.tsx'
import { PictureView } from './PictureView.tsx'
import { useNow } from './use-now.ts'

interface Props {
  dialogue: Dialogue
  label: string
  onSeen: () => void
  onRetry: (key: string) => void
  onDiscard: (line: ChatLine) => void
  findUrl: (file: ChatFile) => Promise<FileUrl>
}

/** What was said in a dialogue, and what is to be sent. Pictures open large, other files are saved. */
export function DialogueLog({ dialogue, label, onSeen, onRetry, onDiscard, findUrl }: Props) {
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
