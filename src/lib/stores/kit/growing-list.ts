/** A list that grows page by page, and reloads as far as it is shown. */
import { type Atom, atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { latest } from '../../browser/latest.ts'
import { handleSessionEnd } from '../session.ts'

export type ListState<Row> =
  | { status: 'idle' }
  /** `isGrowing`: rows will be added; otherwise the shown ones reload. */
  | { status: 'loading'; items: readonly Row[]; isGrowing: boolean }
  | { status: 'ready'; items: readonly Row[]; total: number }
  | { status: 'failed'; items: readonly Row[]; text: string }

interface Page<Row> {
  items: readonly Row[]
  total: number
  pages: number
}

interface GrowingListBinding<Row> {
  /** Undefined without a login. */
  fetchPage: (page: number) => Promise<Page<Row> | undefined>
  perPage: number
  keyOf: (row: Row) => number | string
  /** Whether a failure is the end of the session, which empties the list. */
  hasEnded?: (error: unknown) => boolean
}

interface GrowingList<Row> {
  $list: Atom<ListState<Row>>
  /** Opens from the first page, empty until it arrives; reads as many pages as `atLeast` rows need. */
  open: (atLeast?: number) => Promise<void>
  /** Loads the next page; after a failure the failed one. */
  more: () => Promise<void>
  /** Reloads as far as shown, or this many pages; shown rows stay until the answers. */
  refresh: (pages?: number) => Promise<void>
  change: (edit: (row: Row) => Row) => void
  /** Removes a deleted row; a page read earlier does not restore it. */
  remove: (row: Row) => void
  forget: () => void
}

/** A range of pages; from page one the shown ones reload. */
interface Span {
  from: number
  upTo: number
}

export function growList<Row>(binding: GrowingListBinding<Row>): GrowingList<Row> {
  const { fetchPage, perPage, keyOf, hasEnded = handleSessionEnd } = binding
  const $list = atom<ListState<Row>>({ status: 'idle' })
  const reading = latest()
  const removed = new Set<number | string>()
  let asked: Span = { from: 1, upTo: 1 }
  /** By the server's last answer. */
  let total = 0

  function shown(): readonly Row[] {
    const state = $list.get()
    return state.status === 'idle' ? [] : state.items
  }

  async function load(span: Span): Promise<void> {
    asked = span
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
      if (hasEnded(error)) forget()
      else $list.set({ status: 'failed', items: shown(), text: explainError(error) })
    }
  }

  /** Reads page by page; restarts from the first if rows have moved meanwhile. */
  async function read({ from, upTo }: Span): Promise<{ rows: Row[]; total: number } | undefined> {
    const known = new Map<number | string, Row>()
    for (let page = from; ; page += 1) {
      const found = await fetchPage(page)
      if (!found) return undefined
      // Read only now: a row may have changed while the page was loading.
      if (page === from && from > 1) for (const row of shown()) known.set(keyOf(row), row)
      const before = known.size
      for (const row of found.items) known.set(keyOf(row), row)
      const isWhole = found.total === total && known.size === Math.min(page * perPage, total)
      if (from > 1 && !isWhole) return read({ from: 1, upTo })
      // A page without new rows ends the list despite the total, which would repeat forever.
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
      // By the number of shown rows, not the last page: a deleted row moves later ones up.
      const next = Math.floor(shown().length / perPage) + 1
      // After removals the last page is not full: loading it again would show nothing new.
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
