import { useStore } from '@nanostores/react'
import { formatUnread } from '../../../lib/rules/text/unread.ts'
import { $chatUnread, $topicsUnread } from '../../../lib/stores/chat/open.ts'

/** How many messages nobody has read; nothing where there are none. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="chat-unread">
      {formatUnread(count)}
      <span className="visually-hidden">条未读</span>
    </span>
  )
}

/** The count on the buttons. It reads two stores, because a computed store has no value while a page is built. */
export function useUnread(): number {
  return useStore($chatUnread, { ssr: 'initial' }) + useStore($topicsUnread, { ssr: 'initial' })
}
