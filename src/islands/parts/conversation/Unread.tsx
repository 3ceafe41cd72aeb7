import { formatUnread } from '../../../lib/rules/text/unread.ts'

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
