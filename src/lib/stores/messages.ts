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
  readAllMessages,
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
  endOfSession: () => (error) => {
    const isOver = handleSessionEnd(error)
    if (isOver) expire()
    return isOver
  },
})

export const $messages = list.$list
export const $unread = atom(0)
/** The next page, when the list has been scrolled to its end; after a failure what failed. */
export const loadMoreMessages = list.more

/** What went wrong with reading or deleting one message. */
export const $messageNotice = atom<string | null>(null)

/** Until everything is forgotten: what was asked before is then answered to nobody. */
const visit = latest()

/** Reads the unread count. Quiet: nobody asked for it. */
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

/** The list from its first page, and the count. What is shown stays until the answer is there. */
export async function openMessages(): Promise<void> {
  // Whichever answer says first that the session is over: the other one is then for nobody.
  await Promise.all([list.refresh(1), readUnread(expire)])
}

/** Marks a message read. The page is about to be left for its target, so a failure is not worth a word. */
export async function markRead(message: Message): Promise<void> {
  if (message.status === MESSAGE_READ) return
  list.change((item) => (item.id === message.id ? { ...item, status: MESSAGE_READ } : item))
  $unread.set(Math.max(0, $unread.get() - 1))
  await ask(readMessage, { params: { id: message.id } }).catch(
    (error) => handleSessionEnd(error) && forgetMessages(),
  )
  notifyTabs('messages')
}

/** Marks all messages read, also those that the list does not show yet; else the notice says why not. */
export async function markAllRead(): Promise<void> {
  try {
    await ask(readAllMessages, {})
    list.change((item) => ({ ...item, status: MESSAGE_READ }))
    $unread.set(0)
    $messageNotice.set(null)
    notifyTabs('messages')
  } catch (error) {
    if (handleSessionEnd(error)) expire()
    else $messageNotice.set(explainError(error))
  }
}

/** Takes a message out of the list after the server has. @returns whether it is gone; else the notice says why not */
export async function removeMessage(message: Message): Promise<boolean> {
  try {
    await ask(deleteMessage, { params: { id: message.id } })
    list.remove(message)
    if (message.status === MESSAGE_UNREAD) $unread.set(Math.max(0, $unread.get() - 1))
    $messageNotice.set(null)
    notifyTabs('messages')
    return true
  } catch (error) {
    if (handleSessionEnd(error)) expire()
    else $messageNotice.set(explainError(error))
    return false
  }
}

const MUTED_WORDS = {
  policy: '不再提醒这项政策',
  matches: '不再提醒新匹配的政策',
  saved: '不再提醒这个订阅',
} as const

/**
 * No more messages like this one. In words, what is silent from now on; undefined: it did not work, and the notice
 * says why.
 */
export async function muteLike({ id }: Message): Promise<string | undefined> {
  try {
    const { muted } = await ask(muteMessage, { params: { id } })
    if (muted === 'saved') notifyTabs('saved')
    $messageNotice.set(null)
    return MUTED_WORDS[muted]
  } catch (error) {
    if (handleSessionEnd(error)) expire()
    else $messageNotice.set(explainError(error))
    return undefined
  }
}

/** Where a click on a message leads (behaviour B6.2). One about no order or policy in particular leads to a list. */
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

/** Follows what other tabs do to the messages, and forgets them when nobody is logged in any more. */
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
