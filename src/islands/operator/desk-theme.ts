import type { ThemeConfig } from 'antd'

/** antd computes with colours, so it needs them as values: those of styles/tokens.css, which a test compares. */
export const DESK_COLOURS = {
  '--ink': '#17252b',
  '--ink-soft': '#4b5b63',
  '--paper': '#ffffff',
  '--ground': '#f4f6f5',
  '--line': '#dde4e4',
  '--line-strong': '#85949a',
  '--brand': '#0c6470',
  '--brand-strong': '#08434c',
  '--brand-tint': '#e3f0f0',
  '--tone-open': '#17693a',
  '--tone-closing': '#a03c00',
  '--verdict-no': '#a1261d',
} as const

export const DESK_THEME: ThemeConfig = {
  token: {
    colorPrimary: DESK_COLOURS['--brand'],
    colorLink: DESK_COLOURS['--brand'],
    colorLinkHover: DESK_COLOURS['--brand-strong'],
    colorInfo: DESK_COLOURS['--brand'],
    colorSuccess: DESK_COLOURS['--tone-open'],
    colorWarning: DESK_COLOURS['--tone-closing'],
    colorError: DESK_COLOURS['--verdict-no'],
    colorText: DESK_COLOURS['--ink'],
    colorTextSecondary: DESK_COLOURS['--ink-soft'],
    colorTextTertiary: DESK_COLOURS['--ink-soft'],
    colorTextDescription: DESK_COLOURS['--ink-soft'],
    colorTextPlaceholder: '#66757c',
    colorBgBase: DESK_COLOURS['--paper'],
    colorBgLayout: DESK_COLOURS['--ground'],
    colorBorder: DESK_COLOURS['--line-strong'],
    colorBorderSecondary: DESK_COLOURS['--line'],
    controlHeight: 36,
    fontFamily: 'var(--font)',
    fontSize: 15,
    borderRadius: 6,
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.16s',
  },
  components: {
    Table: {
      headerBg: DESK_COLOURS['--ground'],
      headerColor: DESK_COLOURS['--ink-soft'],
      cellPaddingBlock: 10,
    },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  },
}
