/** One dialogue as this page shows it: its messages, the older ones on demand, and what is new. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../contract/chat/chat-message.ts'
import { type ChatLine, lineOf, type OlderState, unsentLine } from '../rules/chat/chat-line.ts'
import { beforeLog, type ChatLog, mergeLog, startLog } from './chat-log.ts'
import { notifyTabs } from './tabs.ts'
import type { Place, Unsent } from './unsent.ts'

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

interface Messages {
  /** Oldest first. */
  result: { items: ChatMessage[]; total: number }
  files: string
  /** Of a topic: nobody can write any more. */
  closed?: boolean
}

/** Of a call, in words. */
export interface Failure {
  text: string
  /** Nobody is logged in any more: nothing more comes, and the overlay tells. */
  isOver: boolean
}

export type Explain = (error: unknown) => Failure

export interface DialogueCalls {
  place: Place
  fetchNewest: () => Promise<Messages>
  /** What follows a message, at most a page: for what is new, and for the page before the oldest one that is known. */
  fetchAfter: (seq: number) => Promise<Messages>
  $unsent: ReadableAtom<readonly Unsent[]>
  toLine?: (message: ChatMessage) => ChatLine
  explain: Explain
}

export function createDialogue(calls: DialogueCalls): Dialogue {
  const { place, $unsent, toLine = lineOf, explain } = calls
  const $state = atom<DialogueState>({ status: 'idle' })
  const $files = atom<string | null>(null)
  const $lines = computed([$state, $unsent], (state, unsent) => {
    const messages = state.status === 'ready' ? state.log.messages : []
    const sent = new Set(messages.map(({ client_id }) => client_id))
    const waiting = unsent.filter((each) => each.place === place && !sent.has(each.client_id))
    return [...messages.map(toLine), ...waiting.map(unsentLine)]
  })
  /** Counted up when everything is forgotten: nobody waits for what was asked before. */
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
    isLoading = true
    // Who was told of a failure is not told again each time that it is asked once more.
    if (status === 'idle') $state.set({ status: 'loading' })
    try {
      const { result, files, closed } = await calls.fetchNewest()
      if (asked !== era) return
      const log = startLog(result)
      $state.set({ status: 'ready', log, older: olderThan(log) })
      $files.set(files)
      isClosed = closed
    } catch (error) {
      if (asked !== era) return
      const { text, isOver } = explain(error)
      if (!isOver) $state.set({ status: 'failed', text })
    } finally {
      if (asked === era) isLoading = false
    }
  }

  async function loadOlder(): Promise<void> {
    const state = $state.get()
    if (state.status !== 'ready' || state.older.status === 'loading' || state.log.from <= 1) return
    const asked = era
    showOlder(() => ({ status: 'loading' }))
    try {
      const { result } = await calls.fetchAfter(beforeLog(state.log, CHAT_PAGE_SIZE))
      if (asked !== era) return
      merge(result.items)
      showOlder(olderThan)
    } catch (error) {
      if (asked !== era) return
      const { text, isOver } = explain(error)
      if (!isOver) showOlder(() => ({ status: 'failed', text }))
    }
  }

  function showOlder(olderOf: (log: ChatLog) => OlderState): void {
    const state = $state.get()
    if (state.status === 'ready') $state.set({ ...state, older: olderOf(state.log) })
  }

  async function refresh(): Promise<boolean> {
    let hasNews = false
    for (;;) {
      const state = $state.get()
      if (state.status !== 'ready') return hasNews
      const asked = era
      const { result, files, closed } = await calls.fetchAfter(state.log.upTo)
      if (asked !== era) return hasNews
      const { items } = result
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
