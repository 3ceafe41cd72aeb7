import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect, useSyncExternalStore } from 'react'
import type { ListState } from '../../lib/stores/operator/list.ts'

export type Change = Readonly<Record<string, string | number | null | undefined>>

/** Everybody who shows a part of the address: `pushState` tells nobody by itself. */
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
  go(values, (address) => history.pushState(null, '', address))
}

/** What the address asks for is no more: the way back does not lead there. */
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

/** A page number or an id; null: none, or none that can be meant. */
export function readNumber(params: URLSearchParams, name: string): number | null {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** Which page of a list the address asks for. Where it is gone, the address follows to what is shown in its place. */
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

/** The first page is what an address without a number shows. */
const pageParam = (page: number) => ({ page: page === 1 ? null : page })
