/** A message as both sides of a dialogue draw it. */
import { type ChatDetail, readChatDetail } from './chat-detail.ts'

export type SendState =
  | { status: 'sent' }
  | { status: 'sending' }
  /** `isRefused`: no automatic retry. `isDelayed`: a manual retry would not send it sooner. */
  | { status: 'failed'; reason: string; isRefused?: boolean; isDelayed?: boolean }

export type OlderState = { status: 'none' | 'more' | 'loading' } | { status: 'failed'; text: string }

export interface ChatLine {
  /** Stable from sending to sent: the client id of an own message, else the id. */
  key: string
  own: boolean
  name: string | null
  detail: ChatDetail
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

/** One line per message, so that a long dialogue is not parsed again for each new message. */
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
  /** Why it is not sent yet; null while it is being sent. */
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
