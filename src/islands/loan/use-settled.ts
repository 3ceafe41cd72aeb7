import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 800

/** What a screen reader hears of a text that changes with each key: the last, after a pause. The first is none. */
export function useSettled(text: string): string {
  const shown = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text === shown.current) return
    const timer = setTimeout(() => {
      shown.current = text
      setSaid(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return said
}
