/** Sending: what is written goes into the outbox of this device and from there, in order, to the server. */
import { atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import {
  dropUnsent,
  explainUnsent,
  ON_ITS_WAY,
  type Place,
  putInOutbox,
  readOutbox,
  requeueUnsent,
  type Unsent,
} from '../../browser/chat-outbox.ts'
import { newClientId } from '../../browser/client-id.ts'
import { pauseForLine } from '../../browser/line.ts'
import { makeBell } from '../../chat/bell.ts'
import { drain } from '../../chat/drain.ts'
import { lead, type Turn } from '../../chat/lead.ts'
import type { ChatMessage } from '../../contract/chat/chat-message.ts'
import { askForLoginAgain, LOGIN_EXPIRED } from '../login.ts'
import { $owner } from '../session.ts'
import { isOver } from './is-over.ts'
import { hearChat, tellChat } from './tabs.ts'

/** Of who is logged in, in the order of writing. */
export const $unsent = atom<readonly Unsent[]>([])

type Sent = (place: Place, message: ChatMessage) => void

/** The one who is followed; none while the page is being left. */
let following: { owner: string; turn: Turn; hurry: AbortController } | undefined

/** Sends what is there, and what is written from now on. @param onSent hears of what the server has taken */
export function followOutbox(owner: string, onSent: Sent): () => void {
  const turn = lead(`chat-outbox:${owner}`, (signal) => empty(owner, signal, onSent))
  following = { owner, turn, hurry: new AbortController() }
  const deaf = hearChat((news) => {
    if (news.kind === 'outbox') noticeOutbox(owner)
  })
  noticeOutbox(owner)
  return () => {
    deaf()
    turn.stop()
    following = undefined
    $unsent.set([])
  }
}

/** Puts a message in the outbox. @returns what the person has to be told when it could not be kept */
export async function send(
  place: Place,
  message: Pick<Unsent, 'type' | 'detail' | 'size'>,
): Promise<string | undefined> {
  const owner = $owner.get()
  if (owner === null) {
    askForLoginAgain()
    return LOGIN_EXPIRED
  }
  const unsent = {
    ...message,
    owner,
    place,
    client_id: newClientId(),
    at: new Date().toISOString(),
    ...ON_ITS_WAY,
  }
  try {
    await putInOutbox(unsent)
  } catch (error) {
    return `本机无法保存这条消息：${error instanceof DOMException ? '浏览器的存储空间不可用' : explainError(error)}`
  }
  await readAnew(owner)
  tellChat({ kind: 'outbox' })
  sendHere()
  return undefined
}

/** Tries again now what failed or waits. */
export async function resend(clientId: string): Promise<void> {
  const owner = $owner.get()
  const unsent = $unsent.get().find(({ client_id }) => client_id === clientId)
  if (owner === null || !unsent || unsent.isDelayed) return
  if (unsent.isRefused) await requeueUnsent(unsent)
  else await explainUnsent(unsent.no, ON_ITS_WAY)
  await readAnew(owner)
  tellChat({ kind: 'outbox' })
  sendHere()
}

/** Gives up what the server has refused. @returns false: it is on its way again, and cannot be called back */
export async function discard(clientId: string): Promise<boolean> {
  const owner = $owner.get()
  const unsent = $unsent.get().find(({ client_id }) => client_id === clientId)
  if (owner === null || !unsent?.isRefused) return false
  const isDropped = await dropUnsent(unsent.no)
  await readAnew(owner)
  tellChat({ kind: 'outbox' })
  return isDropped
}

/** What another tab wrote is sent here where that tab is closed before it has sent it. */
async function noticeOutbox(owner: string): Promise<void> {
  await readAnew(owner)
  if ($unsent.get().some(({ isRefused }) => !isRefused)) following?.turn.stand()
}

/** This is the page that the person looks at: a page in the background may be asleep. */
function sendHere(): void {
  following?.hurry.abort()
  if (following) following.hurry = new AbortController()
  following?.turn.take()
}

function empty(owner: string, signal: AbortSignal, onSent: Sent): Promise<void> {
  return drain({
    owner,
    signal,
    pause: (failures) => pauseForLine(failures, following ? [signal, following.hurry.signal] : signal),
    wait: (ms) => makeBell().pause(ms, signal),
    onSent: (unsent, message) => {
      // Somebody else is logged in by now.
      if (following?.owner !== owner) return
      tellChat({ kind: 'messages', place: unsent.place, items: [message] })
      onSent(unsent.place, message)
      changed(owner)
    },
    onChange: () => changed(owner),
    isOver: (error) => isOver(error, owner),
  })
}

function changed(owner: string): void {
  tellChat({ kind: 'outbox' })
  readAnew(owner)
}

async function readAnew(owner: string): Promise<void> {
  // Where the device does not answer, what is shown stays.
  const unsent = await readOutbox(owner).catch(() => undefined)
  if (unsent && following?.owner === owner) $unsent.set(unsent)
}
