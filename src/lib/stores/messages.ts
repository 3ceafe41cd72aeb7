/** The message bell: unread count and the list, page by page (behaviour B6.3). */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { latest } from '../browser/latest.ts'
import { notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { together } from '../browser/together.ts'
import {
  deleteMessage,
  listMessages,
  MESSAGE_READ,
  MESSAGE_UNREAD,
  MESSAGES_PER_PAGE,
  type Message,
  readMessage,
} from '../contract/account/message.ts'
import { muteMessage } from '../contract/account/reminder.ts'
import { CODES } from '../contract/envelope.ts'
import { growList } from './kit/growing-list.ts'
import { askForLoginAgain } from './login.ts'
import { $session, handleSessionEnd } from './session.ts'

const list = growList({
  fetchPage: async (page) => (await ask(listMessages, { query: { page } })).result,
  perPage: MESSAGES_PER_PAGE,
  keyOf: ({ id }) => id,
  hasEnded: (error) => {
    const isOver = handleSessionEnd(error)
    if (isOver) expire()
    return isOver
  },
})

export const $messages = list.$list
export const $unread = atom(0)
export const loadMoreMessages = list.more

export const $messageNotice = atom<string | null>(null)

/** Cancels pending answers when everything is cleared. */
const visit = latest()

export function refreshUnread(): Promise<void> {
  return readUnread(forgetMessages)
}

async function readUnread(whenOver: () => void): Promise<void> {
  const isLatest = visit.join()
  try {
    const { result } = await ask(listMessages, { query: { status: MESSAGE_UNREAD } })
    if (isLatest()) $unread.set(result.total)
  } catch (error) {
    if (handleSessionEnd(error)) whenOver()
  }
}

/** Opens the list from its first page, and the count. The shown list stays until the answer. */
export async function openMessages(): Promise<void> {
  // The first answer that reports a session end cancels the other one.
  await Promise.all([list.refresh(1), readUnread(expire)])
}

/** Marks a message read. The page is about to be left, so a failure has no message. */
export async function markRead(message: Message): Promise<void> {
  if (message.status === MESSAGE_READ) return
  list.change((item) => (item.id === message.id ? { ...item, status: MESSAGE_READ } : item))
  $unread.set(Math.max(0, $unread.get() - 1))
  await ask(readMessage, { params: { id: message.id } }).catch(
    (error) => handleSessionEnd(error) && forgetMessages(),
  )
  notifyTabs('messages')
}

export function markAllRead(): Promise<unknown> {
  return act(async () => {
    await ask(readMessage, { params: { id: 'all' } })
    list.change((item) => ({ ...item, status: MESSAGE_READ }))
    $unread.set(0)
    notifyTabs('messages')
  })
}

/** Takes a message out of the list after the server has. @returns whether it is gone */
export async function removeMessage(message: Message): Promise<boolean> {
  const isGone = await act(async () => {
    await ask(deleteMessage, { params: { id: message.id } })
    list.remove(message)
    if (message.status === MESSAGE_UNREAD) $unread.set(Math.max(0, $unread.get() - 1))
    notifyTabs('messages')
    return true
  })
  return isGone ?? false
}

const MUTED_WORDS = {
  policy: '不再提醒这项政策',
  matches: '不再提醒新匹配的政策',
  saved: '不再提醒这个订阅',
} as const

/** Returns what is muted, in words; undefined on an error, which the notice contains. */
export function muteLike({ id }: Message): Promise<string | undefined> {
  return act(async () => {
    const { muted } = await ask(muteMessage, { params: { id } })
    if (muted === 'saved') notifyTabs('saved')
    return MUTED_WORDS[muted]
  })
}

/** Returns the result; undefined on an error, which the notice contains. */
async function act<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    const done = await work()
    $messageNotice.set(null)
    return done
  } catch (error) {
    if (handleSessionEnd(error)) expire()
    else $messageNotice.set(explainError(error))
    return undefined
  }
}

/** Returns the target of a message (behaviour B6.2): a list if it concerns no single order or policy. */
export function messageTarget({ category, platform_policy_id, application_id, page }: Message): string {
  if (page !== null) return page
  if (category === 'policy')
    return platform_policy_id === null ? '/information' : `/review/${platform_policy_id}`
  return application_id === null ? '/mylist/1' : `/mylist/1?poid=${application_id}`
}

function forgetMessages(): void {
  visit.begin()
  list.forget()
  $unread.set(0)
}

function expire(): void {
  forgetMessages()
  askForLoginAgain()
}

export function followTabs(): () => void {
  return together(
    onTabsNotified('messages', () => {
      refreshUnread()
      if ($messages.get().status === 'ready') list.refresh()
    }),
    $session.listen((session, before) => {
      if (before?.code === CODES.ok && session.code !== CODES.ok) forgetMessages()
    }),
  )
}
