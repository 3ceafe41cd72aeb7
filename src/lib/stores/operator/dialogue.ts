/** The conversation that is open at the desk: who has it, its dialogue, and what an operator sends into dialogues. */
import { atom, computed } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import type { AnswerOf } from '../../contract/call.ts'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import {
  getOperatorConversation,
  listConversationMessages,
  markConversationRead,
  replyToConversation,
} from '../../contract/operator/conversation.ts'
import { createDialogue, createSeen, type Dialogue, type Seen } from '../../conversation/dialogue.ts'
import { createOutbox } from '../../conversation/outbox.ts'
import type { Shelf } from '../../conversation/shelf.ts'
import { idOf } from '../../conversation/unsent.ts'
import { lineOf } from '../../rules/chat/chat-line.ts'
import { $desk, attemptQuietly, explainAtDesk, holdAtDesk } from './desk.ts'
import { showInQueue } from './queue.ts'
import { shelfOf } from './shelf.ts'

/** Whose outbox it is: who answers companies has one for that, beside the one in which he writes as a customer. */
export const $operator = computed($desk, (desk) =>
  desk.status === 'operator' ? `operator-${desk.id}` : null,
)

/** Why what waits goes out only when the same operator is back; null: it goes out now. */
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

/** What is still to be sent, of all conversations, in the order of writing. */
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

/** Beside what is shown of it. Opened anew it is another one, and nobody waits for what was asked for before. */
interface Opening {
  id: number
  dialogue: Dialogue
  seen: Seen
  /** The files beside it. */
  shelf: Shelf | undefined
  stopPolling: () => void
  /** As the first answer had it. */
  conversation: OpenConversation | undefined
  /** Counted up by whatever is learned of the conversation: what was asked for before that is older. */
  learned: number
  /** Of the files beside it, as they were read last. */
  filesMark: string | null
}

let opening: Opening | undefined

/** Opens a conversation, or reads the one that is open anew. */
export async function openDialogue(id: number): Promise<void> {
  const former = opening
  former?.stopPolling()
  const mine = makeOpening(id, former)
  opening = mine
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

function makeOpening(id: number, former: Opening | undefined): Opening {
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
      const asked = mine.learned
      const messages = await ask(listConversationMessages, { params: { id }, query: { after: seq } })
      const company = findOpen(id)?.conversation.company
      // The queue has other words for a company than a dialogue.
      if (opening === mine && asked === mine.learned && company) {
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
  const seen =
    former?.id === id
      ? former.seen
      : createSeen({
          readUpTo: () => findOpen(id)?.conversation.read_seq,
          markRead: async (seq) => {
            const input = { params: { id }, body: { read_seq: seq } }
            const read = await attemptQuietly(() => ask(markConversationRead, input))
            if (read) showConversation(id, { read_seq: read.data.read_seq, unread: read.data.unread })
          },
        })
  const mine: Opening = {
    id,
    dialogue,
    seen,
    shelf: former?.id === id ? former.shelf : undefined,
    stopPolling: () => {},
    conversation: undefined,
    learned: (former?.learned ?? 0) + 1,
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

// Nothing of the companies stays for whoever comes after a logout.
$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') closeDialogue()
})

/** Of the conversation with this id, if it is still the one that is open. */
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

/** What cannot be read now is read with the next poll. */
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

/** The newest message is in view: it has been read, for all operators. */
export async function readDialogue(id: number): Promise<void> {
  if (opening?.id === id) await opening.seen.see(opening.dialogue)
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
  const { unread, assigned, waiting_since, snoozed_until } = { ...open?.conversation, ...change }
  showInQueue(id, {
    ...(unread !== undefined && { unread }),
    ...(assigned !== undefined && { assigned }),
    ...(waiting_since !== undefined && { waiting_since }),
    ...(snoozed_until !== undefined && { snoozed_until }),
  })
}
