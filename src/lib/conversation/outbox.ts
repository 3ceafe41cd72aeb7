/**
 * The outbox of this device: messages go from there to the server, in order. It survives a reload. Every tab with the same
 * person sends from it, one message at a time in all of them.
 */
import { atom, type ReadableAtom } from 'nanostores'
import { explainError, HttpError, RefusedError } from '../api/errors.ts'
import { laterSeconds } from '../api/later.ts'
import { newClientId } from '../browser/client-id.ts'
import { notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { pause, waitForNetwork } from '../browser/wait-for-network.ts'
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
import {
  type DialoguePlace,
  dropRefused,
  dropUnsent,
  explainUnsent,
  ON_ITS_WAY,
  putInOutbox,
  readOutbox,
  requeueUnsent,
  type Unsent,
} from './unsent.ts'

interface OutboxCalls {
  post: (unsent: Unsent) => Promise<ChatMessage>
  endsSession: (error: unknown, owner: string) => boolean
}

type Sent = (place: DialoguePlace, message: ChatMessage) => void

interface Outbox {
  /** The followed person's messages, in the order of writing, also those of earlier visits. */
  $unsent: ReadableAtom<readonly Unsent[]>
  /** @param onSent gets each message that the server has accepted */
  follow: (owner: string, onSent: Sent) => () => void
  sendText: (owner: string, place: DialoguePlace, typed: string) => string | undefined
  sendFile: (owner: string, place: DialoguePlace, file: NamedFile & { size: number | null }) => void
  resend: (clientId: string) => void
  /** Drops a message that the server has refused. @returns false when it is already on its way */
  discard: (clientId: string) => boolean
  goOn: () => void
}

interface Following {
  owner: string
  onSent: Sent
  end: AbortController
  hurry: AbortController
  isSending: boolean
  /** Something was written while the outbox was being emptied. */
  isWanted: boolean
}

export function createOutbox({ post, endsSession }: OutboxCalls): Outbox {
  const $unsent = atom<readonly Unsent[]>([])
  let following: Following | undefined

  function follow(owner: string, onSent: Sent): () => void {
    const [end, hurry] = [new AbortController(), new AbortController()]
    following = { owner, onSent, end, hurry, isSending: false, isWanted: false }
    // A tab's message is sent here if that tab closes before it has sent it.
    const unsubscribe = onTabsNotified('chat', sendWaiting)
    sendWaiting()
    return () => {
      unsubscribe()
      end.abort()
      following = undefined
      $unsent.set([])
    }
  }

  function readUnsent(): void {
    if (following) $unsent.set(readOutbox(following.owner))
  }

  function sendWaiting(): void {
    readUnsent()
    if ($unsent.get().some(({ isRefused }) => !isRefused)) sendNow()
  }

  async function sendNow(): Promise<void> {
    const mine = following
    if (!mine) return
    mine.isWanted = true
    mine.hurry.abort()
    mine.hurry = new AbortController()
    if (mine.isSending) return
    mine.isSending = true
    const { signal } = mine.end
    while (mine.isWanted && !signal.aborted) {
      mine.isWanted = false
      await sendInOrder({
        owner: mine.owner,
        signal,
        post,
        pause: (failures) => waitForNetwork(failures, AbortSignal.any([signal, mine.hurry.signal])),
        wait: (ms) => pause(ms, signal),
        onSent: ({ place }, message) => {
          // Another person has logged in meanwhile.
          if (signal.aborted) return
          mine.onSent(place, message)
          noteChange()
        },
        onChange: noteChange,
        endsSession: (error) => endsSession(error, mine.owner),
      })
    }
    mine.isSending = false
  }

  function noteChange(): void {
    readUnsent()
    notifyTabs('chat')
  }

  function find(clientId: string): Unsent | undefined {
    return $unsent.get().find(({ client_id }) => client_id === clientId)
  }

  function send(owner: string, place: DialoguePlace, message: Pick<Unsent, 'type' | 'detail' | 'size'>) {
    const written = { client_id: newClientId(), at: new Date().toISOString(), ...ON_ITS_WAY }
    putInOutbox({ ...message, owner, place, ...written })
    noteChange()
    sendNow()
  }

  return {
    $unsent,
    follow,
    sendText(owner, place, typed) {
      const checked = checkChatText(typed, CHAT_TEXT_LIMIT)
      if (!checked.ok) return checked.reason
      send(owner, place, { type: CHAT_TEXT, detail: checked.text, size: null })
      return undefined
    },
    sendFile(owner, place, file) {
      const type = isImageName(file.localName) ? CHAT_IMAGE : CHAT_ATTACHMENT
      send(owner, place, { type, detail: writeFileDetail(file), size: file.size })
    },
    resend(clientId) {
      const unsent = find(clientId)
      if (!unsent || unsent.isDelayed) return
      if (unsent.isRefused) requeueUnsent(unsent)
      else explainUnsent(unsent, ON_ITS_WAY)
      noteChange()
      sendNow()
    },
    discard(clientId) {
      const unsent = find(clientId)
      const isDropped = unsent !== undefined && dropRefused(unsent)
      noteChange()
      return isDropped
    },
    goOn: () => {
      sendNow()
    },
  }
}

interface Emptying {
  owner: string
  signal: AbortSignal
  /** Idempotent: sent twice it is one message. */
  post: (unsent: Unsent) => Promise<ChatMessage>
  onSent: (unsent: Unsent, message: ChatMessage) => void
  onChange: () => void
  pause: (failures: number) => Promise<void>
  wait: (ms: number) => Promise<void>
  endsSession: (error: unknown) => boolean
}

export async function sendInOrder(emptying: Emptying): Promise<void> {
  const { owner, signal } = emptying
  let failures = 0
  while (!signal.aborted) {
    // One message at a time in all tabs keeps the order of writing; no tab waits for the network while others wait for it.
    const end = await inTurn(`chat-outbox:${owner}`, signal, () => sendNext(emptying, failures))
    if (end === 'over') return
    if (end === 'sent') failures = 0
    if (end === 'failed') await emptying.pause(failures++)
    if (typeof end === 'number') await emptying.wait(end)
  }
}

/** `number`: the server asks to wait this many milliseconds. */
type End = 'over' | 'sent' | 'explained' | 'failed' | number

async function inTurn(name: string, signal: AbortSignal, work: () => Promise<End>): Promise<End> {
  if (!navigator.locks) return work()
  return navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (signal.aborted) return 'over' as const
    throw error
  })
}

async function sendNext(emptying: Emptying, failures: number): Promise<End> {
  const { owner, signal, onChange } = emptying
  const unsent = readOutbox(owner).find(({ isRefused }) => !isRefused)
  if (unsent === undefined || signal.aborted) return 'over'
  const explain = (reason: string, isRefused: boolean, isDelayed = false) => {
    if (reason === unsent.reason && isRefused === unsent.isRefused) return
    explainUnsent(unsent, { reason, isRefused, isDelayed })
    onChange()
  }
  try {
    const message = await emptying.post(unsent)
    dropUnsent(unsent)
    emptying.onSent(unsent, message)
    return 'sent'
  } catch (error) {
    if (signal.aborted || emptying.endsSession(error)) return 'over'
    const retrySeconds = laterSeconds(error)
    if (retrySeconds !== undefined) {
      explain(`${explainError(error)}（约 ${retrySeconds} 秒后自动重发）`, false, true)
      return retrySeconds * SECOND_MS
    }
    const isRefused = isFinal(error)
    // One lost answer needs no message; the next attempt usually succeeds.
    if (isRefused || failures > 0) explain(explainError(error), isRefused)
    return isRefused ? 'explained' : 'failed'
  }
}

/** Whether a retry would fail in the same way. */
export function isFinal(error: unknown): boolean {
  if (laterSeconds(error) !== undefined) return false
  if (error instanceof HttpError) return error.status < 500
  return error instanceof RefusedError
}
