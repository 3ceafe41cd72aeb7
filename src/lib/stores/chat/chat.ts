/** The company's chat with the experts: polled, read when it is seen, forgotten at logout. */
import { atom } from 'nanostores'
import { ask, hearEvents } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { notifyTabs, onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { followConversations, getConversation, openConversation } from '../../contract/chat/chat.ts'
import { CHATTING_PER_PAGE, listConsultations } from '../../contract/chat/chatting.ts'
import { createSeen } from '../../conversation/dialogue.ts'
import { followOwner } from '../../conversation/follow-owner.ts'
import { poll } from '../../conversation/poll.ts'
import { MINUTE_MS } from '../../rules/time/durations.ts'
import { growList } from '../kit/growing-list.ts'
import { $companyId, $hasExpired, $owner, $session } from '../session.ts'
import { $conversation, acceptConversation, forgetConversation, sendChatTopic } from './conversation.ts'
import { dialogueOf, followOutbox, forgetDialogues, mergeInto } from './dialogue.ts'
import { askAgainIfLeft, handleLeaving } from './failures.ts'
import { $chat, $topicsUnread, closeChat, openChat, restoreChat } from './open.ts'

export const $chatTrouble = atom<string | null>(null)

export const chatDialogue = dialogueOf('chat')

const KNOWN_FOR_MS = MINUTE_MS

/** Time of the last request for the conversation; 0 if it is outdated. */
let askedAtMs = 0

let followers = 0
let stop: (() => void) | undefined

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
  const leaveOutbox = followOutbox(owner, (place, message) => mergeInto(place, [message]))
  const poller = poll(askForNews, (onEvent, signal) => hearEvents(followConversations, onEvent, signal))
  const unsubscribe = onTabsNotified('chat', () => {
    askedAtMs = 0
    poller.askNow()
  })
  restoreChat()
  const unwatch = $chat.subscribe(({ status }, before) => {
    if (status === 'open') {
      chatDialogue.load()
      poller.open()
    } else if (before?.status === 'open') poller.close()
  })
  return together(unwatch, unsubscribe, poller.stop, leaveOutbox)
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
    await sendChatTopic()
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
  if (data === null) return
  acceptConversation(data)
  seen.tell()
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

const seen = createSeen({
  readUpTo: () => {
    const conversation = $conversation.get()
    const isUnread = conversation !== null && conversation.unread > 0 && $chat.get().status === 'open'
    return isUnread ? conversation.read_seq : undefined
  },
  markRead: async (seq) => {
    const owner = $owner.get()
    try {
      const { data } = await ask(openConversation, { body: { read_seq: seq } })
      acceptConversation(data)
      notifyTabs('chat')
    } catch (error) {
      // The next round asks for the conversation, and then reports again.
      if (!handleLeaving(error, owner)) askedAtMs = 0
    }
  },
})

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
  hasEnded: (error) => askAgainIfLeft(error, $owner.get()),
})

export const $consultations = consultations.$list
export const { more: loadMoreConsultations, forget: closeConsultations } = consultations

export const openConsultations = () => consultations.refresh()
