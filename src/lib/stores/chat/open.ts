/** Whether the chat is open, and unread counts. Opening asks for a login first (behaviour B2.6). */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { callSection } from '../../browser/page-events.ts'
import { logInFirst } from '../log-in-first.ts'
import { tellVisitorHours } from '../service-hours.ts'

export interface ChatTopic {
  policy_id?: number
  topic?: string
}

type ChatState =
  | { status: 'closed' }
  /** Open on the previous page: a bar leads back without covering anything. */
  | { status: 'bar' }
  /** `topic` null keeps the conversation's topic. */
  | { status: 'open'; topic: ChatTopic | null }

const keptOpen = kept('chat:open', v.literal(1))

export const $chat = atom<ChatState>({ status: 'closed' })

export const $chatUnread = atom(0)

export const $topicsUnread = atom(0)

export async function openChat(topic: ChatTopic = {}): Promise<void> {
  const isIn = logInFirst()
  tellVisitorHours()
  if (!(await isIn)) return
  keptOpen.keep(1)
  $chat.set({ status: 'open', topic })
  callSection('chat')
}

export function restoreChat(): void {
  if ($chat.get().status === 'closed' && keptOpen.read() === 1) $chat.set({ status: 'bar' })
}

export function expandChat(): void {
  $chat.set({ status: 'open', topic: null })
}

export function closeChat(): void {
  keptOpen.drop()
  $chat.set({ status: 'closed' })
}

export function warmChat(): void {
  callSection('chat')
}
