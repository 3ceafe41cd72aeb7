/** A message as both ends of a dialogue draw it; what it comes from is the business of each end. */
import type { ChatDetail } from '../../../lib/rules/chat-detail.ts'

export type SendState = { status: 'sent' } | { status: 'sending' } | { status: 'failed'; reason: string }

export interface ChatLine {
  /** Stays the same from sending to sent: the client id of an own message, else the id. */
  key: string
  /** Sent by this side of the dialogue. */
  own: boolean
  /** Who wrote it, where that is worth a word. */
  name: string | null
  detail: ChatDetail
  /** ISO 8601. */
  at: string
  state: SendState
}

export type ChatFile = Exclude<ChatDetail, { kind: 'text' | 'unreadable' }>

/** What the bubbles let people do, and what they need for pictures. */
export interface BubbleActions {
  /** Downloads a file, or shows a picture large. */
  onOpen: (file: ChatFile) => void
  onRetry: (key: string) => void
  /** Addresses of the pictures that are known, by `hashName`. */
  pictures: Readonly<Record<string, string>>
  /** A picture without an address has come into the page. */
  onPicture?: (file: ChatFile) => void
}
