/** The message bell: unread count and the list, page by page (behaviour B6.3). */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
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
import { latest } from './kit/latest.ts'
import { askForLoginAgain } from './login.ts'
import { $session, handleSessionEnd } from './session.ts'

type MessagesState =
  | { status: 'idle' }
  | { status: 'loading'; items: Message[] }
  | { status: 'ready'; items: Message[]; total: number }
  | { status: 'failed'; items: Message[]; text: string }

export const $messages = atom<MessagesState>({ status: 'idle' })
export const $unread = atom(0)

/** What went wrong with reading or deleting one message. */
export const $messageNotice = atom<string | null>(null)

/** Until everything is forgotten: what was asked before is then answered to nobody. */
const visit = latest()

/** A page that was read before a deletion may still hold what is gone. */
const deleted = new Set<number>()

function itemsOf(state: MessagesState): Message[] {
  return state.status === 'idle' ? [] : state.items
}

/** Reads the unread count. Quiet: nobody asked for it. */
export async function refreshUnread(): Promise<void> {
  const isLatest = visit.join()
  try {
    const { result } = await ask(listMessages, { query: { status: MESSAGE_UNREAD } })
    if (isLatest()) $unread.set(result.total)
  } catch (error) {
    if (handleSessionEnd(error)) forgetMessages()
  }
}

/** The list from its first page, and the count. What is shown stays until the answer is there. */
export async function openMessages(): Promise<void> {
  await Promise.all([loadPage(1), refreshUnread()])
}

/** The next page, when the list has been scrolled to its end. */
export async function loadMoreMessages(): Promise<void> {
  const state = $messages.get()
  if (state.status === 'ready' && state.items.length < state.total)
    await loadPage(pageAfter(state.items.length))
}

/** Tries again what failed. */
export async function retryMessages(): Promise<void> {
  const state = $messages.get()
  if (state.status === 'failed') await loadPage(pageAfter(state.items.length))
}

/** Counted from what is shown, not from the last page read: deleting a message moves all later ones up. */
function pageAfter(shown: number): number {
  return Math.floor(shown / MESSAGES_PER_PAGE) + 1
}

async function loadPage(page: number): Promise<void> {
  const before = $messages.get()
  if (before.status === 'loading') return
  const isLatest = visit.join()
  $messages.set({ status: 'loading', items: itemsOf(before) })
  try {
    const { items, total } = await readUpTo(page, before)
    if (!isLatest()) return
    $messages.set({ status: 'ready', items: items.filter(({ id }) => !deleted.has(id)), total })
  } catch (error) {
    if (handleSessionEnd(error)) return expire()
    if (!isLatest()) return
    $messages.set({ status: 'failed', items: itemsOf(before), text: explainError(error) })
  }
}

/** What is shown and one page more. When messages came or went in between, all pages up to it are read again. */
async function readUpTo(page: number, known: MessagesState): Promise<{ items: Message[]; total: number }> {
  const last = await readPage(page)
  if (page === 1) return last
  const items = union(itemsOf(known), last.items)
  const sameTotal = known.status === 'ready' && known.total === last.total
  if (sameTotal && items.length === Math.min(page * MESSAGES_PER_PAGE, last.total)) {
    return { items, total: last.total }
  }
  const pages = await Promise.all(Array.from({ length: page }, (_, index) => readPage(index + 1)))
  return { items: pages.reduce<Message[]>((all, { items }) => union(all, items), []), total: last.total }
}

async function readPage(page: number): Promise<{ items: Message[]; total: number }> {
  return (await ask(listMessages, { query: { page } })).result
}

/** Pages that were read at different times may overlap: what is known already is not shown twice. */
function union(known: Message[], more: Message[]): Message[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...more.filter(({ id }) => !ids.has(id))]
}

/** Marks a message read. The page is about to be left for its target, so a failure is not worth a word. */
export async function markRead(message: Message): Promise<void> {
  if (message.status === MESSAGE_READ) return
  change((items) => items.map((item) => (item.id === message.id ? { ...item, status: MESSAGE_READ } : item)))
  $unread.set(Math.max(0, $unread.get() - 1))
  await ask(readMessage, { params: { id: message.id } }).catch(
    (error) => handleSessionEnd(error) && forgetMessages(),
  )
  notifyTabs('messages')
}

/** Takes a message out of the list after the server has. */
export async function removeMessage(message: Message): Promise<void> {
  try {
    await ask(deleteMessage, { params: { id: message.id } })
    deleted.add(message.id)
    change((items) => items.filter(({ id }) => id !== message.id))
    const state = $messages.get()
    if (state.status === 'ready') $messages.set({ ...state, total: state.total - 1 })
    if (message.status === MESSAGE_UNREAD) $unread.set(Math.max(0, $unread.get() - 1))
    $messageNotice.set(null)
    notifyTabs('messages')
  } catch (error) {
    if (handleSessionEnd(error)) return expire()
    $messageNotice.set(explainError(error))
  }
}

/**
 * No more messages like this one. In words, what is silent from now on; undefined: it did not work, and the notice
 * says why.
 */
export async function muteLike({ id }: Message): Promise<string | undefined> {
  try {
    const { muted } = await ask(muteMessage, { params: { id } })
    $messageNotice.set(null)
    return muted === 'policy' ? '不再提醒这项政策' : '不再提醒新匹配的政策'
  } catch (error) {
    if (handleSessionEnd(error)) expire()
    else $messageNotice.set(explainError(error))
    return undefined
  }
}

/** Where a click on a message leads (behaviour B6.2). A message about no order in particular leads to all of them. */
export function messageTarget({ category, platform_policy_id, application_id }: Message): string {
  if (category === 'policy') return `/review/${platform_policy_id}`
  return application_id === null ? '/mylist/1' : `/mylist/1?poid=${application_id}`
}

function forgetMessages(): void {
  visit.begin()
  $messages.set({ status: 'idle' })
  $unread.set(0)
}

function expire(): void {
  forgetMessages()
  askForLoginAgain()
}

function change(edit: (items: Message[]) => Message[]): void {
  const state = $messages.get()
  if (state.status !== 'idle') $messages.set({ ...state, items: edit(state.items) })
}

/** Follows what other tabs do to the messages, and forgets them when nobody is logged in any more. */
export function followTabs(): () => void {
  return together(
    onTabsNotified('messages', () => {
      refreshUnread()
      if ($messages.get().status === 'ready') loadPage(1)
    }),
    $session.listen((session, before) => {
      if (before?.code === CODES.ok && session.code !== CODES.ok) forgetMessages()
    }),
  )
}
