/** What the parts of a dialogue let people do. */
import type { ChatDetail } from '../../../lib/rules/chat/chat-detail.ts'
import type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export type ChatFile = Exclude<ChatDetail, { kind: 'text' | 'unreadable' }>

/** What the bubbles let people do, and what they need for pictures. */
export interface BubbleActions {
  /** Downloads a file, or shows a picture large. */
  onOpen: (file: ChatFile) => void
  onRetry: (key: string) => void
  /** Gives up a message that was refused; a text goes back to where it is written. */
  onDiscard?: (line: ChatLine) => void
  /** Addresses of the pictures that are known, by `hashName`. */
  pictures: Readonly<Record<string, string>>
  /** A picture has come into the page that has no address, or one that is no longer good. */
  onPicture?: (file: ChatFile) => void
}
