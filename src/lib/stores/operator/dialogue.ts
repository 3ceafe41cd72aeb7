/** The open conversation, its dialogue, and the outbox of the operator. */
import { atom, computed } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import type { AnswerOf } from '../../contract/call.ts'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import {
  changeConversation,
  getOperatorConversation,
  listConversationMessages,
  replyToConversation,
} from '../../contract/operator/conversation.ts'
import { createDialogue, createSeen, type Dialogue, type Seen } from '../../conversation/dialogue.ts'
import { createOutbox } from '../../conversation/outbox.ts'
import type { Shelf } from '../../conversation/shelf.ts'
import { idOf } from '../../conversation/unsent.ts'
import { lineOf } from '../../rules/chat/chat-line.ts'
import { $desk, attemptQuietly, explainAtDesk, holdAtDesk } from './desk.ts'
import { queue } from './lists.ts'
import { shelfOf } from './shelf.ts'

/** Owner of the outbox: an operator has another one as a customer. */
export const $operator = computed($desk, (desk) =>
  desk.status === 'operator' ? `operator-${desk.id}` : null,
)

/** Why replies wait for a login or a proof; null: they do not. */
export const $held = atom<string | null>(null)

export const outbox = createOutbox({
  post: async ({ place, type, detail, client_id }) => {
    const id = idOf(place)
    const shown = findOpen(id)?.dialogue.$state.get()
    const seen = shown?.status === 'ready' ? shown.log.upTo : undefined
    const input = { params: { id }, body: { type, detail, client_id, seen } }
    const { data } = await ask(replyToConversation, input)
    return data
  },
  endsSession: (error) => {
    const wanted = holdAtDesk(error)
    if (wanted !== undefined) $held.set(wanted)
    return wanted !== undefined
  },
})

export const $unsentReplies = computed([outbox.$unsent, $held], (unsent, reason) =>
  reason === null ? unsent : unsent.map((each) => (each.isRefused ? each : { ...each, reason })),
)

export type OpenConversation = AnswerOf<typeof getOperatorConversation>['data']

export type DialogueState =
  | { status: 'closed' }
  | { status: 'loading'; id: number }
  | { status: 'failed'; id: number; text: string }
  | { status: 'ready'; id: number; conversation: OpenConversation; dialogue: Dialogue; shelf: Shelf }

type Ready = Extract<DialogueState, { status: 'ready' }>

export const $dialogue = atom<DialogueState>({ status: 'closed' })

const RHYTHM = { shownMs: 5000, hiddenMs: 30_000 }

/** Counts news of the open conversation: an answer to an earlier question is older. */
let learned = 0

/** State of the open conversation. Opening it again makes another one, and drops late answers. */
interface Opening {
  id: number
  dialogue: Dialogue
  seen: Seen
  shelf: Shelf | undefined
  stopPolling: () => void
  /** From the first answer. */
  conversation: OpenConversation | undefined
  /** Version of the files that were read last. */
  filesMark: string | null
}

let opening: Opening | undefined

export async function openDialogue(id: number): Promise<void> {
  opening?.stopPolling()
  const mine = makeOpening(id)
  opening = mine
  learned += 1
  const before = $dialogue.get()
  if (before.status !== 'ready' || before.id !== id) $dialogue.set({ status: 'loading', id })
  const { dialogue } = mine
  await dialogue.load()
  if (opening !== mine) return
  const state = dialogue.$state.get()
  if (state.status === 'failed') $dialogue.set({ status: 'failed', id, text: state.text })
  if (state.status !== 'ready' || !mine.conversation) return
  mine.filesMark = dialogue.$files.get()
  mine.shelf ??= shelfOf(id, mine.conversation.advisory_id)
  $dialogue.set({ status: 'ready', id, conversation: mine.conversation, dialogue, shelf: mine.shelf })
  mine.stopPolling = startPolling(() => readNews(mine), RHYTHM)
}

function makeOpening(id: number): Opening {
  const dialogue = createDialogue({
    place: `desk:${id}`,
    fetchNewest: async () => {
      const [{ data }, messages] = await Promise.all([
        ask(getOperatorConversation, { params: { id } }),
        ask(listConversationMessages, { params: { id }, query: { page: 1 } }),
      ])
      mine.conversation = data
      return messages
    },
    fetchAfter: async (seq) => {
      const asked = learned
      const messages = await ask(listConversationMessages, { params: { id }, query: { after: seq } })
      const company = findOpen(id)?.conversation.company
      // The answer has the company as the queue shows it.
      if (opening === mine && asked === learned && company) {
        const isOther = findOpen(id)?.conversation.desk_mark !== messages.data.desk_mark
        showConversation(id, { ...messages.data, company })
        if (isOther) refreshConversation(id)
      }
      return messages
    },
    $unsent: $unsentReplies,
    // Several operators may answer in one conversation.
    toLine: (message) => {
      const line = lineOf(message)
      return { ...line, name: line.own ? message.admin : (mine.conversation?.company.name ?? null) }
    },
    explain: explainAtDesk,
  })
  const seen = createSeen({
    readUpTo: () => findOpen(id)?.conversation.read_seq,
    markRead: async (seq) => {
      const input = { params: { id }, body: { act: 'read', seq } as const }
      const read = await attemptQuietly(() => ask(changeConversation, input))
      if (read) showConversation(id, { read_seq: read.data.read_seq, unread: read.data.unread })
    },
  })
  const mine: Opening = {
    id,
    dialogue,
    seen,
    shelf: undefined,
    stopPolling: () => {},
    conversation: undefined,
    filesMark: null,
  }
  return mine
}

export function closeDialogue(): void {
  opening?.stopPolling()
  opening?.dialogue.forget()
  opening = undefined
  $dialogue.set({ status: 'closed' })
}

// After a logout nothing of the companies stays.
$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') closeDialogue()
})

export function findOpen(id: number): Ready | undefined {
  const state = $dialogue.get()
  return state.status === 'ready' && state.id === id ? state : undefined
}

async function readNews(mine: Opening): Promise<void> {
  const { dialogue, seen } = mine
  const isRead = await attemptQuietly(async () => {
    await dialogue.refresh()
    return true
  })
  if (!isRead || opening !== mine) return
  const mark = dialogue.$files.get()
  if (mark !== mine.filesMark) followFiles(mine, mark)
  await seen.tell()
}

/** Refreshes the files; after a failure the next poll tries again. */
async function followFiles(mine: Opening, mark: string | null): Promise<void> {
  const { shelf } = mine
  mine.filesMark = mark
  if (shelf?.$state.get().status !== 'ready') return
  const isRead = await attemptQuietly(async () => {
    await shelf.refresh()
    return true
  })
  if (!isRead) mine.filesMark = null
}

export function addMessages(id: number, items: readonly ChatMessage[]): void {
  findOpen(id)?.dialogue.merge(items)
}

/** Marks the newest message as read, for all operators. */
export async function readDialogue(id: number): Promise<void> {
  if (opening?.id === id) await opening.seen.see(opening.dialogue)
}

/** Reads the open conversation again: others change it, too. An answer that a change has overtaken is asked for again. */
export async function refreshConversation(id: number): Promise<void> {
  const asked = learned
  const fresh = await attemptQuietly(() => ask(getOperatorConversation, { params: { id } }))
  if (!fresh || opening?.id !== id) return
  if (asked === learned) showConversation(id, fresh.data)
  else await refreshConversation(id)
}

/** Shows a change of a conversation, here and in the queue. */
export function showConversation(id: number, change: Partial<OpenConversation>): void {
  if (opening?.id === id) learned += 1
  const open = findOpen(id)
  if (open) $dialogue.set({ ...open, conversation: { ...open.conversation, ...change } })
  const { unread, assigned, waiting_since, snoozed_until } = { ...open?.conversation, ...change }
  queue.replace(id, {
    ...(unread !== undefined && { unread }),
    ...(assigned !== undefined && { assigned }),
    ...(waiting_since !== undefined && { waiting_since }),
    ...(snoozed_until !== undefined && { snoozed_until }),
  })
}
