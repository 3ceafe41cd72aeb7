/** One dialogue as this page shows it: its messages, the older ones on demand, and the news of whoever polls. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { listTopicMessages } from '../../contract/chat/advisory.ts'
import { listChatMessages } from '../../contract/chat/chat.ts'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../../contract/chat/chat-message.ts'
import { beforeLog, type ChatLog, mergeLog, startLog } from '../../conversation/chat-log.ts'
import { notifyAll, notifyTabs, onDialogueEvent } from '../../conversation/tabs.ts'
import { idOf, type Place, type Unsent } from '../../conversation/unsent.ts'
import { type ChatLine, lineOf, type OlderState, unsentLine } from '../../rules/chat/chat-line.ts'
import { $owner } from '../session.ts'
import { isOver } from './is-over.ts'
import { $unsent } from './outbox.ts'

export type DialogueState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; log: ChatLog; older: OlderState }

export interface Dialogue {
  place: Place
  $state: ReadableAtom<DialogueState>
  /** What the server has and, behind it, what is still to be sent. */
  $lines: ReadableAtom<readonly ChatLine[]>
  /** Another one than before: the files beside it are to be read anew. Null: nobody has asked yet. */
  $files: ReadableAtom<string | null>
  /** The newest page, where it is not there yet; a failure stays in sight until it is. */
  load: () => Promise<void>
  /** Whether a topic was closed when the server was asked last; undefined: nobody has asked yet. */
  isClosed: () => boolean | undefined
  loadOlder: () => Promise<void>
  /** Asks for what is new, however much, and tells the other tabs. @returns whether there was something */
  refresh: () => Promise<boolean>
  /** Messages that somebody else was told of. */
  merge: (items: readonly ChatMessage[]) => void
  forget: () => void
}

const dialogues = new Map<Place, Dialogue>()

/** The same one for the same place, as long as the page lives. */
export function dialogueOf(place: Place): Dialogue {
  const dialogue = dialogues.get(place) ?? makeDialogue(place)
  dialogues.set(place, dialogue)
  return dialogue
}

/** Messages that the server took, or that another tab was told of. */
export function mergeInto(place: Place, items: readonly ChatMessage[]): void {
  dialogues.get(place)?.merge(items)
}

export function forgetDialogues(): void {
  for (const dialogue of dialogues.values()) dialogue.forget()
}

interface Messages {
  /** Oldest first. */
  result: { items: ChatMessage[]; total: number }
  files: string
  /** Of a topic: nobody can write any more. */
  closed?: boolean
}

/** The newest page, or what follows a message: at most a page. */
function fetchMessages(place: Place, query: { page: number } | { after: number }): Promise<Messages> {
  return place === 'chat'
    ? ask(listChatMessages, { query })
    : ask(listTopicMessages, { params: { id: idOf(place) }, query })
}

function makeDialogue(place: Place): Dialogue {
  const $state = atom<DialogueState>({ status: 'idle' })
  const $files = atom<string | null>(null)
  const $lines = computed([$state, $unsent], (state, unsent) => linesOf(state, unsent, place))
  /** Counted up when everything is forgotten: what was asked before is then answered to nobody. */
  let era = 0
  let isLoading = false
  let isClosed: boolean | undefined

  function merge(items: readonly ChatMessage[]): void {
    const state = $state.get()
    if (state.status !== 'ready') return
    const log = mergeLog(state.log, items)
    if (log !== state.log) $state.set({ ...state, log })
  }

  async function load(): Promise<void> {
    const { status } = $state.get()
    if (status === 'ready' || isLoading) return
    const asked = era
    const owner = $owner.get()
    isLoading = true
    // Who is told of a failure is not to be told again each time that it is asked once more.
    if (status === 'idle') $state.set({ status: 'loading' })
    try {
      const { result, files, closed } = await fetchMessages(place, { page: 1 })
      if (asked !== era) return
      const log = startLog(result)
      $state.set({ status: 'ready', log, older: olderThan(log) })
      $files.set(files)
      isClosed = closed
    } catch (error) {
      if (isOver(error, owner)) return
      if (asked === era) $state.set({ status: 'failed', text: explainError(error) })
    } finally {
      if (asked === era) isLoading = false
    }
  }

  async function loadOlder(): Promise<void> {
    const state = $state.get()
    if (state.status !== 'ready' || state.older.status === 'loading' || state.log.from <= 1) return
    const asked = era
    const owner = $owner.get()
    $state.set({ ...state, older: { status: 'loading' } })
    try {
      const { result } = await fetchMessages(place, { after: beforeLog(state.log, CHAT_PAGE_SIZE) })
      if (asked !== era) return
      merge(result.items)
      settleOlder()
    } catch (error) {
      if (isOver(error, owner)) return
      const now = $state.get()
      if (asked === era && now.status === 'ready') {
        $state.set({ ...now, older: { status: 'failed', text: explainError(error) } })
      }
    }
  }

  function settleOlder(): void {
    const state = $state.get()
    if (state.status === 'ready') $state.set({ ...state, older: olderThan(state.log) })
  }

  async function refresh(): Promise<boolean> {
    let hasNews = false
    for (;;) {
      const state = $state.get()
      if (state.status !== 'ready') return hasNews
      const asked = era
      const { result, files, closed } = await fetchMessages(place, { after: state.log.upTo })
      const { items } = result
      if (asked !== era) return hasNews
      $files.set(files)
      isClosed = closed
      if (items.length === 0) return hasNews
      hasNews = true
      merge(items)
      notifyTabs({ kind: 'messages', place, items })
      if (items.length < CHAT_PAGE_SIZE) return true
    }
  }

  function forget(): void {
    era += 1
    isLoading = false
    isClosed = undefined
    $state.set({ status: 'idle' })
    $files.set(null)
  }

  return { place, $state, $lines, $files, load, isClosed: () => isClosed, loadOlder, refresh, merge, forget }
}

function olderThan({ from }: ChatLog): OlderState {
  return { status: from > 1 ? 'more' : 'none' }
}

function linesOf(state: DialogueState, unsent: readonly Unsent[], place: Place): ChatLine[] {
  const messages = state.status === 'ready' ? state.log.messages : []
  const sent = new Set(messages.map(({ client_id }) => client_id))
  const waiting = unsent.filter((each) => each.place === place && !sent.has(each.client_id))
  return [...messages.map(lineOf), ...waiting.map(unsentLine)]
}

/** The shelf beside a dialogue is read anew, in every tab, when a poll says that its files have changed. */
export function followFiles({ $files }: Dialogue, shelf: string): () => void {
  /** Heard from whichever tab polled before: what it has told is told no second time. */
  let told: string | undefined
  const unsubscribe = onDialogueEvent((event) => {
    if (event.kind === 'files' && event.shelf === shelf && event.mark !== undefined) told = event.mark
  })
  const stop = $files.listen((mark, before) => {
    const isNews = mark !== null && typeof before === 'string' && mark !== told
    if (isNews) notifyAll({ kind: 'files', shelf, mark })
  })
  return () => {
    unsubscribe()
    stop()
  }
}
