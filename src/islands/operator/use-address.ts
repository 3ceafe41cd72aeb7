import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect, useSyncExternalStore } from 'react'
import { type DeskList, type ListState, readId } from '../../lib/stores/operator/list.ts'
import { pushAddress } from '../kit/layers.ts'

export type Change = Readonly<Record<string, string | number | null | undefined>>

/** Components that show a part of the address: `pushState` itself notifies nobody. */
const followers = new Set<() => void>()

/** The query string as the state of a section: what is filtered, which page, and what is open. */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const search = useSyncExternalStore(follow, () => location.search)
  return [new URLSearchParams(search), changeAddress]
}

function follow(tell: () => void): () => void {
  followers.add(tell)
  addEventListener('popstate', tell)
  return () => {
    followers.delete(tell)
    removeEventListener('popstate', tell)
  }
}

function changeAddress(values: Change): void {
  go(values, pushAddress)
}

/** Replaces the entry when what the address asks for is gone, so that the back button does not lead there. */
function correctAddress(values: Change): void {
  go(values, (address) => history.replaceState(null, '', address))
}

function go(values: Change, move: (address: string) => void): void {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') params.delete(name)
    else params.set(name, String(value))
  }
  const text = String(params)
  const next = text && `?${text}`
  if (next === location.search) return
  move(location.pathname + next)
  for (const tell of followers) tell()
}

/** Opens a page of a list, and another one when something else is asked for. */
export function useList<Item, Filter>(
  list: Pick<DeskList<Item, Filter>, 'open' | '$state'>,
  filter: Filter,
): void {
  const page = usePage(list.$state)
  const asked = JSON.stringify(filter)
  useEffect(() => {
    list.open(JSON.parse(asked) as Filter, page)
  }, [list, asked, page])
}

/** A page number or an id; null when there is none or it is no valid number. */
export function readNumber(params: URLSearchParams, name: string): number | null {
  return readId(params, name) ?? null
}

/** The page of a list that the address asks for; if it is gone, the address changes to the page that is shown instead. */
export function usePage<Item>($state: ReadableAtom<ListState<Item>>): number {
  const [params] = useAddress()
  const { status, page: shown } = useStore($state)
  const page = readNumber(params, 'page') ?? 1
  const instead = status === 'ready' && shown?.asked === page ? shown.page : page
  useEffect(() => {
    if (instead !== page) correctAddress(pageParam(instead))
  }, [instead, page])
  return page
}

export function turnTo(page: number): void {
  changeAddress(pageParam(page))
}

/** An address without a number shows the first page. */
const pageParam = (page: number) => ({ page: page === 1 ? null : page })
