/** The company's chat with the experts: polled by one tab for all, read when it is seen, forgotten at logout. */
import { atom } from 'nanostores'
import { fetchConversation, markChatRead, startConversation } from '../../api/chat.ts'
import { explainError } from '../../api/errors.ts'
import { pauseForLine } from '../../browser/line.ts'
import { readHint } from '../../browser/session-hint.ts'
import type { Conversation } from '../../contract/chat.ts'
import { askForLoginAgain } from '../login.ts'
import { $owner, endedByRefusal, knowSession } from '../session.ts'
import { closeConsultations } from './consultations.ts'
import { dialogueOf, followFiles, forgetDialogues, mergeInto } from './dialogue.ts'
import { $chat, $chatUnread, closeChat, openChat, restoreChat } from './open.ts'
import { followOutbox } from './outbox.ts'
import { poll } from './poll.ts'
import { hearChat, joinTabs, tellChat } from './tabs.ts'

/** Null: none was begun yet, or the server has not said. */
export const $conversation = atom<Conversation | null>(null)

/** Why nothing new comes in, in words; null: it does. */
export const $chatTrouble = atom<string | null>(null)

export const chatDialogue = dialogueOf('chat')

/** Up to which message the person has seen the dialogue on this page. */
let seenUpTo = 0
let isAsked = false
let followers = 0
let stop: (() => void) | undefined

/** Keeps up with the server and the other tabs for who is logged in. */
export function followChat(): () => void {
  followers += 1
  if (followers === 1) stop = follow()
  return () => {
    followers -= 1
    if (followers === 0) stop?.()
  }
}

function follow(): () => void {
  let leave: (() => void) | undefined
  const enter = (owner: string | null) => {
    leave?.()
    leave = owner === null ? undefined : followAs(owner)
  }
  const deaf = $owner.subscribe(enter)
  const over = new AbortController()
  askWhoItIs(over.signal)
  // A page in the browser's cache holds no locks and no lines.
  const hide = () => enter(null)
  const show = ({ persisted }: PageTransitionEvent) => persisted && enter($owner.get())
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  return () => {
    deaf()
    removeEventListener('pagehide', hide)
    removeEventListener('pageshow', show)
    over.abort()
    leave?.()
  }
}

/** Asks again where the answer of the session check was lost. */
async function askWhoItIs(signal: AbortSignal): Promise<void> {
  for (let failures = 1; readHint(); failures++) {
    await pauseForLine(failures, signal)
    if (signal.aborted || $owner.get() !== null) return
    await knowSession()
  }
}

function followAs(owner: string): () => void {
  const leaveTabs = joinTabs(owner)
  const deaf = hearChat((news) => {
    if (news.kind === 'messages') mergeInto(news.place, news.items)
    if (news.kind === 'conversation') know(news.conversation)
  })
  const leaveOutbox = followOutbox(owner, (place, message) => mergeInto(place, [message]))
  const leaveFiles = followFiles(chatDialogue, 'chat')
  const poller = poll(`chat:${owner}`, ask)
  restoreChat()
  const unwatch = $chat.subscribe(({ status }, before) => {
    if (status === 'open') {
      chatDialogue.load()
      poller.open()
    } else if (before?.status === 'open') poller.close()
  })
  return () => {
    unwatch()
    leaveFiles()
    poller.stop()
    leaveOutbox()
    deaf()
    leaveTabs()
  }
}

/** Forgets everything that belongs to the person before. */
$owner.listen((owner, before) => {
  if (before === null || before === undefined || owner === before) return
  forgetDialogues()
  closeConsultations()
  $conversation.set(null)
  $chatUnread.set(0)
  $chatTrouble.set(null)
  seenUpTo = 0
  isAsked = false
  closeChat()
})

async function ask(): Promise<void> {
  const isOpen = $chat.get().status === 'open'
  try {
    if (isOpen) await chatDialogue.load()
    const hasNews = isOpen && (await chatDialogue.refresh())
    if (!isOpen || hasNews || !isAsked) await askConversation()
    $chatTrouble.set(null)
  } catch (error) {
    if (!endedByRefusal(error)) return $chatTrouble.set(explainError(error))
    // Whoever has it open finds it again after the login.
    if (isOpen) {
      askForLoginAgain()
      openChat()
    }
  }
}

async function askConversation(): Promise<void> {
  const conversation = await fetchConversation()
  isAsked = true
  know(conversation)
  tellChat({ kind: 'conversation', conversation })
}

/** Tells the experts what the person came with. Quiet: the dialogue goes without. */
export async function tellTopic(topic: { policy_id?: number; topic?: string }): Promise<void> {
  if (topic.policy_id === undefined && topic.topic === undefined) return
  try {
    know(await startConversation(topic))
  } catch (error) {
    endedByRefusal(error)
  }
}

/** Answers arrive in any order, and tabs hear of them in any order: reading and writing only go forward. */
function know(conversation: Conversation | null): void {
  if (conversation === null) return
  accept(conversation)
  readWhatIsSeen()
}

function accept(conversation: Conversation): void {
  const known = $conversation.get()
  const isOlder =
    known !== null &&
    (conversation.read_seq < known.read_seq ||
      (conversation.read_seq === known.read_seq && conversation.last_seq < known.last_seq))
  if (isOlder) return
  $conversation.set(conversation)
  $chatUnread.set(conversation.unread)
}

/** The newest message is in view. */
export function seeChat(): void {
  const state = chatDialogue.$state.get()
  if (state.status !== 'ready' || document.visibilityState === 'hidden') return
  seenUpTo = state.log.upTo
  readWhatIsSeen()
}

async function readWhatIsSeen(): Promise<void> {
  const conversation = $conversation.get()
  if (!conversation || conversation.unread === 0 || seenUpTo <= conversation.read_seq) return
  if ($chat.get().status === 'closed') return
  try {
    const read = await markChatRead(seenUpTo)
    accept(read)
    tellChat({ kind: 'conversation', conversation: read })
  } catch (error) {
    // The next round asks again.
    endedByRefusal(error)
  }
}
