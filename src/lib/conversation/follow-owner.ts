import type { ReadableAtom } from 'nanostores'

/**
 * Follows the person who uses the page, across logins. A page in the back/forward cache follows no one: it would hold locks
 * that visible pages need.
 */
export function followOwner(
  $owner: ReadableAtom<string | null>,
  followAs: (owner: string) => () => void,
): () => void {
  let leave: (() => void) | undefined
  const enter = (owner: string | null) => {
    leave?.()
    leave = owner === null ? undefined : followAs(owner)
  }
  const unsubscribe = $owner.subscribe(enter)
  const ended = new AbortController()
  const { signal } = ended
  addEventListener('pagehide', () => enter(null), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && enter($owner.get()), { signal })
  return () => {
    unsubscribe()
    ended.abort()
    leave?.()
  }
}
