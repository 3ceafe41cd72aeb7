import type { ReadableAtom } from 'nanostores'

/**
 * Follows whoever uses the page, one after the other. A page in the browser's cache follows nobody: it would hold locks
 * and channels that the pages in use wait for.
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
