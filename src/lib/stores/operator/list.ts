/** The lists of the desk: one page at a time, for a filter. A page that is shown stays until the next one comes. */
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { ask, download } from '../../api/ask.ts'
import { latest } from '../../browser/latest.ts'
import { startPolling } from '../../browser/poll.ts'
import { saveFile } from '../../browser/save-file.ts'
import type { Call, InputOf } from '../../contract/call.ts'
import { type ExportedList, exportList } from '../../contract/operator/export.ts'
import { $deskReturns, attempt, attemptQuietly } from './desk.ts'
import { today } from './today.ts'

/** Changes by colleagues and companies appear after at most this time. */
const RHYTHM = { shownMs: 45_000, hiddenMs: 300_000 }

export interface ListPage<Item> {
  items: readonly Item[]
  total: number
  pages: number
  page: number
}

export type ListState<Item> = { page: ListPage<Item> | null } & (
  | { status: 'loading' }
  | { status: 'ready' }
  | { status: 'failed'; text: string }
)

/** Values of the query of a list's call, as an address has them. */
export type Filter = Readonly<Record<string, string | number | null | undefined>>

export interface DeskList<Item, Asked = Filter> {
  $state: ReadableAtom<ListState<Item>>
  open: (asked: Asked, page: number) => Promise<void>
  /** Reads the same page again. A failure changes nothing. */
  refresh: () => Promise<void>
  retry: () => Promise<void>
  /** Refreshes the list while it is on the screen. Returns what ends that. */
  watch: (rhythm?: typeof RHYTHM) => () => void
  replace: (id: number, change: Partial<Item>) => void
}

/** A list of a section: the address of the section contains its filter. */
export interface SectionList<Item> extends DeskList<Item> {
  readFilter: (params: URLSearchParams) => Filter
}

type ListCall<Item> = Call & { answer: v.GenericSchema<unknown, { result: ListPage<Item> }> }

/** Returns the list of a call. @param always the part of its filter that is not in the address */
export function listOf<Item extends { id: number }>(
  call: ListCall<Item>,
  always: Filter = {},
): SectionList<Item> {
  const list = createDeskList<Item, Filter>((filter, page) =>
    fetchPage(call, {}, { ...filter, ...always, page }),
  )
  // An export takes the whole filter.
  return { ...list, readFilter: (params) => ({ ...readQuery(call, params), ...always }) }
}

/** Returns a list that belongs to a company or an expert. @param owner where the call has its id */
export function ownedList<Item extends { id: number }>(
  call: ListCall<Item>,
  owner = 'id',
  always: Filter = {},
): DeskList<Item, number> {
  return createDeskList<Item, number>(
    (id, page) =>
      call.params
        ? fetchPage(call, { [owner]: id }, { ...always, page })
        : fetchPage(call, {}, { ...always, [owner]: id, page }),
    (id) => id,
  )
}

async function fetchPage<Item>(
  call: ListCall<Item>,
  params: Filter,
  values: Filter,
): Promise<ListPage<Item>> {
  const set = Object.entries(values).filter(([, value]) => value)
  const { result } = await ask(call as ListCall<unknown>, { params, query: Object.fromEntries(set) } as never)
  return result as ListPage<Item>
}

/** Returns the values of an address that the call's query accepts. */
function readQuery({ query }: Call, params: URLSearchParams): Filter {
  const { entries } = query as v.ObjectSchema<v.ObjectEntries, undefined>
  const accepted = [...params].filter(([name, value]) => {
    const schema = name === 'page' ? undefined : entries[name]
    return schema && v.is(schema, value)
  })
  return Object.fromEntries(accepted)
}

/** Makes a call and refreshes the lists that it changes. Returns the error. */
export async function submit<C extends Call>(
  call: C,
  input: InputOf<C>,
  ...lists: readonly { refresh: () => Promise<unknown> }[]
): Promise<string | undefined> {
  const done = await attempt(() => ask(call, input))
  await Promise.all([today, ...lists].map(({ refresh }) => refresh()))
  return done.ok ? undefined : done.text
}

/** Saves the whole filtered list as CSV. Returns the error. */
export async function exportCsv(list: ExportedList, filter: Filter): Promise<string | undefined> {
  const set = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const query = { list, filter: String(new URLSearchParams(set)) }
  const { signal } = new AbortController()
  const done = await attempt(() => download(exportList, () => {}, signal, query))
  if (!done.ok) return done.text
  saveFile(done.value.file, done.value.name)
  return undefined
}

/** Returns a page number or an id of an address; undefined for none, or an invalid one. */
export function readId(params: URLSearchParams, name = 'id'): number | undefined {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** @param ownerOf the owner of the rows that a filter asks for: the rows of another owner disappear at once */
export function createDeskList<Item extends { id: number }, Filter>(
  fetch: (filter: Filter, page: number) => Promise<ListPage<Item>>,
  ownerOf: (filter: Filter) => number = () => 0,
): DeskList<Item, Filter> {
  const $state = atom<ListState<Item>>({ status: 'loading', page: null })
  let asked: { filter: Filter; page: number } | undefined
  /** Counts replaced rows: an answer to an earlier question is older. */
  let replaced = 0
  /** The answer of an earlier refresh is older, too. */
  const refreshing = latest()

  /** The last page replaces one that is gone. */
  async function read({ filter, page }: { filter: Filter; page: number }): Promise<ListPage<Item>> {
    const found = await fetch(filter, page)
    const isGone = found.items.length === 0 && found.total > 0
    return isGone ? fetch(filter, found.pages) : found
  }

  function show(page: ListPage<Item>): void {
    if (asked) asked.page = page.page
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

  // Without a session nothing could be read.
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
    watch: (rhythm = RHYTHM) => startPolling(refresh, rhythm),
    replace(id, change) {
      const state = $state.get()
      const before = JSON.stringify(state.page?.items)
      const items = state.page?.items.map((item) => (item.id === id ? { ...item, ...change } : item))
      // A poll that repeats a change does not make the answer of a refresh old.
      if (!state.page || !items || JSON.stringify(items) === before) return
      replaced += 1
      today.refresh()
      $state.set({ ...state, page: { ...state.page, items } })
    },
  }
}
