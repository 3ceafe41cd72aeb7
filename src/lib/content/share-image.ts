/** The picture that a shared page shows: one for each kind and theme, 1200 by 630 as messengers want it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import sharp from 'sharp'
import { site } from '../../site.ts'
import { lightColour } from '../../styles/token-colours.ts'
import { MARK } from './drawings.ts'
import { SHARE_KINDS, type ShareKind } from './share-image-path.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 96
const INK = lightColour('ink')
const SOFT = lightColour('ink-soft')
/** The mark of 32 units, as tall as the picture has room for, with the tie up to the right edge. */
const MARK_SIZE = 416

/** The picture as PNG. Text is drawn as outlines, so no font of the machine is needed. */
export async function drawShareImage(kind: ShareKind, theme: string | undefined): Promise<Buffer> {
  const font = await shareFont()
  const line = (text: string, y: number, size: number, fill: string) =>
    `<path fill="${fill}" d="${font.getPath(text, MARGIN, y, size).toPathData(1)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${lightColour('paper')}"/>
    <g transform="translate(${WIDTH - MARGIN - MARK_SIZE} ${(HEIGHT - MARK_SIZE) / 2}) scale(${MARK_SIZE / 32})">
      <path fill="${INK}" d="${MARK.slips}"/><path fill="${lightColour('gain')}" d="${MARK.tie}"/>
    </g>
    ${line(site.name, 170, 64, INK)}
    ${line(theme ?? SHARE_KINDS[kind], 350, theme && theme.length > 4 ? 96 : 120, INK)}
    ${theme ? line(SHARE_KINDS[kind], 440, 48, SOFT) : ''}
    ${line(site.slogan, 550, 36, SOFT)}
  </svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer()
}

/** The typeface, from the pinned package: the same on every machine that builds. */
const FONT_FILE = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff'

async function readFont() {
  const { buffer, byteOffset, byteLength } = await readFile(createRequire(import.meta.url).resolve(FONT_FILE))
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
}

let font: ReturnType<typeof readFont> | undefined

/** Parsing takes a third of a second: once for all pictures of a build. */
function shareFont() {
  font ??= readFont()
  return font
}
