/** The conversation that is open at the desk: its messages, and what is being sent. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../../contract/chat/chat-message.ts'
import {
  getOperatorConversation,
  listConversationMessages,
  markConversationRead,
} from '../../contract/operator/conversation.ts'
import { beforeLog, type ChatLog, mergeLog, startLog } from '../../conversation/chat-log.ts'
import type { OlderState } from '../../rules/chat/chat-line.ts'
import { $desk, attempt, attemptQuietly } from './desk.ts'
import { readFilesAnew } from './files.ts'
import { showInQueue } from './queue.ts'

export type OpenConversation = AnswerOf<typeof getOperatorConversation>['data']

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

/** Beside what is shown of it. Opened anew it is another one, and what was asked for before is answered to nobody. */
interface Opening {
  id: number
  stopPolling: () => void
  /** Counted up by whatever is learned of the conversation: what was asked for before that is older. */
  learned: number
  /** Of the files beside it, as the last answer said. */
  filesMark: string
  /** The message up to which it was in view, and the one of which the server is just being told so. */
  inView: number
  beingRead: number
}

let opening: Opening | undefined

/** Opens a conversation, or reads the one that is open anew. */
export async function openDialogue(id: number): Promise<void> {
  const former = opening
  former?.stopPolling()
  const mine: Opening = {
    id,
    stopPolling: () => {},
    learned: (former?.learned ?? 0) + 1,
    filesMark: '',
    inView: former?.id === id ? former.inView : 0,
    beingRead: 0,
  }
  opening = mine
  const before = $dialogue.get()
  if (before.status !== 'ready' || before.id !== id) $dialogue.set({ status: 'loading', id })
  const done = await attempt(() =>
    Promise.all([
      ask(getOperatorConversation, { params: { id } }),
      ask(listConversationMessages, { params: { id }, query: { page: 1 } }),
    ]),
  )
  if (opening !== mine) return
  if (!done.ok) return $dialogue.set({ status: 'failed', id, text: done.text })
  const [{ data: conversation }, { result, files }] = done.value
  mine.filesMark = files
  const log = startLog(result)
  $dialogue.set({ status: 'ready', id, conversation, ...log, older: olderThan(log) })
  mine.stopPolling = startPolling(() => readNews(mine), RHYTHM)
}

export function closeDialogue(): void {
  opening?.stopPolling()
  opening = undefined
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

/** What follows a message, at most a page. */
function fetchAfter(id: number, seq: number) {
  return ask(listConversationMessages, { params: { id }, query: { after: seq } })
}

async function readNews(mine: Opening): Promise<void> {
  const { id } = mine
  for (;;) {
    const after = findOpen(id)?.upTo ?? 0
    const asked = mine.learned
    const news = await attemptQuietly(() => fetchAfter(id, after))
    const open = findOpen(id)
    if (!news || !open || opening !== mine) return
    const { company } = open.conversation
    if (asked === mine.learned) showConversation(id, { ...news.data, company })
    if (news.files !== mine.filesMark) followFiles(mine, news.files)
    addMessages(id, news.result.items)
    if (news.result.items.length < CHAT_PAGE_SIZE) return readWhatIsInView(mine)
  }
}

/** What cannot be read now is read with the next poll. */
async function followFiles(mine: Opening, mark: string): Promise<void> {
  mine.filesMark = mark
  if (!(await readFilesAnew(mine.id))) mine.filesMark = ''
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
  const done = await attempt(() => fetchAfter(id, beforeLog(open, CHAT_PAGE_SIZE)))
  const now = findOpen(id)
  if (!now) return
  if (!done.ok) return $dialogue.set({ ...now, older: { status: 'failed', text: done.text } })
  const log = mergeLog(now, done.value.result.items)
  $dialogue.set({ ...now, ...log, older: olderThan(log) })
}

/** The newest message is in view: it has been read, for all operators. */
export async function readDialogue(id: number): Promise<void> {
  if (opening?.id !== id) return
  opening.inView = findOpen(id)?.upTo ?? 0
  await readWhatIsInView(opening)
}

/** Unless the page is hidden, and nobody looks. What fails is done by the next poll, which comes at once on return. */
async function readWhatIsInView(mine: Opening): Promise<void> {
  const { id, inView } = mine
  const open = findOpen(id)
  if (!open || inView <= open.conversation.read_seq || inView === mine.beingRead) return
  if (document.visibilityState === 'hidden') return
  mine.beingRead = inView
  const read = await attemptQuietly(() =>
    ask(markConversationRead, { params: { id }, body: { read_seq: inView } }),
  )
  mine.beingRead = 0
  if (read) showConversation(id, { read_seq: read.data.read_seq, unread: read.data.unread })
}

/** Who has it, and whether it is closed, is changed by others, too. */
export async function refreshConversation(id: number): Promise<void> {
  const asked = learnedOf(id)
  const fresh = await attemptQuietly(() => ask(getOperatorConversation, { params: { id } }))
  if (fresh && asked === learnedOf(id)) showConversation(id, fresh.data)
}

/** Undefined: it is not open. */
function learnedOf(id: number): number | undefined {
  return opening?.id === id ? opening.learned : undefined
}

/** Shows a conversation as it is by now, here and in the queue. */
export function showConversation(id: number, change: Partial<OpenConversation>): void {
  if (opening?.id === id) opening.learned += 1
  const open = findOpen(id)
  if (open) $dialogue.set({ ...open, conversation: { ...open.conversation, ...change } })
  const { unread, assigned, waiting_since } = { ...open?.conversation, ...change }
  showInQueue(id, {
    ...(unread !== undefined && { unread }),
    ...(assigned !== undefined && { assigned }),
    ...(waiting_since !== undefined && { waiting_since }),
  })
}
