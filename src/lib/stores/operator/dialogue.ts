/** The conversation that is open at the desk: its messages, and what is being sent. */
import { atom } from 'nanostores'
import {
  fetchConversationMessages,
  fetchNewConversationMessages,
  fetchOperatorConversation,
  markReadByOperators,
} from '../../api/operator-conversation.ts'
import { startPolling } from '../../browser/poll.ts'
import { beforeLog, type ChatLog, mergeLog, startLog } from '../../chat/chat-log.ts'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../../contract/chat-message.ts'
import type { OlderState } from '../../rules/chat-line.ts'
import { $desk, attempt, attemptQuietly } from './desk.ts'
import { readFilesAnew } from './files.ts'
import { showInQueue } from './queue.ts'

export type OpenConversation = Awaited<ReturnType<typeof fetchOperatorConversation>>

export type DialogueState =
  | { status: 'closed' }
  | { status: 'loading'; id: number }
  | { status: 'failed'; id: number; text: string }
  | ({
      status: 'ready'
      id: number
      conversation: OpenConversation
      older: OlderState
    } & ChatLog)

type Ready = Extract<DialogueState, { status: 'ready' }>

export const $dialogue = atom<DialogueState>({ status: 'closed' })

const RHYTHM = { shownMs: 5000, hiddenMs: 30_000 }
let stopPolling = () => {}
/** Counted up with each: what was asked for an earlier one is answered to nobody. */
let openings = 0
/** Counted up by whatever is learned of a conversation: what was asked for before that is older. */
let learned = 0
/** Of the files beside the open conversation, as the last answer said. */
let filesMark = ''
/** Up to where the dialogue was in view, and which mark of it is on its way to the server. */
let inView = { id: 0, seq: 0 }
let beingRead = 0

/** Opens a conversation, or reads the one that is open anew. */
export async function openDialogue(id: number): Promise<void> {
  stopPolling()
  openings += 1
  const opening = openings
  const before = $dialogue.get()
  if (before.status !== 'ready' || before.id !== id) $dialogue.set({ status: 'loading', id })
  const done = await attempt(() =>
    Promise.all([fetchOperatorConversation(id), fetchConversationMessages(id, 1)]),
  )
  if (opening !== openings) return
  if (!done.ok) return $dialogue.set({ status: 'failed', id, text: done.text })
  const [conversation, page] = done.value
  filesMark = page.files
  const log = startLog(page)
  $dialogue.set({ status: 'ready', id, conversation, ...log, older: olderThan(log) })
  stopPolling = startPolling(() => readNews(id), RHYTHM)
}

export function closeDialogue(): void {
  stopPolling()
  openings += 1
  $dialogue.set({ status: 'closed' })
}

// Nothing of the companies stays for whoever comes after a logout.
$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') closeDialogue()
})

/** Of the conversation with this id, if it is still the one that is open. */
export function findOpen(id: number): Ready | undefined {
  const state = $dialogue.get()
  return state.status === 'ready' && state.id === id ? state : undefined
}

function olderThan({ from }: ChatLog): OlderState {
  return { status: from > 1 ? 'more' : 'none' }
}

async function readNews(id: number): Promise<void> {
  for (;;) {
    const after = findOpen(id)?.upTo ?? 0
    const asked = learned
    const news = await attemptQuietly(() => fetchNewConversationMessages(id, after))
    const open = findOpen(id)
    if (!news || !open) return
    const { company } = open.conversation
    if (asked === learned) showConversation(id, { ...news.conversation, company })
    if (news.files !== filesMark) readFilesAnew(id)
    filesMark = news.files
    addMessages(id, news.items)
    if (news.items.length < CHAT_PAGE_SIZE) return readWhatIsInView(id)
  }
}

export function addMessages(id: number, items: readonly ChatMessage[]): void {
  const open = findOpen(id)
  if (open) $dialogue.set({ ...open, ...mergeLog(open, items) })
}

/** The hundred messages before the oldest that is shown: `seq` has no gaps, so its number says where they begin. */
export async function loadOlder(id: number): Promise<void> {
  const open = findOpen(id)
  if (!open || open.from <= 1 || open.older.status === 'loading') return
  $dialogue.set({ ...open, older: { status: 'loading' } })
  const done = await attempt(() => fetchNewConversationMessages(id, beforeLog(open, CHAT_PAGE_SIZE)))
  const now = findOpen(id)
  if (!now) return
  if (!done.ok) return $dialogue.set({ ...now, older: { status: 'failed', text: done.text } })
  const log = mergeLog(now, done.value.items)
  $dialogue.set({ ...now, ...log, older: olderThan(log) })
}

/** The newest message is in view: it has been read, for all operators. */
export async function readDialogue(id: number): Promise<void> {
  inView = { id, seq: findOpen(id)?.upTo ?? 0 }
  await readWhatIsInView(id)
}

/** Unless the page is hidden, and nobody looks. What fails is done by the next poll, which comes at once on return. */
async function readWhatIsInView(id: number): Promise<void> {
  const open = findOpen(id)
  const { seq } = inView
  const isNews = inView.id === id && seq > (open?.conversation.read_seq ?? seq) && seq !== beingRead
  if (!isNews || document.visibilityState === 'hidden') return
  beingRead = seq
  const read = await attemptQuietly(() => markReadByOperators(id, seq))
  beingRead = 0
  if (read) showConversation(id, { read_seq: read.read_seq, unread: read.unread })
}

/** Who has it, and whether it is closed, is changed by others, too. */
export async function refreshConversation(id: number): Promise<void> {
  const asked = learned
  const fresh = await attemptQuietly(() => fetchOperatorConversation(id))
  if (fresh && asked === learned) showConversation(id, fresh)
}

/** Shows a conversation as it is by now, here and in the queue. */
export function showConversation(id: number, change: Partial<OpenConversation>): void {
  learned += 1
  const open = findOpen(id)
  if (open) $dialogue.set({ ...open, conversation: { ...open.conversation, ...change } })
  const { unread, assigned, waiting_since } = { ...open?.conversation, ...change }
  showInQueue(id, {
    ...(unread !== undefined && { unread }),
    ...(assigned !== undefined && { assigned }),
    ...(waiting_since !== undefined && { waiting_since }),
  })
}
