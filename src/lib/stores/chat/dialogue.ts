/** Dialogues of a company: its chat and the topics of its orders. */

import { map } from 'nanostores'
import { ask, askUnless } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { listTopicMessages, sendTopicMessage } from '../../contract/chat/advisory.ts'
import { listChatMessages, sendChatMessage } from '../../contract/chat/chat.ts'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../../contract/chat/chat-message.ts'
import { type Grade, type Rating, rateConversation, readRating } from '../../contract/chat/rating.ts'
import { createDialogue, type Dialogue } from '../../conversation/dialogue.ts'
import { createOutbox } from '../../conversation/outbox.ts'
import { type DialoguePlace, idOf } from '../../conversation/unsent.ts'
import { askForLoginAgain, LOGIN_EXPIRED } from '../login.ts'
import { $owner } from '../session.ts'
import type { StoredFile } from '../uploads/single.ts'
import { askAgainIfLeft, explainFailure } from './failures.ts'

const outbox = createOutbox({
  post: async ({ place, type, detail, client_id }) => {
    const message = { type, detail, client_id }
    const { data } =
      place === 'chat'
        ? await ask(sendChatMessage, { body: message })
        : await ask(sendTopicMessage, { body: { ...message, group_id: idOf(place) } })
    return data
  },
  endsSession: askAgainIfLeft,
})

export const { $unsent, resend, discard, follow: followOutbox } = outbox

/** @returns why it cannot be sent; undefined: it is on its way */
export function sendText(place: DialoguePlace, typed: string): string | undefined {
  const owner = $owner.get()
  return owner === null ? askToComeBack() : outbox.sendText(owner, place, typed)
}

export function sendFile(place: DialoguePlace, file: StoredFile): string | undefined {
  const owner = $owner.get()
  if (owner === null) return askToComeBack()
  outbox.sendFile(owner, place, file)
  return undefined
}

function askToComeBack(): string {
  askForLoginAgain()
  return `发送失败，${LOGIN_EXPIRED}`
}

const dialogues = new Map<DialoguePlace, Dialogue>()

export function dialogueOf(place: DialoguePlace): Dialogue {
  const known = dialogues.get(place)
  if (known) return known
  const dialogue = createDialogue({
    place,
    fetchNewest: () => fetchMessages(place, { page: 1 }),
    fetchAfter: (seq, files) => fetchAfter(place, seq, files),
    $unsent,
    explain: explainFailure,
  })
  dialogues.set(place, dialogue)
  return dialogue
}

function fetchMessages(place: DialoguePlace, from: { page: number } | { after: number }) {
  const query = { ...from, per_page: CHAT_PAGE_SIZE }
  return place === 'chat'
    ? ask(listChatMessages, { query })
    : ask(listTopicMessages, { params: { id: idOf(place) }, query })
}

/** Nearly always there is nothing, and the files are as they were: then the chat's answer is hardly one. */
async function fetchAfter(place: DialoguePlace, after: number, files: string | null) {
  if (place !== 'chat' || files === null) return fetchMessages(place, { after })
  const news = await askUnless(listChatMessages, { query: { after, per_page: CHAT_PAGE_SIZE } }, files)
  return news ?? { result: { items: [], total: 0 }, files }
}

export function mergeInto(place: DialoguePlace, items: readonly ChatMessage[]): void {
  dialogues.get(place)?.merge(items)
}

export function forgetDialogues(): void {
  for (const dialogue of dialogues.values()) dialogue.forget()
}

// 满意度: whether the company is asked to rate a conversation, and its rating.

export const $ratings = map<Record<number, Rating>>({})

$owner.listen(() => $ratings.set({}))

export async function askForRating(id: number): Promise<void> {
  const owner = $owner.get()
  try {
    const { data } = await ask(readRating, { params: { id } })
    if ($owner.get() === owner) $ratings.setKey(id, data)
  } catch {
    // The dialogue shows connection and session errors.
  }
}

export async function sendRating(
  id: number,
  seq: number,
  grade: Grade | null,
  note = '',
): Promise<string | undefined> {
  const owner = $owner.get()
  try {
    const { data } = await ask(rateConversation, { params: { id }, body: { seq, grade, note } })
    if ($owner.get() === owner) $ratings.setKey(id, data)
    return undefined
  } catch (error) {
    if (!askAgainIfLeft(error, owner)) await askForRating(id)
    return explainError(error)
  }
}
