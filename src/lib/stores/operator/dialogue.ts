/** The conversation that is open at the desk: its messages, and what is being sent. */
import { atom } from 'nanostores'
import {
  fetchConversationMessages,
  fetchNewConversationMessages,
  fetchOperatorConversation,
  markReadByOperators,
} from '../../api/operator-conversation.ts'
import { startPolling } from '../../browser/poll.ts'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../../contract/chat-message.ts'
import { attempt, attemptQuietly } from './desk.ts'
import { readFilesAnew } from './files.ts'
import { showInQueue } from './queue.ts'

export type OpenConversation = Awaited<ReturnType<typeof fetchOperatorConversation>>

export type OlderState = { status: 'none' | 'more' | 'loading' } | { status: 'failed'; text: string }

export type DialogueState =
  | { status: 'closed' }
  | { status: 'loading'; id: number }
  | { status: 'failed'; id: number; text: string }
  | {
      status: 'ready'
      id: number
      conversation: OpenConversation
      /** Without gaps, oldest first. */
      messages: readonly ChatMessage[]
      older: OlderState
    }

type Ready = Extract<DialogueState, { status: 'ready' }>

export const $dialogue = atom<DialogueState>({ status: 'closed' })

const RHYTHM = { shownMs: 5000, hiddenMs: 30_000 }
let stopPolling = () => {}
/** Of the files beside the open conversation, as the last answer said. */
let filesMark = ''

/** Opens a conversation, or reads the one that is open anew. */
export async function openDialogue(id: number): Promise<void> {
  stopPolling()
  const before = $dialogue.get()
  if (before.status !== 'ready' || before.id !== id) $dialogue.set({ status: 'loading', id })
  const done = await attempt(() =>
    Promise.all([fetchOperatorConversation(id), fetchConversationMessages(id, 1)]),
  )
  if (!isAsked(id)) return
  if (!done.ok) return $dialogue.set({ status: 'failed', id, text: done.text })
  const [conversation, { items, files }] = done.value
  filesMark = files
  $dialogue.set({ status: 'ready', id, conversation, messages: items, older: olderThan(items) })
  stopPolling = startPolling(() => readNews(id), RHYTHM)
}

export function closeDialogue(): void {
  stopPolling()
  $dialogue.set({ status: 'closed' })
}

function isAsked(id: number): boolean {
  const state = $dialogue.get()
  return state.status !== 'closed' && state.id === id
}

/** Of the conversation with this id, if it is still the one that is open. */
export function findOpen(id: number): Ready | undefined {
  const state = $dialogue.get()
  return state.status === 'ready' && state.id === id ? state : undefined
}

function olderThan(messages: readonly ChatMessage[]): OlderState {
  return { status: (messages[0]?.seq ?? 1) > 1 ? 'more' : 'none' }
}

async function readNews(id: number): Promise<void> {
  for (;;) {
    const after = findOpen(id)?.messages.at(-1)?.seq ?? 0
    const news = await attemptQuietly(() => fetchNewConversationMessages(id, after))
    if (!news || !findOpen(id)) return
    if (news.files !== filesMark) readFilesAnew(id)
    filesMark = news.files
    addMessages(id, news.items)
    if (news.items.length > 0) await readConversation(id)
    if (news.items.length < CHAT_PAGE_SIZE) return
  }
}

/** With what is said it changes what it is about and who takes care of it: the first who answers. */
export async function readConversation(id: number): Promise<void> {
  const fresh = await attemptQuietly(() => fetchOperatorConversation(id))
  const known = findOpen(id)?.conversation
  if (!fresh || !known) return
  // What was read here meanwhile stays read.
  const { read_seq, unread } = fresh.read_seq < known.read_seq ? known : fresh
  showConversation(id, { ...fresh, read_seq, unread })
}

/** What was sent here may come with a poll, too, and before what a colleague sent sooner: only what follows is added. */
export function addMessages(id: number, items: readonly ChatMessage[]): void {
  const open = findOpen(id)
  if (!open) return
  const messages = [...open.messages]
  for (const item of items) if (item.seq === (messages.at(-1)?.seq ?? 0) + 1) messages.push(item)
  $dialogue.set({ ...open, messages })
}

/** The hundred messages before the oldest that is shown: `seq` has no gaps, so its number says where they begin. */
export async function loadOlder(id: number): Promise<void> {
  const open = findOpen(id)
  const first = open?.messages[0]?.seq ?? 1
  if (!open || first <= 1 || open.older.status === 'loading') return
  $dialogue.set({ ...open, older: { status: 'loading' } })
  const after = Math.max(0, first - 1 - CHAT_PAGE_SIZE)
  const done = await attempt(() => fetchNewConversationMessages(id, after))
  const now = findOpen(id)
  if (!now) return
  if (!done.ok) return $dialogue.set({ ...now, older: { status: 'failed', text: done.text } })
  const messages = [...done.value.items.filter(({ seq }) => seq < first), ...now.messages]
  $dialogue.set({ ...now, messages, older: olderThan(messages) })
}

/** What is in view has been read, for all operators: unless the page is hidden, and nobody looks. */
export async function readDialogue(id: number): Promise<void> {
  const open = findOpen(id)
  const last = open?.messages.at(-1)?.seq ?? 0
  if (!open || last <= open.conversation.read_seq || document.hidden) return
  const { read_seq, unread } = open.conversation
  showConversation(id, { read_seq: last, unread: 0 })
  const read = await attemptQuietly(() => markReadByOperators(id, last))
  // The server still has it as unread: the next look tries again.
  if (!read) showConversation(id, { read_seq, unread })
}

/** Shows a conversation as it is by now, here and in the queue. */
export function showConversation(id: number, change: Partial<Omit<OpenConversation, 'company'>>): void {
  const open = findOpen(id)
  if (open) $dialogue.set({ ...open, conversation: { ...open.conversation, ...change } })
  const { unread, assigned, waiting_since } = { ...open?.conversation, ...change }
  showInQueue(id, {
    ...(unread !== undefined && { unread }),
    ...(assigned !== undefined && { assigned }),
    ...(waiting_since !== undefined && { waiting_since }),
  })
}
