import { useEffect, useState } from 'react'
import { MINUTE_MS } from '../../../lib/rules/time/durations.ts'

/** Returns the time in ms since 1970, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
