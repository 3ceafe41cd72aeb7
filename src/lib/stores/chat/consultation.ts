/** The consultation of one order: its topics, the open topic's dialogue, and the files beside it. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { notifyTabs, onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { addTopic, changeTopic, listTopics, type Topic } from '../../contract/chat/advisory.ts'
import { addAttachment, changeAttachment } from '../../contract/chat/advisory-attachment.ts'
import { createSeen, type Dialogue, type Seen } from '../../conversation/dialogue.ts'
import { attachmentCalls } from '../../conversation/file-calls.ts'
import { poll } from '../../conversation/poll.ts'
import { $owner } from '../session.ts'
import { askUnreadAnew } from './chat.ts'
import { dialogueOf } from './dialogue.ts'
import { askAgainIfLeft } from './failures.ts'
import { $topicsUnread } from './open.ts'
import { type CompanyShelf, companyShelf } from './shelf.ts'

export type ConsultationState = { orderId: number } & (
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; topics: readonly Topic[]; topicId: number }
)

export const $consultation = atom<ConsultationState>({ orderId: 0, status: 'loading' })

export const $consultationTrouble = atom<string | null>(null)

let seen = { topicId: 0, ...seenOf(0) }

export async function openConsultation(orderId: number, topicId?: number): Promise<void> {
  $consultation.set({ orderId, status: 'loading' })
  await readTopics(orderId, topicId)
}

async function fetchTopics(orderId: number): Promise<readonly Topic[]> {
  const { result } = await ask(listTopics, { params: { id: orderId } })
  return result.items
}

async function readTopics(orderId: number, topicId?: number): Promise<void> {
  const owner = $owner.get()
  try {
    showTopics(orderId, await fetchTopics(orderId), topicId)
  } catch (error) {
    if (askAgainIfLeft(error, owner)) return
    const state = $consultation.get()
    if (state.orderId === orderId && state.status !== 'ready')
      $consultation.set({ orderId, status: 'failed', text: explainError(error) })
  }
}

/** The open topic stays; at first it is one with something unread. */
function showTopics(orderId: number, topics: readonly Topic[], chosen?: number): void {
  const state = $consultation.get()
  if (state.orderId !== orderId) return
  const open = chosen ?? (state.status === 'ready' ? state.topicId : undefined)
  const topic = topics.find(({ id }) => id === open) ?? topics.find(({ unread }) => unread > 0) ?? topics[0]
  if (topic) $consultation.set({ orderId, status: 'ready', topics, topicId: topic.id })
}

export function chooseTopic(topicId: number): void {
  const state = $consultation.get()
  if (state.status === 'ready') $consultation.set({ ...state, topicId })
}

export function openTopic(orderId: number, title: string): Promise<string | undefined> {
  return runChange(async () => {
    const { data } = await ask(addTopic, { params: { id: orderId }, body: { title } })
    notifyTabs('chat')
    showTopics(orderId, await fetchTopics(orderId), data.id)
  })
}

export function closeTopic(topicId: number, closed: boolean): Promise<string | undefined> {
  return runChange(async () => {
    const { data } = await ask(changeTopic, { params: { id: topicId }, body: { closed } })
    replace(data)
    notifyTabs('chat')
  })
}

async function runChange(work: () => Promise<void>): Promise<string | undefined> {
  const owner = $owner.get()
  try {
    await work()
    return undefined
  } catch (error) {
    askAgainIfLeft(error, owner)
    return explainError(error)
  }
}

function replace(topic: Topic): void {
  const state = $consultation.get()
  if (state.status !== 'ready') return
  $consultation.set({ ...state, topics: state.topics.map((each) => (each.id === topic.id ? topic : each)) })
}

export function followTopic(orderId: number, topicId: number): () => void {
  const dialogue = dialogueOf(`topic:${topicId}`)
  const owner = $owner.get()
  const poller = poll(async () => {
    try {
      await dialogue.load()
      const hasNews = await dialogue.refresh()
      if (hasNews || isOtherwise(dialogue)) await readTopics(orderId)
      await seen.tell()
      $consultationTrouble.set(null)
    } catch (error) {
      if (!askAgainIfLeft(error, owner)) $consultationTrouble.set(explainError(error))
    }
  })
  poller.open()
  return together(
    // Another topic has news, or another tab has read one, or the session has ended.
    $topicsUnread.listen(() => {
      if ($owner.get() !== null) readTopics(orderId)
    }),
    onTabsNotified('chat', () => {
      readTopics(orderId)
      poller.askNow()
    }),
    poller.stop,
  )
}

/** Whether the topic was closed or reopened elsewhere. */
function isOtherwise({ place, isClosed }: Dialogue): boolean {
  const state = $consultation.get()
  const topic = state.status === 'ready' && state.topics.find(({ id }) => place === `topic:${id}`)
  return topic ? (isClosed() ?? topic.closed) !== topic.closed : false
}

export function seeTopic(topicId: number): Promise<void> {
  if (seen.topicId !== topicId) seen = { topicId, ...seenOf(topicId) }
  return seen.see(dialogueOf(`topic:${topicId}`))
}

function seenOf(topicId: number): Seen {
  return createSeen({
    readUpTo: () => {
      const state = $consultation.get()
      const isOpen = state.status === 'ready' && state.topicId === topicId
      return isOpen ? state.topics.find(({ id }) => id === topicId)?.read_seq : undefined
    },
    markRead: async (seq) => {
      const owner = $owner.get()
      try {
        const { data } = await ask(changeTopic, { params: { id: topicId }, body: { read_seq: seq } })
        replace(data)
        await askUnreadAnew()
      } catch (error) {
        askAgainIfLeft(error, owner)
      }
    },
  })
}

export function consultationShelf(orderId: number): CompanyShelf {
  return companyShelf({
    ...attachmentCalls(orderId),
    add: (file) => ask(addAttachment, { body: { ...file, advisory_id: orderId } }),
    replace: ({ id }, by) => ask(changeAttachment, { params: { id }, body: by }),
  })
}
