/**
 * Whether the chat is open, and unread counts: the data of the buttons. Opening asks for a login first (behaviour
 * B2.6).
 */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { callSection } from '../../browser/page-events.ts'
import { logInFirst } from '../log-in-first.ts'
import { tellVisitorHours } from '../service-hours.ts'

/** The initial subject of the chat. */
export interface ChatTopic {
  /** Page id of the original. */
  policy_id?: number
  topic?: string
}

type ChatState =
  | { status: 'closed' }
  /** Open on the previous page: a bar leads back without covering anything. */
  | { status: 'bar' }
  /** `topic` null keeps the conversation's topic. */
  | { status: 'open'; topic: ChatTopic | null }

/** Kept per tab across pages. */
const keptOpen = kept('chat:open', v.literal(1))

export const $chat = atom<ChatState>({ status: 'closed' })

/** Unread messages of the experts in the chat. */
export const $chatUnread = atom(0)

/** Unread messages in the topics of the company's orders. */
export const $topicsUnread = atom(0)

/** Opens the chat, after a login if needed. */
export async function openChat(topic: ChatTopic = {}): Promise<void> {
  const isIn = logInFirst()
  tellVisitorHours()
  if (!(await isIn)) return
  keptOpen.keep(1)
  $chat.set({ status: 'open', topic })
  callSection('chat')
}

/** Shows the bar if the chat was open on the previous page. */
export function restoreChat(): void {
  if ($chat.get().status === 'closed' && keptOpen.read() === 1) $chat.set({ status: 'bar' })
}

/** Opens the chat from the bar. */
export function expandChat(): void {
  $chat.set({ status: 'open', topic: null })
}

export function closeChat(): void {
  keptOpen.drop()
  $chat.set({ status: 'closed' })
}

/** Preloads the dialogue when a pointer is on its button. */
export function warmChat(): void {
  callSection('chat')
}
