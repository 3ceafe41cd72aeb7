/** One dialogue as this page shows it: its messages, the older ones on demand, what is new, and what has been seen. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { CHAT_PAGE_SIZE, type ChatMessage } from '../contract/chat/chat-message.ts'
import { type ChatLine, lineOf, type OlderState, unsentLine } from '../rules/chat/chat-line.ts'
import { sendDialogueEvent } from './tabs.ts'
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

interface DialogueCalls {
  place: Place
  fetchNewest: () => Promise<Messages>
  /**
   * What follows a message, at most a page: for what is new, and for the page before the oldest one that is known.
   * `files`: those that are known, which need not come again.
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
  /** Counted up when everything is forgotten: nobody waits for what was asked before. */
  let era = 0
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
      const { result } = await calls.fetchAfter(beforeLog(state.log, CHAT_PAGE_SIZE), $files.get())
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
      const { result, files, closed } = await calls.fetchAfter(state.log.upTo, $files.get())
      if (asked !== era) return hasNews
      const { items } = result
      $files.set(files)
      isClosed = closed
      if (items.length === 0) {
        await refreshScans(state.log)
        return hasNews
      }
      hasNews = true
      merge(items)
      sendDialogueEvent({ kind: 'messages', place, items })
      if (items.length < CHAT_PAGE_SIZE) return true
    }
  }

  /** What the virus scanner says in the end is no message of its own. */
  async function refreshScans({ messages, from }: ChatLog): Promise<void> {
    const waiting = messages.find(({ seq, scan }) => seq >= from && scan === 'pending')
    if (!waiting) return
    const asked = era
    const { result } = await calls.fetchAfter(waiting.seq - 1, $files.get())
    if (asked !== era) return
    merge(result.items)
    sendDialogueEvent({ kind: 'messages', place, items: result.items })
  }

  function forget(): void {
    era += 1
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

/** What a page knows of a dialogue: an unbroken run of messages, and what came ahead of those still missing. */
export interface ChatLog {
  /** By `seq`, each once. */
  messages: readonly ChatMessage[]
  /** From this `seq` to `upTo` none is missing; `from` is one more than `upTo` where there are none. */
  from: number
  upTo: number
}

/** @param page the newest messages, oldest first, of `total` that there are */
export function startLog({ items, total }: { items: readonly ChatMessage[]; total: number }): ChatLog {
  const upTo = items.at(-1)?.seq ?? total
  return { messages: items, from: items[0]?.seq ?? upTo + 1, upTo }
}

/**
 * The log with more messages, from wherever they came; what is older than the run and does not touch it is left out.
 */
export function mergeLog(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  return addPage(log, items) ?? sortIn(log, items)
}

/** The log, in which files that waited for the virus scanner are as they came now. */
export function renewScans(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  const news = new Map(items.map((item) => [item.seq, item]))
  const isOld = ({ seq, scan }: ChatMessage) => scan === 'pending' && news.get(seq)?.scan !== scan
  if (!log.messages.some((each) => news.has(each.seq) && isOld(each))) return log
  return { ...log, messages: log.messages.map((each) => (isOld(each) && news.get(each.seq)) || each) }
}

/** The usual case, a page that joins one of the ends, without a look at all the others; else undefined. */
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

/** After which `seq` the page of `size` messages begins that ends where the log begins. */
export function beforeLog({ from }: ChatLog, size: number): number {
  return Math.max(0, from - 1 - size)
}

export interface Seen {
  /** The newest message is in view. */
  see: (dialogue: Dialogue) => Promise<void>
  /** Tells the server what it does not know yet, unless the page is hidden, and nobody looks. */
  tell: () => Promise<void>
  forget: () => void
}

interface SeenCalls {
  /** Up to which message the server knows it to be read; undefined: there is nothing to tell. */
  readUpTo: () => number | undefined
  /** What fails is tried again when it is told next. */
  markRead: (seq: number) => Promise<void>
}

/** Up to which message a dialogue has been seen, and that the server is told of it. */
export function createSeen({ readUpTo, markRead }: SeenCalls): Seen {
  let seen = 0
  /** The server is being told of it. */
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
