/** A table of the desk: one page at a time, for a filter. What is shown stays until the next page is there. */
import { atom, type ReadableAtom } from 'nanostores'
import { download } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import { saveFile } from '../../browser/save-file.ts'
import { type ExportedList, exportList } from '../../contract/operator/export.ts'
import { latest } from '../kit/latest.ts'
import { $deskReturns, attempt, attemptQuietly } from './desk.ts'
import { $today, refreshToday } from './today.ts'

/** What colleagues and companies change shows by itself, though not at once. */
const RHYTHM = { shownMs: 45_000, hiddenMs: 300_000 }

export interface ListPage<Item> {
  items: readonly Item[]
  total: number
  pages: number
  page: number
}

/** The last page stands in for one that is gone: `asked` says which was wanted. */
type ShownPage<Item> = ListPage<Item> & { asked: number }

export type ListState<Item> = { page: ShownPage<Item> | null } & (
  | { status: 'loading' }
  | { status: 'ready' }
  | { status: 'failed'; text: string }
)

export interface DeskList<Item, Filter> {
  $state: ReadableAtom<ListState<Item>>
  open: (filter: Filter, page: number) => Promise<void>
  /** The same page again. Quiet: what is shown stays, and a failure is not told. */
  refresh: () => Promise<void>
  retry: () => Promise<void>
  /** Refreshes it again and again while it is on the screen. @returns what ends it */
  watch: () => () => void
  /** Shows a row as it is by now. */
  replace: (id: number, change: Partial<Item>) => void
}

/** Saves the whole list, as it is filtered, for a spreadsheet. @returns what went wrong */
export async function exportCsv(
  list: ExportedList,
  filter: Readonly<Record<string, string | number | undefined>>,
): Promise<string | undefined> {
  const set = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const query = { list, filter: String(new URLSearchParams(set)) }
  const { signal } = new AbortController()
  const done = await attempt(() => download(exportList, () => {}, signal, query))
  if (!done.ok) return done.text
  saveFile(done.value.file, done.value.name)
  return undefined
}

/** A page number or an id in an address; undefined where there is none, or no valid number. */
export function readId(params: URLSearchParams, name = 'id'): number | undefined {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** @param ownerOf whose rows a filter asks for: what is shown of another one goes at once */
export function createDeskList<Item extends { id: number }, Filter>(
  fetch: (filter: Filter, page: number) => Promise<ListPage<Item>>,
  ownerOf: (filter: Filter) => number = () => 0,
): DeskList<Item, Filter> {
  const $state = atom<ListState<Item>>({ status: 'loading', page: null })
  let asked: { filter: Filter; page: number } | undefined
  /** Counted up by each row that was replaced: what was asked for before that is older. */
  let replaced = 0
  /** What was told of each row last: a poll that tells the same again is no reason to leave out what a refresh brings. */
  const told = new Map<number, string>()
  /** What an earlier refresh brings is older, too. */
  const refreshing = latest()

  async function read({ filter, page }: { filter: Filter; page: number }): Promise<ShownPage<Item>> {
    const found = await fetch(filter, page)
    const isGone = found.items.length === 0 && found.total > 0
    return { ...(isGone ? await fetch(filter, found.pages) : found), asked: page }
  }

  function show(page: ShownPage<Item>): void {
    if (asked) asked.page = page.page
    told.clear()
    $state.set({ status: 'ready', page })
  }

  async function load(): Promise<void> {
    const wanted = asked
    if (!wanted) return
    $state.set({ status: 'loading', page: $state.get().page })
    const done = await attempt(() => read(wanted))
    if (wanted !== asked) return
    if (done.ok) show(done.value)
    else $state.set({ status: 'failed', text: done.text, page: $state.get().page })
  }

  async function refresh(): Promise<void> {
    const wanted = asked
    if (!wanted || $state.get().status === 'loading') return
    const before = replaced
    const isLatest = refreshing.begin()
    const page = await attemptQuietly(() => read(wanted))
    if (page && wanted === asked && before === replaced && isLatest()) show(page)
  }

  // What could not be read while the session was over is read when the operator is back.
  $deskReturns.listen(load)

  return {
    $state,
    open(filter, page) {
      const isOther = asked && ownerOf(asked.filter) !== ownerOf(filter)
      if (isOther) $state.set({ status: 'loading', page: null })
      asked = { filter, page }
      return load()
    },
    refresh,
    retry: load,
    watch: () => startPolling(refresh, RHYTHM),
    replace(id, change) {
      const words = JSON.stringify(change)
      if (told.get(id) === words) return
      told.set(id, words)
      replaced += 1
      if ($today.get().status === 'ready') refreshToday()
      const state = $state.get()
      if (!state.page) return
      const items = state.page.items.map((item) => (item.id === id ? { ...item, ...change } : item))
      $state.set({ ...state, page: { ...state.page, items } })
    },
  }
}
