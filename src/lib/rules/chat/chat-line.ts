/** A message as both ends of a dialogue draw it. */
import { type ChatDetail, readChatDetail } from './chat-detail.ts'

export type SendState =
  | { status: 'sent' }
  | { status: 'sending' }
  /** `isRefused`: it is not tried again by itself. `isDelayed`: trying again by hand would not send it sooner. */
  | { status: 'failed'; reason: string; isRefused?: boolean; isDelayed?: boolean }

/** What stands above the oldest message that is shown. */
export type OlderState = { status: 'none' | 'more' | 'loading' } | { status: 'failed'; text: string }

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

interface Message {
  id: number
  type: 0 | 1 | 2
  /** 0: sent by this side. */
  source: 0 | 1
  detail: string
  size: number | null
  scan?: 'pending' | 'refused' | undefined
  gmt_create: string
  admin: string | null
  client_id: string | null
}

/** The same message is the same line: a long dialogue is not read again for each that comes. */
const lines = new WeakMap<Message, ChatLine>()

export function lineOf(message: Message): ChatLine {
  const known = lines.get(message)
  if (known) return known
  const line: ChatLine = {
    key: message.client_id ?? String(message.id),
    own: message.source === 0,
    name: message.source === 0 ? null : message.admin,
    detail: readChatDetail(message),
    at: message.gmt_create,
    state: { status: 'sent' },
  }
  lines.set(message, line)
  return line
}

interface Unsent {
  client_id: string
  type: 0 | 1 | 2
  detail: string
  size: number | null
  at: string
  /** Why it is not sent yet; null: it is on its way. */
  reason: string | null
  isRefused: boolean
  isDelayed: boolean
}

export function unsentLine(unsent: Unsent): ChatLine {
  const { client_id, at, reason, isRefused, isDelayed } = unsent
  return {
    key: client_id,
    own: true,
    name: null,
    detail: readChatDetail(unsent),
    at,
    state: reason === null ? { status: 'sending' } : { status: 'failed', reason, isRefused, isDelayed },
  }
}
