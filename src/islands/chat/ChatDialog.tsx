import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Conversation } from '../../lib/contract/chat/chat.ts'
import { $chatTrouble, chatDialogue, seeChat } from '../../lib/stores/chat/chat.ts'
import { $chatTopic, $conversation, beginTopic, dropTopic } from '../../lib/stores/chat/conversation.ts'
import { sendText } from '../../lib/stores/chat/dialogue.ts'
import { $chatUnread, $topicsUnread, type ChatTopic, closeChat } from '../../lib/stores/chat/open.ts'
import { chatShelf } from '../../lib/stores/chat/shelf.ts'
import { $isOperator } from '../../lib/stores/session.ts'
import { Icon } from '../kit/Icon.tsx'
import { isComposing } from '../kit/is-composing.ts'
import { showToast } from '../kit/toast.ts'
import { Dialogue, DialogueNews } from '../parts/conversation/Dialogue.tsx'
import { FilePanes } from '../parts/conversation/FilePanes.tsx'
import { OperatorHint } from '../parts/conversation/OperatorHint.tsx'
import { Unread } from '../parts/conversation/Unread.tsx'
import { QuotaFullDialog } from '../parts/documents/QuotaFullDialog.tsx'
import { ConsultationList } from './ConsultationList.tsx'
import sheet from './chat-sheet.css?url'
import { useChatWindow } from './use-chat-window.ts'

interface ChatDialogProps {
  topic: ChatTopic | null
}

/** The dialogue beside two panes of files. The page behind it stays readable; on a phone it fills the screen. */
export function ChatDialog({ topic }: ChatDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const conversation = useStore($conversation)
  const trouble = useStore($chatTrouble)
  const isOperator = useStore($isOperator)
  const [view, setView] = useState<'talk' | 'files' | 'all'>('talk')
  const chatUnread = useStore($chatUnread)
  const topicsUnread = useStore($topicsUnread)
  useChatWindow(dialog)
  useCloseByLink()
  useEffect(() => {
    if (topic) beginTopic(topic)
  }, [topic])

  function press(event: KeyboardEvent): void {
    // Escape belongs to the input method or the dialog on top.
    if (event.key !== 'Escape' || isComposing(event.nativeEvent) || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('dialog') !== dialog.current) return
    closeChat()
  }

  return (
    <dialog
      ref={dialog}
      className="chat-window"
      aria-labelledby="chat-title"
      data-view={view}
      onKeyDown={press}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        closeChat()
      }}
    >
      <link rel="stylesheet" href={sheet} precedence="dialog" />
      <div className="chat-head">
        <div>
          <h2 id="chat-title">专家咨询</h2>
          {isOperator ? <OperatorHint /> : <Expert expert={conversation?.expert} />}
        </div>
        <div className="tabs chat-views">
          <button type="button" aria-pressed={view === 'talk'} onClick={() => setView('talk')}>
            对话
            {view !== 'talk' && <Unread count={chatUnread} />}
          </button>
          <button
            type="button"
            className="chat-view-files"
            aria-pressed={view === 'files'}
            onClick={() => setView('files')}
          >
            文件
          </button>
          <button
            type="button"
            aria-label={topicsUnread > 0 ? `全部咨询，${topicsUnread} 条未读` : '全部咨询'}
            aria-pressed={view === 'all'}
            onClick={() => setView('all')}
          >
            全部<span className="chat-view-rest">咨询</span>
            <Unread count={topicsUnread} />
          </button>
        </div>
        <button type="button" className="icon" aria-label="关闭" onClick={closeChat}>
          <Icon name="close" stroke={2} />
        </button>
      </div>
      <div className="chat-body">
        {view === 'all' ? (
          <ConsultationList onChat={() => setView('talk')} />
        ) : (
          <div className="chat-talk">
            <Dialogue
              dialogue={chatDialogue}
              label="与专家的对话"
              onSeen={seeChat}
              trouble={trouble}
              empty={<Welcome />}
              about={<TopicLine />}
              conversationId={conversation?.id}
            />
          </div>
        )}
        <div className="chat-files">
          <FilePanes shelf={chatShelf} dialogue={chatDialogue} />
        </div>
      </div>
      <DialogueNews dialogue={chatDialogue} />
      <QuotaFullDialog />
    </dialog>
  )
}

function Expert({ expert }: { expert: Conversation['expert'] | undefined }) {
  if (!expert) return <p className="soft">等待专家接入</p>
  return (
    <p className="soft cut">
      {expert.name}
      <span className="chat-expert-title"> · {expert.title}</span>
    </p>
  )
}

const FIRST_QUESTIONS = ['我们符合条件吗？', '材料怎么准备？', '什么时候申报？']

function Welcome() {
  const topic = useStore($chatTopic)

  function send(question: string, button: HTMLElement) {
    // The button goes with the first line, and the focus with it.
    button.closest('dialog')?.querySelector('textarea')?.focus({ preventScroll: true })
    const reason = sendText('chat', question)
    if (reason) showToast(reason, 'error')
  }
  return (
    <>
      <p className="chat-welcome">您好，请输入您想了解的政策或遇到的问题。</p>
      <p>也可以发送文件和图片。离开页面后，回复会显示在“专家咨询”按钮上。</p>
      {topic !== '' && (
        <p className="wrap chat-first">
          {FIRST_QUESTIONS.map((question) => (
            <button
              key={question}
              type="button"
              className="button"
              aria-label={`发送：${question}`}
              onClick={({ currentTarget }) => send(question, currentTarget)}
            >
              {question}
            </button>
          ))}
        </p>
      )}
    </>
  )
}

function TopicLine() {
  const topic = useStore($chatTopic)
  if (topic === '') return null
  return (
    <p className="chat-topic">
      <span className="cut" title={topic}>
        您正在咨询：{topic}
      </span>
      <button
        type="button"
        className="icon"
        aria-label={`不再咨询：${topic}`}
        onClick={({ currentTarget }) => {
          // The button disappears, so the focus moves.
          currentTarget.closest('dialog')?.querySelector('textarea')?.focus()
          dropTopic()
        }}
      >
        <Icon name="close" size={14} stroke={2} />
      </button>
    </p>
  )
}

/** Closes the chat when a link in it, or in a dialog above it, opens a page, which it would cover. */
function useCloseByLink(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented)
      const link = event.target instanceof Element ? event.target.closest('dialog a[href]') : null
      if (isPlain && link && link.getAttribute('target') !== '_blank') closeChat()
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}
