import { type ThemeConfig, theme } from 'antd'

/** antd computes with colours, so it gets what the tokens come to in this scheme and contrast. */
const TOKENS = {
  colorPrimary: '--brand',
  colorLink: '--brand',
  colorLinkHover: '--brand-strong',
  colorInfo: '--brand',
  colorSuccess: '--tone-open',
  colorWarning: '--tone-closing',
  colorError: '--verdict-no',
  // What antd would make of these colours as a ground looks soiled.
  colorSuccessBg: '--tone-open-tint',
  colorWarningBg: '--tone-closing-tint',
  colorErrorBg: '--tone-closing-tint',
  colorText: '--ink',
  colorTextSecondary: '--ink-soft',
  colorTextTertiary: '--ink-soft',
  colorTextDescription: '--ink-soft',
  colorTextPlaceholder: '--ink-soft',
  colorTextLightSolid: '--paper',
  colorBgBase: '--paper',
  colorBgContainer: '--paper',
  colorBgElevated: '--paper',
  colorBgLayout: '--ground',
  colorBorder: '--line-strong',
  colorBorderSecondary: '--line',
} as const

const SHAPE = {
  controlHeight: 36,
  fontFamily: 'var(--font)',
  fontSize: 15,
  borderRadius: 6,
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.16s',
}

/** @param read gives a token's colour as the page shows it now */
export function makeDeskTheme(read: (token: string) => string, isDark: boolean): ThemeConfig {
  const colours = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)]))
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...colours, ...SHAPE },
    components: {
      Table: { headerBg: read('--ground'), headerColor: read('--ink-soft'), cellPaddingBlock: 10 },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    },
  }
}
