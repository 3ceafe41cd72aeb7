import { useEffect, useState } from 'react'

const sheets = new Map<string, Promise<void>>()

/**
 * Loads the style sheet of what opens on demand: a sheet that an island imports is linked from every page that has the
 * island, and most visitors never open it. False until it is there; without it things look bare, but work.
 */
export function useSheet(address: string): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    let isWanted = true
    loadSheet(address).then(() => {
      if (isWanted) setThere(true)
    })
    return () => {
      isWanted = false
    }
  }, [address])
  return isThere
}

function loadSheet(address: string): Promise<void> {
  const known = sheets.get(address)
  if (known) return known
  const link = document.createElement('link')
  const loaded = new Promise<void>((resolve) => {
    link.onload = () => resolve()
    link.onerror = () => {
      sheets.delete(address)
      resolve()
    }
  })
  sheets.set(address, loaded)
  link.rel = 'stylesheet'
  link.href = address
  document.head.append(link)
  return loaded
}
