const MOST_SHOWN = 99

/** A number of unread messages that fits a badge: 7, 99+. */
export function formatUnread(count: number): string {
  return count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
}
