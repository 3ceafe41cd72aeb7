import { THEMES } from './schema/fields.ts'

export const SHARE_KINDS = {
  site: '惠企政策',
  policy: '政策解读',
  original: '政策原文',
  news: '政策资讯',
  provider: '服务商',
  fund: '投资基金',
  loan: '企业贷款',
} as const

export type ShareKind = keyof typeof SHARE_KINDS

export function shareImagePath(kind: ShareKind, themes: readonly string[] = []): string {
  return `/frontend/share/${shareImageName(kind, themes[0])}.png`
}

/** Themes by number: an address with Chinese characters is long when pasted. */
export function shareImageName(kind: ShareKind, theme: string | undefined): string {
  const number = (THEMES as readonly (string | undefined)[]).indexOf(theme) + 1
  return number === 0 ? kind : `${kind}-${number}`
}
