/**
 * The outbox of this device: messages go from there to the server, in order. It survives a reload, and one tab sends for all:
 * the one in which the person wrote last.
 */
import { atom, type ReadableAtom } from 'nanostores'
import { explainError, HttpError, RefusedError } from '../api/errors.ts'
import { laterSeconds } from '../api/later.ts'
import { newClientId } from '../browser/client-id.ts'
import { waitForNetwork } from '../browser/wait-for-network.ts'
import {
  CHAT_ATTACHMENT,
  CHAT_IMAGE,
  CHAT_TEXT,
  CHAT_TEXT_LIMIT,
  type ChatMessage,
} from '../contract/chat/chat-message.ts'
import { checkChatText, isImageName, writeFileDetail } from '../rules/chat/chat-detail.ts'
import { SECOND_MS } from '../rules/time/durations.ts'
import type { NamedFile } from './file-calls.ts'
import { type Candidate, electLeader } from './leader-tab.ts'
import { createSleeper } from './sleeper.ts'
import { onDialogueEvent, sendDialogueEvent } from './tabs.ts'
import {
  type Delivery,
  dropUnsent,
  explainUnsent,
  ON_ITS_WAY,
  type Place,
  putInOutbox,
  readOutbox,
  requeueUnsent,
  type Unsent,
} from './unsent.ts'

interface OutboxCalls {
  /** Idempotent: sent twice it is one message. */
  post: (unsent: Unsent) => Promise<ChatMessage>
  /** True when the session has ended, and the rest waits for the same person. */
  endsSession: (error: unknown, owner: string) => boolean
}

type Sent = (place: Place, message: ChatMessage) => void

interface Outbox {
  /** The followed person's messages, in the order of writing. */
  $unsent: ReadableAtom<readonly Unsent[]>
  /** Whether messages from earlier visits are included. */
  $isRead: ReadableAtom<boolean>
  /** Sends the stored messages and later ones. @param onSent gets each message that the server has accepted */
  follow: (owner: string, onSent: Sent) => () => void
  /** Puts a text in the outbox. @returns why it cannot be sent */
  sendText: (owner: string, place: Place, typed: string) => Promise<string | undefined>
  /** Puts a file of the store in the outbox. */
  sendFile: (
    owner: string,
    place: Place,
    file: NamedFile & { size: number | null },
  ) => Promise<string | undefined>
  /** Retries failed and waiting messages now. */
  resend: (clientId: string) => Promise<void>
  /** Drops a message that the server has refused. @returns false when it is already on its way */
  discard: (clientId: string) => Promise<boolean>
  /** Resumes after the same person has logged in again. */
  goOn: () => void
}

export function createOutbox({ post, endsSession }: OutboxCalls): Outbox {
  const $unsent = atom<readonly Unsent[]>([])
  const $isRead = atom(false)
  /** Undefined while the page is being left. */
  let following: { owner: string; candidate: Candidate; hurry: AbortController } | undefined

  function follow(owner: string, onSent: Sent): () => void {
    const candidate = electLeader(`chat-outbox:${owner}`, (signal) => empty(owner, signal, onSent))
    following = { owner, candidate, hurry: new AbortController() }
    const unsubscribe = onDialogueEvent((event) => {
      if (event.kind === 'outbox') queueUp(owner)
    })
    queueUp(owner)
    return () => {
      unsubscribe()
      candidate.stop()
      following = undefined
      $unsent.set([])
      $isRead.set(false)
    }
  }

  /** A tab's message is sent here if that tab closes before it has sent it. */
  async function queueUp(owner: string): Promise<void> {
    await readAnew(owner)
    if ($unsent.get().some(({ isRefused }) => !isRefused)) following?.candidate.queueUp()
  }

  /** This page sends, because the person looks at it: a background page may sleep. */
  function sendHere(): void {
    following?.hurry.abort()
    if (following) following.hurry = new AbortController()
    following?.candidate.claim()
  }

  function empty(owner: string, signal: AbortSignal, onSent: Sent): Promise<void> {
    return sendInOrder({
      owner,
      signal,
      post,
      pause: (failures) => waitForNetwork(failures, following ? [signal, following.hurry.signal] : signal),
      wait: (ms) => createSleeper().sleep(ms, signal),
      onSent: (unsent, message) => {
        // Another person has logged in meanwhile.
        if (following?.owner !== owner) return
        sendDialogueEvent({ kind: 'messages', place: unsent.place, items: [message] })
        onSent(unsent.place, message)
        changed(owner)
      },
      onChange: () => changed(owner),
      endsSession: (error) => endsSession(error, owner),
    })
  }

  /** Updates the view here and in the other tabs. */
  async function changed(owner: string): Promise<void> {
    await readAnew(owner)
    // Only now: a tab that hears of it may take over from one that has not begun to send.
    sendDialogueEvent({ kind: 'outbox' })
  }

  async function readAnew(owner: string): Promise<void> {
    // If the device does not answer, the shown messages stay.
    const unsent = await readOutbox(owner).catch(() => undefined)
    if (following?.owner !== owner) return
    if (unsent) $unsent.set(unsent)
    $isRead.set(true)
  }

  function find(clientId: string): Unsent | undefined {
    return $unsent.get().find(({ client_id }) => client_id === clientId)
  }

  async function send(owner: string, place: Place, message: Pick<Unsent, 'type' | 'detail' | 'size'>) {
    const written = { client_id: newClientId(), at: new Date().toISOString(), ...ON_ITS_WAY }
    try {
      await putInOutbox({ ...message, owner, place, ...written })
    } catch (error) {
      const cause = error instanceof DOMException ? '浏览器的存储空间不可用' : explainError(error)
      return `发送失败，本机无法保存这条消息：${cause}`
    }
    await changed(owner)
    sendHere()
    return undefined
  }

  async function sendText(owner: string, place: Place, typed: string): Promise<string | undefined> {
    const checked = checkChatText(typed, CHAT_TEXT_LIMIT)
    return checked.ok
      ? send(owner, place, { type: CHAT_TEXT, detail: checked.text, size: null })
      : checked.reason
  }

  const sendFile: Outbox['sendFile'] = (owner, place, file) => {
    const type = isImageName(file.localName) ? CHAT_IMAGE : CHAT_ATTACHMENT
    return send(owner, place, { type, detail: writeFileDetail(file), size: file.size })
  }

  async function resend(clientId: string): Promise<void> {
    const unsent = find(clientId)
    if (!unsent || unsent.isDelayed) return
    if (unsent.isRefused) await requeueUnsent(unsent)
    else await explainUnsent(unsent.no, ON_ITS_WAY)
    await changed(unsent.owner)
    sendHere()
  }

  async function discard(clientId: string): Promise<boolean> {
    const unsent = find(clientId)
    if (!unsent?.isRefused) return false
    const isDropped = await dropUnsent(unsent.no)
    await changed(unsent.owner)
    return isDropped
  }

  return { $unsent, $isRead, follow, sendText, sendFile, resend, discard, goOn: sendHere }
}

interface Emptying {
  owner: string
  signal: AbortSignal
  /** Idempotent: sent twice it is one message. */
  post: (unsent: Unsent) => Promise<ChatMessage>
  onSent: (unsent: Unsent, message: ChatMessage) => void
  onChange: () => void
  /** Waits for the network, longer after each failure in a row. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** True when the session has ended, and the rest waits for the same person. */
  endsSession: (error: unknown) => boolean
}

/** Empties the outbox of this device. Returns when no message is left that may be sent. */
export async function sendInOrder(emptying: Emptying): Promise<void> {
  const { signal } = emptying
  let failures = 0
  while (!signal.aborted) {
    // A temporarily unreadable outbox does not end the loop: the next attempt finds its messages.
    const end = await sendNext(emptying, failures).catch(() => 'failed' as const)
    if (end === 'over') return
    if (end === 'sent') failures = 0
    if (end === 'failed') await emptying.pause(failures++, signal)
  }
}

type End = 'over' | 'sent' | 'explained' | 'failed'

async function sendNext(emptying: Emptying, failures: number): Promise<End> {
  const { owner, signal, onChange } = emptying
  const unsent = (await readOutbox(owner)).find(({ isRefused }) => !isRefused)
  if (unsent === undefined || signal.aborted) return 'over'
  try {
    const message = await emptying.post(unsent)
    await dropUnsent(unsent.no)
    emptying.onSent(unsent, message)
    return 'sent'
  } catch (error) {
    if (signal.aborted || emptying.endsSession(error)) return 'over'
    const retrySeconds = laterSeconds(error)
    if (retrySeconds !== undefined) {
      const reason = `${explainError(error)}（约 ${retrySeconds} 秒后自动重发）`
      await explain(unsent, { reason, isRefused: false, isDelayed: true }, onChange)
      await emptying.wait(retrySeconds * SECOND_MS, signal)
      return 'explained'
    }
    const isRefused = isFinal(error)
    // One lost answer needs no message; the next attempt usually succeeds.
    if (isRefused || failures > 0)
      await explain(unsent, { reason: explainError(error), isRefused, isDelayed: false }, onChange)
    return isRefused ? 'explained' : 'failed'
  }
}

async function explain(unsent: Unsent, delivery: Delivery, onChange: () => void): Promise<void> {
  if (delivery.reason === unsent.reason && delivery.isRefused === unsent.isRefused) return
  await explainUnsent(unsent.no, delivery)
  onChange()
}

/** Whether a retry would fail in the same way. */
export function isFinal(error: unknown): boolean {
  if (laterSeconds(error) !== undefined) return false
  if (error instanceof HttpError) return error.status < 500
  return error instanceof RefusedError
}
