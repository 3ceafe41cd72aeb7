import type { ChatDetail } from '../../../lib/rules/chat/chat-detail.ts'
import type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export type ChatFile = Exclude<ChatDetail, { kind: 'text' | 'unreadable' }>

export interface BubbleActions {
  onOpen: (file: ChatFile) => void
  onRetry: (key: string) => void
  onDiscard?: (line: ChatLine) => void
  pictures: Readonly<Record<string, string>>
  onPicture?: (file: ChatFile) => void
}
