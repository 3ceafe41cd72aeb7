import type { ThemeConfig } from 'antd'
import { useEffect, useState } from 'react'
import { makeDeskTheme } from './desk-theme.ts'

const DARK = '(prefers-color-scheme: dark)'
const STRONG = '(prefers-contrast: more)'

/** The site's colours for antd, anew when the system or the reader changes scheme or contrast. */
export function useDeskTheme(): ThemeConfig {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => {
    const read = () => setTheme(readTheme())
    const queries = [matchMedia(DARK), matchMedia(STRONG)]
    for (const query of queries) query.addEventListener('change', read)
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['data-contrast', 'data-ground'] })
    return () => {
      for (const query of queries) query.removeEventListener('change', read)
      observer.disconnect()
    }
  }, [])
  return theme
}

function readTheme(): ThemeConfig {
  const probe = document.createElement('span')
  document.body.append(probe)
  const read = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const theme = makeDeskTheme(read, brightness(read('--paper')) < brightness(read('--ink')))
  probe.remove()
  return theme
}

/** Of `rgb(…)`: the sum of its three parts. */
function brightness(colour: string): number {
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
}
