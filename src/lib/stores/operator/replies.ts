/** What an operator sends: shown at once, sent in order, kept until it is there. */
import { atom } from 'nanostores'
import { postReply } from '../../api/operator-conversation.ts'
import { CHAT_ATTACHMENT, CHAT_IMAGE, CHAT_TEXT, CHAT_TEXT_LIMIT } from '../../contract/chat-message.ts'
import { checkChatText, isImageName, writeFileDetail } from '../../rules/chat-detail.ts'
import { attempt } from './desk.ts'
import { $dialogue, addMessages, findOpen, readConversation } from './dialogue.ts'

export interface Outgoing {
  conversationId: number
  /** Sent again with the same one, it is still one message. */
  clientId: string
  type: typeof CHAT_TEXT | typeof CHAT_ATTACHMENT | typeof CHAT_IMAGE
  detail: string
  /** ISO 8601. */
  at: string
  state: { status: 'sending' } | { status: 'failed'; reason: string }
}

export const $outgoing = atom<readonly Outgoing[]>([])

let sending: Promise<void> = Promise.resolve()

/** @returns why it cannot be sent; undefined: it is on its way, and the field may be emptied */
export function sendReply(conversationId: number, typed: string): string | undefined {
  const checked = checkChatText(typed, CHAT_TEXT_LIMIT)
  if (!checked.ok) return checked.reason
  put(conversationId, CHAT_TEXT, checked.text)
  return undefined
}

/** A file that is in the store. */
export function sendFileReply(conversationId: number, file: { localName: string; hashName: string }): void {
  put(conversationId, isImageName(file.localName) ? CHAT_IMAGE : CHAT_ATTACHMENT, writeFileDetail(file))
}

function put(conversationId: number, type: Outgoing['type'], detail: string): void {
  const item: Outgoing = {
    conversationId,
    clientId: crypto.randomUUID(),
    type,
    detail,
    at: new Date().toISOString(),
    state: { status: 'sending' },
  }
  $outgoing.set([...$outgoing.get(), item])
  enqueue(item)
}

/** Tries again what failed. */
export function retryReply(clientId: string): void {
  const item = $outgoing.get().find((other) => other.clientId === clientId)
  if (item?.state.status !== 'failed') return
  setState(clientId, { status: 'sending' })
  enqueue(item)
}

/** One after the other, so that they arrive in the order in which they were written. */
function enqueue(item: Outgoing): void {
  sending = sending.then(() => send(item))
}

async function send({ conversationId, clientId, type, detail }: Outgoing): Promise<void> {
  const done = await attempt(() => postReply(conversationId, { type, detail, client_id: clientId }))
  if (!done.ok) return setState(clientId, { status: 'failed', reason: done.text })
  addMessages(conversationId, [done.value])
  await readConversation(conversationId)
  // A colleague's message may lie between: then the poll brings both, and the bubble waits for it.
  if (!findOpen(conversationId)) forget(new Set([clientId]))
}

function forget(clientIds: ReadonlySet<string | null>): void {
  const left = $outgoing.get().filter(({ clientId }) => !clientIds.has(clientId))
  if (left.length < $outgoing.get().length) $outgoing.set(left)
}

// What has arrived is no longer on its way.
$dialogue.listen((state) => {
  if (state.status === 'ready') forget(new Set(state.messages.map(({ client_id }) => client_id)))
})

// Leaving the page would lose what is on its way.
$outgoing.listen((items, before) => {
  if (items.length > 0 && (before?.length ?? 0) === 0) window.addEventListener('beforeunload', askToStay)
  if (items.length === 0) window.removeEventListener('beforeunload', askToStay)
})

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function setState(clientId: string, state: Outgoing['state']): void {
  $outgoing.set($outgoing.get().map((item) => (item.clientId === clientId ? { ...item, state } : item)))
}
