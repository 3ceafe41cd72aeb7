/** The picture that a shared page shows: one for each kind and theme, 1200 by 630 as messengers want it. */
import { site } from '../../site.ts'
import { MARK } from './drawings.ts'
import { type Colour, type Mark, pngOf, textWidth } from './picture/draw.ts'
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

/** Address of the picture of a kind, of the first theme where there is one. */
export function shareImagePath(kind: ShareKind, themes: readonly string[] = []): string {
  return `/frontend/share/${shareImageName(kind, themes[0])}.png`
}

/** Themes by number: an address of Chinese characters is long where it is pasted. */
export function shareImageName(kind: ShareKind, theme: string | undefined): string {
  const number = (THEMES as readonly (string | undefined)[]).indexOf(theme) + 1
  return number === 0 ? kind : `${kind}-${number}`
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 96
/** The mark of 32 units, as tall as the picture has room for, with the tie up to the right edge. */
const MARK_SIZE = 416

/** The picture as PNG. */
export function drawShareImage(kind: ShareKind, theme: string | undefined): Promise<Buffer> {
  const mark = { x: WIDTH - MARGIN - MARK_SIZE, y: (HEIGHT - MARK_SIZE) / 2, grid: 32, size: MARK_SIZE }
  const line = (text: string, y: number, size: number, colour: Colour): Mark => {
    const weight = 700
    return { text, x: MARGIN, y, size, weight, colour, width: textWidth(text, size, weight) }
  }
  const marks: Mark[] = [
    { ...mark, path: MARK.slips, colour: 'ink', isFilled: true },
    { ...mark, path: MARK.tie, colour: 'gain', isFilled: true },
    line(site.name, 170, 64, 'ink'),
    line(theme ?? SHARE_KINDS[kind], 350, theme && theme.length > 4 ? 96 : 120, 'ink'),
    ...(theme ? [line(SHARE_KINDS[kind], 440, 48, 'ink-soft')] : []),
    line(site.slogan, 550, 36, 'ink-soft'),
  ]
  return pngOf({ width: WIDTH, height: HEIGHT, marks })
}
