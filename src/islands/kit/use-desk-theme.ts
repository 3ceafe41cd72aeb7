import { type ThemeConfig, theme } from 'antd'
import { useEffect, useState } from 'react'

const DARK = '(prefers-color-scheme: dark)'

const STRONG = '(prefers-contrast: more)'

const STILL = '(prefers-reduced-motion: reduce)'

/** The site's colours for antd, anew when the system or the reader changes scheme, contrast or motion. */
export function useDeskTheme(): ThemeConfig {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => {
    const read = () => setTheme(readTheme())
    const queries = [matchMedia(DARK), matchMedia(STRONG), matchMedia(STILL)]
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

/** Sum of the three channels of `rgb(…)`. */
function brightness(colour: string): number {
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
}

/** antd computes with colours, so it gets the tokens' values in the current scheme and contrast; it derives the rest. */
const TOKENS = {
  colorPrimary: '--brand',
  colorPrimaryHover: '--brand-strong',
  colorPrimaryActive: '--brand-strong',
  colorPrimaryBg: '--brand-tint',
  colorPrimaryBgHover: '--brand-tint',
  colorLink: '--brand',
  colorLinkHover: '--brand-strong',
  colorInfo: '--brand',
  colorInfoBg: '--brand-tint',
  colorSuccess: '--tone-open',
  colorWarning: '--tone-closing',
  colorError: '--verdict-no',
  // The backgrounds that antd derives from these colours look dirty.
  colorSuccessBg: '--paper',
  colorWarningBg: '--tone-closing-tint',
  colorErrorBg: '--paper',
  colorText: '--ink',
  colorTextSecondary: '--ink-soft',
  colorTextTertiary: '--ink-soft',
  colorTextQuaternary: '--ink-soft',
  colorTextLightSolid: '--paper',
  colorFillTertiary: '--ground',
  colorFillQuaternary: '--ground',
  colorBgBase: '--paper',
  colorBgContainer: '--paper',
  colorBgElevated: '--paper',
  colorBgLayout: '--paper',
  colorBgMask: '--veil',
  colorSuccessBorder: '--tone-open',
  colorWarningBorder: '--tone-closing',
  colorErrorBorder: '--verdict-no',
  colorInfoBorder: '--line-strong',
  colorBorder: '--line-strong',
  colorBorderSecondary: '--line',
} as const

const SHAPE = {
  controlHeight: 36,
  controlHeightLG: 44,
  fontFamily: 'var(--font)',
  fontSize: 16,
  fontSizeSM: 14,
  fontWeightStrong: 600,
  borderRadius: 4,
  borderRadiusLG: 8,
  boxShadow: 'var(--shadow)',
  boxShadowSecondary: 'var(--shadow)',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.16s',
}

/** @param read gives a token's colour as the page shows it now */
function makeDeskTheme(read: (token: string) => string, isDark: boolean): ThemeConfig {
  const colours = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)]))
  const algorithm = isDark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    // The dark one would shade what is of the dark scheme already.
    algorithm: (seed) => ({ ...algorithm(seed), ...colours }),
    // The page takes its animations away for who wants none (global.css); antd would wait for their end.
    token: { ...colours, ...SHAPE, motion: !matchMedia(STILL).matches },
    components: {
      Table: {
        headerBg: read('--ground'),
        headerColor: read('--ink-soft'),
        headerSplitColor: 'transparent',
        headerBorderRadius: 0,
        cellPaddingBlock: 12,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 600 },
    },
  }
}
