import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { packages } from '../../lib/stores/operator/directory.ts'

/** What a company's level is called; its number until the levels are there. */
export function useLevelName(): (level: number) => string {
  const levels = useStore(packages.$state).page?.items
  useEffect(() => {
    if (!packages.$state.get().page) packages.open(null, 1)
  }, [])
  return (level) => levels?.find((item) => item.level === level)?.name ?? `${level} 级`
}
