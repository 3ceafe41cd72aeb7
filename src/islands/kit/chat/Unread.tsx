const MOST_SHOWN = 99

/** How many messages nobody has read; nothing where there are none. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="chat-unread">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <span className="visually-hidden">条未读</span>
    </span>
  )
}
