import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect, useSyncExternalStore } from 'react'
import { type DeskList, type Filter, type ListState, readId } from '../../lib/stores/operator/list.ts'
import { pushAddress } from '../kit/layers.ts'

/** Components that show a part of the address, because `pushState` fires no event. */
const followers = new Set<() => void>()

/** Returns the query string, which is the state of a section: its filter, its page, and the open row. */
export function useAddress(): [URLSearchParams, (change: Filter) => void] {
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

function changeAddress(values: Filter): void {
  go(values, pushAddress)
}

/** Replaces the entry of the history: the back button does not lead to a page that is gone. */
function correctAddress(values: Filter): void {
  go(values, (address) => history.replaceState(null, '', address))
}

function go(values: Filter, move: (address: string) => void): void {
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

/** Opens the page of a list that the address names, and another one when the address or the filter changes. */
export function useList<Item>(list: Pick<DeskList<Item>, 'open' | '$state'>, filter: Filter): number {
  const page = usePage(list.$state)
  const asked = JSON.stringify(filter)
  useEffect(() => {
    list.open(JSON.parse(asked) as Filter, page)
  }, [list, asked, page])
  return page
}

/** Returns the page that the address asks for; if it is gone, the address changes to the page that is shown. */
function usePage<Item>($state: ReadableAtom<ListState<Item>>): number {
  const [params] = useAddress()
  const { status, page: shown } = useStore($state)
  const page = readId(params, 'page') ?? 1
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
