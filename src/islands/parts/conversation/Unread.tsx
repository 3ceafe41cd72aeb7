import { useStore } from '@nanostores/react'
import { formatUnread } from '../../../lib/rules/text/unread.ts'
import { $chatUnread, $topicsUnread } from '../../../lib/stores/chat/open.ts'

/** The number of unread messages; nothing for 0. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="unread chat-unread">
      {formatUnread(count)}
      <span className="visually-hidden">条未读</span>
    </span>
  )
}

/** Returns the count for the buttons. Reads two stores, because a computed store has no value during the build. */
export function useUnread(): number {
  return useStore($chatUnread, { ssr: 'initial' }) + useStore($topicsUnread, { ssr: 'initial' })
}
