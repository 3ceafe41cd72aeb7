import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    const change = () => (media.matches ? before() : after())
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    media.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
      media.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
