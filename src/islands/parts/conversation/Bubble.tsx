import { useEffect } from 'react'
import { formatBytes } from '../../../lib/rules/text/format-number.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import type { BubbleActions, ChatFile, ChatLine } from './chat-line.ts'

interface Props {
  line: ChatLine
  /** Nothing follows: of an own one it is said that it has arrived. */
  isLast: boolean
  actions: BubbleActions
}

/** One message: own ones on the right, the other side's on the left with the name. */
export function Bubble({ line, isLast, actions }: Props) {
  const { own, name, detail, state } = line
  return (
    <div className={own ? 'bubble-row bubble-own' : 'bubble-row'}>
      {name !== null && <span className="bubble-name">{name}</span>}
      <span className="visually-hidden">{own ? '我方：' : '对方：'}</span>
      <div className={`bubble bubble-${detail.kind}`}>
        {detail.kind === 'text' && <p>{detail.text}</p>}
        {detail.kind === 'unreadable' && <p>无法读取的附件</p>}
        {detail.kind === 'attachment' && <FileButton file={detail} onOpen={actions.onOpen} />}
        {detail.kind === 'image' && (
          <Picture file={detail} isSent={state.status === 'sent'} actions={actions} />
        )}
      </div>
      {state.status === 'sending' && <span className="bubble-state">发送中…</span>}
      {own && isLast && state.status === 'sent' && <span className="bubble-state">发送成功</span>}
      {state.status === 'failed' && (
        <span className="bubble-state bubble-failed">
          发送失败，{state.reason}
          {!state.isDelayed && (
            <button type="button" onClick={() => actions.onRetry(line.key)}>
              重新发送
            </button>
          )}
          {state.isRefused && actions.onDiscard && (
            <button type="button" onClick={() => actions.onDiscard?.(line)}>
              {detail.kind === 'text' ? '取回修改' : '删除'}
            </button>
          )}
        </span>
      )}
    </div>
  )
}

function FileButton({ file, onOpen }: { file: ChatFile; onOpen: (file: ChatFile) => void }) {
  return (
    <button type="button" className="bubble-file" onClick={() => onOpen(file)}>
      <FileBadge name={file.localName} />
      <span className="bubble-file-name">{file.localName}</span>
      {file.size !== null && <span className="bubble-file-size">{formatBytes(file.size)}</span>}
    </button>
  )
}

/** The place of a picture has its height from the start: nothing moves when it arrives. */
function Picture({
  file,
  isSent,
  actions: { pictures, onOpen, onPicture },
}: {
  file: ChatFile
  /** Before, the store gives it to nobody. */
  isSent: boolean
  actions: BubbleActions
}) {
  const address = pictures[file.hashName]
  useEffect(() => {
    if (address === undefined && isSent) onPicture?.(file)
  }, [address, file, isSent, onPicture])
  return (
    <button
      type="button"
      className="bubble-picture"
      aria-label={`查看大图：${file.localName}`}
      onClick={() => onOpen(file)}
    >
      {address === undefined ? (
        <FileBadge name={file.localName} />
      ) : (
        <img src={address} alt="" onError={() => onPicture?.(file)} />
      )}
    </button>
  )
}
