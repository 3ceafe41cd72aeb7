import { useStore } from '@nanostores/react'
import { $chatTopic, dropTopic } from '../../lib/stores/chat/topic.ts'

/** What the experts see that it is about, and the way to have it about nothing particular. */
export function TopicLine() {
  const topic = useStore($chatTopic)
  if (topic === '') return null
  return (
    <p className="chat-topic">
      <span title={topic}>您正在咨询：{topic}</span>
      <button
        type="button"
        aria-label={`不再咨询：${topic}`}
        onClick={({ currentTarget }) => {
          // The button goes, and the focus with it.
          currentTarget.closest('dialog')?.querySelector('textarea')?.focus()
          dropTopic()
        }}
      >
        <svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
          <path d="m4 4 12 12M16 4 4 16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
    </p>
  )
}
