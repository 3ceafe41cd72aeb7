import { Fragment, useEffect } from 'react'
import type { OlderState } from '../../../lib/rules/chat/chat-line.ts'
import { formatChatTime, needsTime } from '../../../lib/rules/chat/chat-time.ts'
import { SCAN_WORDS } from '../../../lib/rules/files/scan-words.ts'
import { formatBytes } from '../../../lib/rules/text/format-number.ts'
import { splitOwnLinks } from '../../../lib/rules/text/own-links.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import type { BubbleActions, ChatFile, ChatLine } from './chat-line.ts'
import { useScroll } from './use-scroll.ts'

interface MessageListProps {
  lines: readonly ChatLine[]
  label: string
  older: OlderState
  onOlder: () => void
  /** Runs when the newest message is in view, even on a hidden page; again when the page shows. */
  onSeen?: () => void
  nowMs: number
  actions: BubbleActions
}

export function MessageList({ lines, label, older, onOlder, onSeen, nowMs, actions }: MessageListProps) {
  const canLoad = older.status === 'more'
  const { box, unseen, toEnd } = useScroll(lines, {
    onTop: canLoad ? onOlder : undefined,
    onEnd: onSeen,
  })
  return (
    <div className="chat-log-frame">
      <div
        ref={box}
        className="chat-log"
        role="log"
        // The Announcer announces new messages.
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys
        tabIndex={0}
      >
        {older.status === 'loading' && <p className="soft chat-note">正在加载更早的消息…</p>}
        {older.status === 'failed' && (
          <p className="soft chat-note" role="alert">
            {older.text}
            <button type="button" onClick={onOlder}>
              重试
            </button>
          </p>
        )}
        {canLoad && (
          <p className="soft chat-note">
            <button type="button" onClick={onOlder}>
              查看更早的消息
            </button>
          </p>
        )}
        {lines.map((line, index) => (
          <Fragment key={line.key}>
            {needsTime(lines[index - 1]?.at, line.at) && (
              <p className="chat-time">
                <time dateTime={line.at}>{formatChatTime(line.at, nowMs)}</time>
              </p>
            )}
            <div data-line={line.key}>
              <Bubble line={line} isLast={line === lines.at(-1)} actions={actions} />
            </div>
          </Fragment>
        ))}
      </div>
      {unseen > 0 && (
        <button
          type="button"
          className="chat-unseen"
          onClick={() => {
            toEnd()
            // The button disappears, so the focus moves.
            box.current?.focus({ preventScroll: true })
          }}
        >
          {unseen} 条新消息
        </button>
      )}
    </div>
  )
}

interface BubbleProps {
  line: ChatLine
  isLast: boolean
  actions: BubbleActions
}

export function Bubble({ line, isLast, actions }: BubbleProps) {
  const { own, name, detail, state } = line
  const isSent = state.status === 'sent'
  return (
    <div className={own ? 'bubble-row bubble-own' : 'bubble-row'}>
      {name !== null && <span className="soft">{name}</span>}
      <span className="visually-hidden">{own ? '我方：' : '对方：'}</span>
      <div className={`bubble bubble-${detail.kind}`}>
        {detail.kind === 'text' && <Words text={detail.text} />}
        {detail.kind === 'unreadable' && <p>无法读取的附件</p>}
        {detail.kind === 'attachment' && <FileButton file={detail} isSent={isSent} actions={actions} />}
        {detail.kind === 'image' && <Picture file={detail} isSent={isSent} actions={actions} />}
      </div>
      {state.status === 'sending' && <span className="soft">发送中…</span>}
      {own && isLast && isSent && <span className="soft">发送成功</span>}
      {state.status === 'failed' && (
        <span className="soft bubble-failed">
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

/** Addresses of the portal become links; everything else is text. */
function Words({ text }: { text: string }) {
  const origin = typeof location === 'undefined' ? '' : location.origin
  let at = 0
  return (
    <p>
      {splitOwnLinks(text, origin).map((part) => {
        at += part.text.length
        return part.href === undefined ? (
          part.text
        ) : (
          <a key={at} href={part.href}>
            {part.text}
          </a>
        )
      })}
    </p>
  )
}

interface FileProps {
  file: ChatFile
  /** Before that, the store refuses to deliver it. */
  isSent: boolean
  actions: BubbleActions
}

function FileButton({ file, isSent, actions }: FileProps) {
  return (
    <button type="button" className="bubble-file" disabled={!isSent} onClick={() => actions.onOpen(file)}>
      <FileBadge name={file.localName} />
      <span className="bubble-file-name">
        {file.localName}
        <ScanMark file={file} />
      </span>
      {file.size !== null && <span className="soft">{formatBytes(file.size)}</span>}
    </button>
  )
}

function ScanMark({ file: { scan } }: { file: ChatFile }) {
  return scan ? <span className="soft bubble-file-scan">{SCAN_WORDS[scan]}</span> : null
}

function Picture({ file, isSent, actions: { pictures, onOpen, onPicture } }: FileProps) {
  const address = pictures[file.hashName]
  useEffect(() => {
    if (address === undefined && isSent && file.scan !== 'refused') onPicture?.(file)
  }, [address, file, isSent, onPicture])
  return (
    <button
      type="button"
      className="bubble-picture"
      aria-label={`查看大图：${file.localName}${file.scan ? `，${SCAN_WORDS[file.scan]}` : ''}`}
      disabled={!isSent}
      onClick={() => onOpen(file)}
    >
      {address === undefined ? (
        <>
          <FileBadge name={file.localName} />
          <ScanMark file={file} />
        </>
      ) : (
        <img src={address} alt="" onError={() => onPicture?.(file)} />
      )}
    </button>
  )
}
