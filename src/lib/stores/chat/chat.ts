/**
 * The company's chat with the experts: one tab polls for all; messages count as read when seen; a logout clears it.
 */
import { atom } from 'nanostores'
import { ask, hearEvents } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { together } from '../../browser/together.ts'
import {
  type Conversation,
  followConversations,
  getConversation,
  readConversation,
} from '../../contract/chat/chat.ts'
import { CHATTING_PER_PAGE, listConsultations } from '../../contract/chat/chatting.ts'
import { createSeen } from '../../conversation/dialogue.ts'
import { poll } from '../../conversation/poll.ts'
import {
  emitDialogueEvent,
  followOwner,
  joinTabs,
  onDialogueEvent,
  sendDialogueEvent,
} from '../../conversation/tabs.ts'
import { MINUTE_MS } from '../../rules/time/durations.ts'
import { growList } from '../kit/growing-list.ts'
import { $companyId, $hasExpired, $owner, $session } from '../session.ts'
import { $conversation, acceptConversation, followChatTopic, forgetConversation } from './conversation.ts'
import { dialogueOf, followFiles, followOutbox, forgetDialogues, mergeInto } from './dialogue.ts'
import { askAgainIfLeft, handleLeaving } from './failures.ts'
import { $chat, $topicsUnread, closeChat, openChat, restoreChat } from './open.ts'

/** Why no messages arrive, in words; null if they do. */
export const $chatTrouble = atom<string | null>(null)

export const chatDialogue = dialogueOf('chat')

/** How long the conversation is assumed unchanged without new messages. */
const KNOWN_FOR_MS = MINUTE_MS

/** Time of the last request for the conversation; 0 if it is outdated. */
let askedAtMs = 0

let followers = 0
let stop: (() => void) | undefined

/** Follows the server and the other tabs for the logged-in person. */
export function followChat(): () => void {
  followers += 1
  if (followers === 1) stop = follow()
  return () => {
    followers -= 1
    if (followers === 0) stop?.()
  }
}

/** The session check repeats while this listens. */
function follow(): () => void {
  return together(
    followOwner($owner, followAs),
    $session.listen(() => {}),
  )
}

function followAs(owner: string): () => void {
  const leaveTabs = joinTabs(owner)
  const unsubscribe = onDialogueEvent((event) => {
    if (event.kind === 'messages') mergeInto(event.place, event.items)
    if (event.kind === 'conversation') know(event.conversation)
    if (event.kind === 'topics') $topicsUnread.set(event.unread)
    if (event.kind === 'stale') askedAtMs = 0
    if (event.kind === 'hello' && ($conversation.get() || $topicsUnread.get())) tellWhatIsKnown()
  })
  sendDialogueEvent({ kind: 'hello' })
  const leaveOutbox = followOutbox(owner, (place, message) => mergeInto(place, [message]))
  const leaveFiles = followFiles(chatDialogue, 'chat')
  const leaveTopic = followChatTopic(owner)
  const poller = poll(`chat:${owner}`, askForNews, (onEvent, signal) =>
    hearEvents(followConversations, onEvent, signal),
  )
  restoreChat()
  const unwatch = $chat.subscribe(({ status }, before) => {
    if (status === 'open') {
      chatDialogue.load()
      poller.open()
    } else if (before?.status === 'open') poller.close()
  })
  return () => {
    unwatch()
    leaveTopic()
    leaveFiles()
    poller.stop()
    leaveOutbox()
    unsubscribe()
    leaveTabs()
  }
}

/** Clears the previous person's data. An open chat reopens after the next login. */
$owner.listen((owner, before) => {
  if (before === null || before === undefined || owner === before) return
  const wasOpen = $chat.get().status === 'open'
  forgetDialogues()
  closeConsultations()
  forgetConversation()
  $topicsUnread.set(0)
  $chatTrouble.set(null)
  askedAtMs = 0
  seen.forget()
  closeChat()
  if (wasOpen && owner === null && $hasExpired.get()) openChat()
})

async function askForNews(isTold: boolean): Promise<void> {
  const owner = $owner.get()
  const isOpen = $chat.get().status === 'open'
  try {
    if (isOpen) await chatDialogue.load()
    if (isOpen) await chatDialogue.refresh()
    const isOld = Date.now() - askedAtMs > KNOWN_FOR_MS
    if (!isOpen || isTold || isOld || hasMoreThanKnown()) await askConversation()
    $chatTrouble.set(null)
  } catch (error) {
    if (!handleLeaving(error, owner)) $chatTrouble.set(explainError(error))
  }
}

/** The dialogue is newer: the responsible operator and the unread count may have changed. */
function hasMoreThanKnown(): boolean {
  const state = chatDialogue.$state.get()
  return state.status === 'ready' && state.log.upTo > ($conversation.get()?.last_seq ?? 0)
}

async function askConversation(): Promise<void> {
  const owner = $owner.get()
  const { data, topics_unread } = await ask(getConversation, {})
  if (owner !== $owner.get()) return
  askedAtMs = Date.now()
  $topicsUnread.set(topics_unread)
  know(data)
  tellWhatIsKnown()
}

function tellWhatIsKnown(): void {
  sendDialogueEvent({ kind: 'conversation', conversation: $conversation.get() })
  sendDialogueEvent({ kind: 'topics', unread: $topicsUnread.get() })
}

/** Updates the count after reading outside the chat. Quiet: the next poll repeats it. */
export async function askUnreadAnew(): Promise<void> {
  const owner = $owner.get()
  try {
    await askConversation()
  } catch (error) {
    handleLeaving(error, owner)
  }
}

function know(conversation: Conversation | null): void {
  if (conversation === null) return
  acceptConversation(conversation)
  seen.tell()
}

const seen = createSeen({
  readUpTo: () => {
    const conversation = $conversation.get()
    const isUnread = conversation !== null && conversation.unread > 0 && $chat.get().status === 'open'
    return isUnread ? conversation.read_seq : undefined
  },
  markRead: async (seq) => {
    const owner = $owner.get()
    try {
      const { data } = await ask(readConversation, { body: { read_seq: seq } })
      acceptConversation(data)
      sendDialogueEvent({ kind: 'conversation', conversation: data })
    } catch (error) {
      // The next tab to poll informs this page, which then retries.
      if (!handleLeaving(error, owner)) emitDialogueEvent({ kind: 'stale' })
    }
  },
})

/** Marks the newest message as read. */
export function seeChat(): void {
  seen.see(chatDialogue)
}

/** 全部咨询: the chat and the topics of every order with messages, newest first, page by page. */
const consultations = growList({
  async fetchPage(page) {
    const id = $companyId.get()
    return id === null
      ? undefined
      : (await ask(listConsultations, { params: { id }, query: { page } })).result
  },
  perPage: CHATTING_PER_PAGE,
  keyOf: ({ id }) => id,
  endOfSession() {
    const owner = $owner.get()
    return (error) => askAgainIfLeft(error, owner)
  },
})

export const $consultations = consultations.$list
export const { more: loadMoreConsultations, forget: closeConsultations } = consultations

/** Reads as many pages as are shown or loading. */
export const openConsultations = () => consultations.refresh()
