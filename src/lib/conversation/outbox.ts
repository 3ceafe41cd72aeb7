/**
 * Sending: what is written goes into the outbox of this device and from there, in order, to the server. It survives a
 * reload, and of all tabs one sends: the one in which the person wrote last.
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
  /** Sent twice it is one message. */
  post: (unsent: Unsent) => Promise<ChatMessage>
  /** True: nobody is logged in any more, and what is left waits for the same person. */
  endsSession: (error: unknown, owner: string) => boolean
}

type Sent = (place: Place, message: ChatMessage) => void

interface Outbox {
  /** Of whoever is followed, in the order of writing. */
  $unsent: ReadableAtom<readonly Unsent[]>
  /** Whether what was kept from before is among them. */
  $isRead: ReadableAtom<boolean>
  /** Sends what is there, and what is written from now on. @param onSent hears of what the server has taken */
  follow: (owner: string, onSent: Sent) => () => void
  /** Puts a text in the outbox. @returns why it cannot be sent */
  sendText: (owner: string, place: Place, typed: string) => Promise<string | undefined>
  /** The same, of a file that is in the store. */
  sendFile: (
    owner: string,
    place: Place,
    file: NamedFile & { size: number | null },
  ) => Promise<string | undefined>
  /** Tries again now what failed or waits. */
  resend: (clientId: string) => Promise<void>
  /** Gives up what the server has refused. @returns false: it is on its way again, and cannot be called back */
  discard: (clientId: string) => Promise<boolean>
  /** The session was over, and the same person is back. */
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

  /** What another tab wrote is sent here where that tab is closed before it has sent it. */
  async function queueUp(owner: string): Promise<void> {
    await readAnew(owner)
    if ($unsent.get().some(({ isRefused }) => !isRefused)) following?.candidate.queueUp()
  }

  /** This is the page that the person looks at: a page in the background may be asleep. */
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
        // Somebody else is logged in by now.
        if (following?.owner !== owner) return
        sendDialogueEvent({ kind: 'messages', place: unsent.place, items: [message] })
        onSent(unsent.place, message)
        changed(owner)
      },
      onChange: () => changed(owner),
      endsSession: (error) => endsSession(error, owner),
    })
  }

  /** Shows it here and in the other tabs. */
  async function changed(owner: string): Promise<void> {
    await readAnew(owner)
    // Only now: a tab that hears of it may take the sending over from one that has not begun.
    sendDialogueEvent({ kind: 'outbox' })
  }

  async function readAnew(owner: string): Promise<void> {
    // Where the device does not answer, what is shown stays.
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
  /** Sent twice it is one message. */
  post: (unsent: Unsent) => Promise<ChatMessage>
  onSent: (unsent: Unsent, message: ChatMessage) => void
  /** Something in the outbox has changed. */
  onChange: () => void
  /** Waits for the network, longer after more failures in a row. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** True: nobody is logged in any more, and what is left waits for the same person. */
  endsSession: (error: unknown) => boolean
}

/** Empties the outbox of this device. Ends when nothing is left that may be sent. */
export async function sendInOrder(emptying: Emptying): Promise<void> {
  const { signal } = emptying
  let failures = 0
  while (!signal.aborted) {
    // An outbox that cannot be read or written just now is no end: what it keeps is found with the next try.
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
    // One lost answer is no news; the next try mostly brings it.
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

/** Trying again would bring the same. */
export function isFinal(error: unknown): boolean {
  if (laterSeconds(error) !== undefined) return false
  if (error instanceof HttpError) return error.status < 500
  return error instanceof RefusedError
}
