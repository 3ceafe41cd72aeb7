import { useSyncExternalStore } from 'react'

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
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') params.delete(name)
    else params.set(name, String(value))
  }
  const text = String(params)
  const next = text && `?${text}`
  if (next === location.search) return
  history.pushState(null, '', location.pathname + next)
  for (const tell of followers) tell()
}

/** A page number or an id; null: none, or none that can be meant. */
export function readNumber(params: URLSearchParams, name: string): number | null {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
