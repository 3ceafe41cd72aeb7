/** The antd theme of desk and workbench, for the sheet (integrations/antd-sheet.ts) and for antd's own measuring. */
import type { ThemeConfig } from 'antd'

/** Tokens that antd computes with; it derives the others. */
export const COLOURS = {
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
  // antd's derived backgrounds look dirty.
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
  colorSuccessBorder: '--tone-open',
  colorWarningBorder: '--tone-closing',
  colorErrorBorder: '--verdict-no',
  colorInfoBorder: '--line-strong',
  colorBorder: '--line-strong',
  colorBorderSecondary: '--line',
} as const

export const THEME = {
  hashed: false,
  cssVar: { key: 'antd' },
  token: {
    colorBgMask: 'var(--veil)',
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
  },
  components: {
    Table: {
      headerBg: 'var(--ground)',
      headerColor: 'var(--ink-soft)',
      headerSplitColor: 'transparent',
      headerBorderRadius: 0,
      cellPaddingBlock: 12,
    },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 600 },
  },
} as const satisfies ThemeConfig
