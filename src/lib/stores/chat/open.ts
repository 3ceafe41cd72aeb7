/**
 * Whether the chat is open, and what is unread: all that the buttons need. Opening asks for login first (behaviour
 * B2.6).
 */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { callSection } from '../../browser/page-events.ts'
import { logInFirst } from '../log-in-first.ts'
import { tellVisitorHours } from '../service-hours.ts'

/** What the person comes with. */
export interface ChatTopic {
  /** Page id of the original. */
  policy_id?: number
  topic?: string
}

type ChatState =
  | { status: 'closed' }
  /** It was open on the page before: a bar leads back to it and covers nothing. */
  | { status: 'bar' }
  /** `topic` null: the conversation goes on with what it was about. */
  | { status: 'open'; topic: ChatTopic | null }

/** A tab remembers it from page to page. */
const keptOpen = kept('chat:open', v.literal(1))

export const $chat = atom<ChatState>({ status: 'closed' })

/** Messages of the experts in the chat that nobody of the company has read. */
export const $chatUnread = atom(0)

/** The same in the topics of the company's orders. */
export const $topicsUnread = atom(0)

/** Opens the chat, after the login where nobody is logged in. */
export async function openChat(topic: ChatTopic = {}): Promise<void> {
  const isIn = logInFirst()
  tellVisitorHours()
  if (!(await isIn)) return
  keptOpen.keep(1)
  $chat.set({ status: 'open', topic })
  callSection('chat')
}

/** Shows the bar where the chat was open on the page before. */
export function restoreChat(): void {
  if ($chat.get().status === 'closed' && keptOpen.read() === 1) $chat.set({ status: 'bar' })
}

/** Opens the chat that the bar stands for. */
export function expandChat(): void {
  $chat.set({ status: 'open', topic: null })
}

export function closeChat(): void {
  keptOpen.drop()
  $chat.set({ status: 'closed' })
}

/** Loads the dialogue, as somebody points at a button that opens it. */
export function warmChat(): void {
  callSection('chat')
}
