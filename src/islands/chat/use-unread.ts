import { useStore } from '@nanostores/react'
import { $chatUnread, $topicsUnread } from '../../lib/stores/chat/open.ts'

/** What the buttons count. Of the two stores, as one that is computed from them has no value in a page as it is built. */
export function useUnread(): number {
  return useStore($chatUnread, { ssr: 'initial' }) + useStore($topicsUnread, { ssr: 'initial' })
}
