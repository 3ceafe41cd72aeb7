import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../lib/contract/account/message.ts'
import {
  $messageNotice,
  $messages,
  loadMoreMessages,
  removeMessage,
  retryMessages,
} from '../../lib/stores/messages.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { MessageRow } from './MessageRow.tsx'

/** The messages, newest first; the next page loads when the end comes into view. */
export function MessageList() {
  const state = useStore($messages)
  const notice = useStore($messageNotice)
  const list = useRef<HTMLUListElement>(null)
  const [doomed, setDoomed] = useState<Message | null>(null)
  const items = state.status === 'idle' ? [] : state.items
  const more = state.status === 'ready' && items.length < state.total

  async function confirmDelete() {
    setDoomed(null)
    if (!doomed) return
    await removeMessage(doomed)
    // The row of the pressed button is gone.
    if (document.activeElement === document.body) list.current?.focus()
  }

  return (
    <>
      {notice && (
        <p className="bell-note" role="alert">
          {notice}
        </p>
      )}
      <ul ref={list} tabIndex={-1}>
        {items.map((message) => (
          <MessageRow key={message.id} message={message} onDelete={setDoomed} />
        ))}
      </ul>
      {state.status === 'ready' && items.length === 0 && <p className="bell-note">暂无消息</p>}
      {state.status === 'failed' && (
        <p className="bell-note" role="alert">
          {state.text}
          <button type="button" onClick={retryMessages}>
            重试
          </button>
        </p>
      )}
      {(state.status === 'loading' || state.status === 'idle') && (
        <p className="bell-note" role="status">
          正在加载…
        </p>
      )}
      {more && <ListEnd key={items.length} onReached={loadMoreMessages} />}
      {doomed && (
        <ConfirmDialog title="删除这条消息？" onConfirm={confirmDelete} onCancel={() => setDoomed(null)}>
          <p>{doomed.message}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function ListEnd({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached())
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onReached])
  return (
    <p ref={mark} className="bell-note">
      向下滚动查看更多
    </p>
  )
}
