import { useStore } from '@nanostores/react'
import { $chatTopic, dropTopic } from '../../lib/stores/chat/topic.ts'
import { Icon } from '../kit/Icon.tsx'

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
        <Icon name="close" size={14} stroke={2} />
      </button>
    </p>
  )
}
