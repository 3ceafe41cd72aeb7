/** A list that grows page by page, and is read anew as far as it is shown. */
import { type Atom, atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { latest } from '../../browser/latest.ts'
import { handleSessionEnd } from '../session.ts'

export type ListState<Row> =
  | { status: 'idle' }
  /** `isGrowing`: rows will follow those that are shown; otherwise they are read anew. */
  | { status: 'loading'; items: readonly Row[]; isGrowing: boolean }
  | { status: 'ready'; items: readonly Row[]; total: number }
  | { status: 'failed'; items: readonly Row[]; text: string }

interface Page<Row> {
  items: readonly Row[]
  total: number
  pages: number
}

interface GrowingListBinding<Row> {
  /** Undefined: there is nobody to ask for. */
  fetchPage: (page: number) => Promise<Page<Row> | undefined>
  perPage: number
  keyOf: (row: Row) => number | string
  /** Asked when a reading begins; then whether its failure means that there is nobody any more. */
  endOfSession?: () => (error: unknown) => boolean
}

interface GrowingList<Row> {
  $list: Atom<ListState<Row>>
  /** From the first page, with nothing shown before it is there; as many pages as `atLeast` rows need. */
  open: (atLeast?: number) => Promise<void>
  /** The next page; after a failure what failed. */
  more: () => Promise<void>
  /** Reads as far as is shown, or so many pages; what is shown stays until the answers are there. */
  refresh: (pages?: number) => Promise<void>
  /** Changes rows where they stand. */
  change: (edit: (row: Row) => Row) => void
  /** Takes out a row that the server has deleted; a page that was read before does not bring it back. */
  remove: (row: Row) => void
  /** Shows nothing any more, whatever is still answered. */
  forget: () => void
}

/** Pages that are asked for; from the first one: what is shown is read anew. */
interface Span {
  from: number
  upTo: number
}

export function growList<Row>(binding: GrowingListBinding<Row>): GrowingList<Row> {
  const { fetchPage, perPage, keyOf, endOfSession = () => handleSessionEnd } = binding
  const $list = atom<ListState<Row>>({ status: 'idle' })
  const reading = latest()
  const removed = new Set<number | string>()
  let asked: Span = { from: 1, upTo: 1 }
  /** As the server said last. */
  let total = 0

  function shown(): readonly Row[] {
    const state = $list.get()
    return state.status === 'idle' ? [] : state.items
  }

  async function load(span: Span): Promise<void> {
    asked = span
    const isOver = endOfSession()
    const isLatest = reading.begin()
    $list.set({ status: 'loading', items: shown(), isGrowing: span.from > 1 })
    try {
      const found = await read(span)
      if (!isLatest()) return
      if (!found) return forget()
      const items = found.rows.filter((row) => !removed.has(keyOf(row)))
      total = found.total - (found.rows.length - items.length)
      $list.set({ status: 'ready', items, total })
    } catch (error) {
      if (!isLatest()) return
      if (isOver(error)) forget()
      else $list.set({ status: 'failed', items: shown(), text: explainError(error) })
    }
  }

  /** One page after the other behind what is shown; from the first one again when rows have moved meanwhile. */
  async function read({ from, upTo }: Span): Promise<{ rows: Row[]; total: number } | undefined> {
    const known = new Map<number | string, Row>()
    for (let page = from; ; page += 1) {
      const found = await fetchPage(page)
      if (!found) return undefined
      // Taken only now: a row may have been changed while the page was on its way.
      if (page === from && from > 1) for (const row of shown()) known.set(keyOf(row), row)
      const before = known.size
      for (const row of found.items) known.set(keyOf(row), row)
      const isWhole = found.total === total && known.size === Math.min(page * perPage, total)
      if (from > 1 && !isWhole) return read({ from: 1, upTo })
      // A page that brings nothing new ends the list, whatever the total says: it would be asked for for ever.
      if (known.size === before) return { rows: [...known.values()], total: known.size }
      if (page >= Math.min(upTo, found.pages)) return { rows: [...known.values()], total: found.total }
    }
  }

  function forget(): void {
    reading.begin()
    $list.set({ status: 'idle' })
  }

  return {
    $list,
    forget,
    open(atLeast = 0) {
      forget()
      return load({ from: 1, upTo: Math.max(1, Math.ceil(atLeast / perPage)) })
    },
    async more() {
      const state = $list.get()
      const isDone = state.status === 'ready' && state.items.length >= state.total
      if (state.status === 'loading' || isDone) return
      // Counted from what is shown, not from the last page read: a row that is deleted moves all later ones up.
      const next = Math.floor(shown().length / perPage) + 1
      // Less than a page is shown where rows were taken out: reading that page again would show nothing new.
      await load(state.status === 'failed' ? asked : { from: next, upTo: Math.max(next, 2) })
    },
    refresh(pages) {
      const { status } = $list.get()
      const isUnread = status === 'loading' || status === 'failed'
      const upTo = pages ?? (isUnread ? asked.upTo : Math.ceil(shown().length / perPage))
      return load({ from: 1, upTo: Math.max(1, upTo) })
    },
    change(edit) {
      const state = $list.get()
      if (state.status !== 'idle') $list.set({ ...state, items: state.items.map(edit) })
    },
    remove(row) {
      const state = $list.get()
      removed.add(keyOf(row))
      if (state.status === 'idle') return
      const items = state.items.filter((each) => !removed.has(keyOf(each)))
      if (state.status !== 'ready') return $list.set({ ...state, items })
      total -= state.items.length - items.length
      $list.set({ ...state, items, total })
    },
  }
}
