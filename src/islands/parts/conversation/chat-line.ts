/** Actions in the parts of a dialogue. */
import type { ChatDetail } from '../../../lib/rules/chat/chat-detail.ts'
import type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export type ChatFile = Exclude<ChatDetail, { kind: 'text' | 'unreadable' }>

/** Actions of the bubbles, and addresses of pictures. */
export interface BubbleActions {
  /** Downloads a file, or shows a picture large. */
  onOpen: (file: ChatFile) => void
  onRetry: (key: string) => void
  /** Discards a refused message; its text returns to the field. */
  onDiscard?: (line: ChatLine) => void
  /** Known addresses of pictures, by `hashName`. */
  pictures: Readonly<Record<string, string>>
  /** Runs for a picture without an address, or with an expired one. */
  onPicture?: (file: ChatFile) => void
}
