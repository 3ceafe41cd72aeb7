import { useEffect, useSyncExternalStore } from 'react'
import { type DeskList, type Filter, readId } from '../../lib/stores/operator/list.ts'
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
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') params.delete(name)
    else params.set(name, String(value))
  }
  const text = String(params)
  const next = text && `?${text}`
  if (next === location.search) return
  pushAddress(location.pathname + next)
  for (const tell of followers) tell()
}

/** Opens the page of a list that the address names, and another one when the address or the filter changes. */
export function useList<Item>({ open }: Pick<DeskList<Item>, 'open'>, filter: Filter): void {
  const [params] = useAddress()
  const page = readId(params, 'page') ?? 1
  const asked = JSON.stringify(filter)
  useEffect(() => {
    open(JSON.parse(asked) as Filter, page)
  }, [open, asked, page])
}

/** An address without a number shows the first page. */
export function turnTo(page: number): void {
  changeAddress({ page: page === 1 ? null : page })
}
