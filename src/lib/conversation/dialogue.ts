/** One dialogue on this page: its messages, older ones on demand, new ones, and how far the person has read. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { latest } from '../browser/latest.ts'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../contract/chat/chat-message.ts'
import { type ChatLine, lineOf, type OlderState, unsentLine } from '../rules/chat/chat-line.ts'
import type { DialoguePlace, Unsent } from './unsent.ts'

export type DialogueState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; log: ChatLog; older: OlderState }

export interface Dialogue {
  place: DialoguePlace
  $state: ReadableAtom<DialogueState>
  $lines: ReadableAtom<readonly ChatLine[]>
  /** Changes when the files beside the dialogue must be read again. Null before the first answer. */
  $files: ReadableAtom<string | null>
  load: () => Promise<void>
  /** Whether the topic was closed at the last answer; undefined before the first. */
  isClosed: () => boolean | undefined
  loadOlder: () => Promise<void>
  refresh: () => Promise<boolean>
  merge: (items: readonly ChatMessage[]) => void
  forget: () => void
}

interface Messages {
  result: { items: ChatMessage[]; total: number }
  files: string
  closed?: boolean
}

export interface Failure {
  text: string
  /** The session has ended: nothing more arrives, and the overlay explains it. */
  isOver: boolean
}

export type Explain = (error: unknown) => Failure

interface DialogueCalls {
  place: DialoguePlace
  fetchNewest: () => Promise<Messages>
  /**
   * Fetches the messages after one, at most a page: new ones, or the page before the oldest known one. `files` marks the
   * known files, which need not come again.
   */
  fetchAfter: (seq: number, files: string | null) => Promise<Messages>
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
  /** Restarts when everything is cleared, so that late answers are dropped. */
  const reading = latest()
  let isLoading = false
  let isClosed: boolean | undefined

  function merge(items: readonly ChatMessage[]): void {
    const state = $state.get()
    if (state.status !== 'ready') return
    const log = mergeLog(renewScans(state.log, items), items)
    if (log !== state.log) $state.set({ ...state, log })
  }

  async function load(): Promise<void> {
    const { status } = $state.get()
    if (status === 'ready' || isLoading) return
    const isLatest = reading.join()
    isLoading = true
    // A person who has seen the failure does not see it vanish at each retry.
    if (status === 'idle') $state.set({ status: 'loading' })
    try {
      const { result, files, closed } = await calls.fetchNewest()
      if (!isLatest()) return
      const log = startLog(result)
      $state.set({ status: 'ready', log, older: olderThan(log) })
      $files.set(files)
      isClosed = closed
    } catch (error) {
      if (!isLatest()) return
      const { text, isOver } = explain(error)
      if (!isOver) $state.set({ status: 'failed', text })
    } finally {
      if (isLatest()) isLoading = false
    }
  }

  async function loadOlder(): Promise<void> {
    const state = $state.get()
    if (state.status !== 'ready' || state.older.status === 'loading' || state.log.from <= 1) return
    const isLatest = reading.join()
    showOlder(() => ({ status: 'loading' }))
    try {
      const { result } = await calls.fetchAfter(beforeLog(state.log, CHAT_PAGE_SIZE), $files.get())
      if (!isLatest()) return
      merge(result.items)
      showOlder(olderThan)
    } catch (error) {
      if (!isLatest()) return
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
      const isLatest = reading.join()
      const { result, files, closed } = await calls.fetchAfter(state.log.upTo, $files.get())
      if (!isLatest()) return hasNews
      const { items } = result
      $files.set(files)
      isClosed = closed
      if (items.length === 0) {
        await refreshScans(state.log)
        return hasNews
      }
      hasNews = true
      merge(items)
      if (items.length < CHAT_PAGE_SIZE) return true
    }
  }

  /** The virus scanner's result is no message of its own. */
  async function refreshScans({ messages, from }: ChatLog): Promise<void> {
    const waiting = messages.find(({ seq, scan }) => seq >= from && scan === 'pending')
    if (!waiting) return
    const isLatest = reading.join()
    const { result } = await calls.fetchAfter(waiting.seq - 1, $files.get())
    if (!isLatest()) return
    merge(result.items)
  }

  function forget(): void {
    reading.begin()
    isLoading = false
    isClosed = undefined
    $state.set({ status: 'idle' })
    $files.set(null)
  }

  return {
    place,
    $state,
    $lines,
    $files,
    load,
    isClosed: () => isClosed,
    loadOlder,
    refresh,
    merge,
    forget,
  }
}

function olderThan({ from }: ChatLog): OlderState {
  return { status: from > 1 ? 'more' : 'none' }
}

/** The known messages of a dialogue: an unbroken run, and messages beyond a gap. */
export interface ChatLog {
  messages: readonly ChatMessage[]
  /** No message is missing from this `seq` to `upTo`; `from` is `upTo` + 1 when there are none. */
  from: number
  upTo: number
}

export function startLog({ items, total }: { items: readonly ChatMessage[]; total: number }): ChatLog {
  const upTo = items.at(-1)?.seq ?? total
  return { messages: items, from: items[0]?.seq ?? upTo + 1, upTo }
}

/** Returns the log with these messages added; omits those that are older than the run and do not touch it. */
export function mergeLog(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  return addPage(log, items) ?? sortIn(log, items)
}

export function renewScans(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  const news = new Map(items.map((item) => [item.seq, item]))
  const isOld = ({ seq, scan }: ChatMessage) => scan === 'pending' && news.get(seq)?.scan !== scan
  if (!log.messages.some((each) => news.has(each.seq) && isOld(each))) return log
  return { ...log, messages: log.messages.map((each) => (isOld(each) && news.get(each.seq)) || each) }
}

/** Handles the usual case cheaply: a page that joins one end of the run; else returns undefined. */
function addPage({ messages, from, upTo }: ChatLog, items: readonly ChatMessage[]): ChatLog | undefined {
  const [first, last] = [items[0]?.seq ?? 0, items.at(-1)?.seq ?? 0]
  const isRun = items.every(({ seq }, index) => seq === first + index)
  if (!isRun || items.length === 0) return undefined
  if (last === from - 1) return { messages: [...items, ...messages], from: first, upTo }
  const isWhole = (messages.at(-1)?.seq ?? upTo) === upTo
  if (isWhole && first === upTo + 1) return { messages: [...messages, ...items], from, upTo: last }
  return undefined
}

function sortIn(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  const known = new Set(log.messages.map(({ seq }) => seq))
  const added = items.filter(({ seq }) => !known.has(seq))
  if (added.length === 0) return log
  const all = [...log.messages, ...added].sort((a, b) => a.seq - b.seq)
  const seqs = new Set(all.map(({ seq }) => seq))
  let { from, upTo } = log
  while (seqs.has(upTo + 1)) upTo += 1
  while (seqs.has(from - 1)) from -= 1
  return { messages: all.filter(({ seq }) => seq >= from), from, upTo }
}

export function beforeLog({ from }: ChatLog, size: number): number {
  return Math.max(0, from - 1 - size)
}

export interface Seen {
  see: (dialogue: Dialogue) => Promise<void>
  tell: () => Promise<void>
  forget: () => void
}

interface SeenCalls {
  /** Last message that must be reported as read; undefined when the server knows. */
  readUpTo: () => number | undefined
  markRead: (seq: number) => Promise<void>
}

/** Tracks how far the person has seen a dialogue, and reports it to the server. */
export function createSeen({ readUpTo, markRead }: SeenCalls): Seen {
  let seen = 0
  let underway = 0

  async function tell(): Promise<void> {
    const known = readUpTo()
    if (known === undefined || seen <= known || seen === underway) return
    if (document.visibilityState === 'hidden') return
    const mine = seen
    underway = mine
    await markRead(mine)
    if (underway === mine) underway = 0
  }

  return {
    see: ({ $state }) => {
      const state = $state.get()
      if (state.status === 'ready') seen = state.log.upTo
      return tell()
    },
    tell,
    forget: () => {
      seen = 0
      underway = 0
    },
  }
}
