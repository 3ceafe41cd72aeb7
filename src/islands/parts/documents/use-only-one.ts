import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import { useEffect, useState } from 'react'

/**
 * True for one of the components that could show the same thing, on a page that has several of them. Another takes over
 * when that one goes.
 */
export function useOnlyOne($holder: WritableAtom<symbol | null>): boolean {
  const [self] = useState(() => Symbol())
  const holder = useStore($holder, { ssr: 'initial' })
  useEffect(() => {
    if ($holder.get() === null) $holder.set(self)
  })
  useEffect(
    () => () => {
      if ($holder.get() === self) $holder.set(null)
    },
    [$holder, self],
  )
  return holder === self
}
