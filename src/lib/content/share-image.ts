/** The picture that a shared page shows: one for each kind and theme, 1200 by 630 as messengers want it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import sharp from 'sharp'
import { site } from '../../site.ts'
import { lightColour } from '../../styles/token-colours.ts'
import { SHARE_KINDS, type ShareKind } from './share-image-path.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 96
const BRAND = lightColour('brand')
const STRONG = lightColour('brand-strong')
const TINT = lightColour('brand-tint')

/** The picture as PNG. Text is drawn as outlines, so no font of the machine is needed. */
export async function drawShareImage(kind: ShareKind, theme: string | undefined): Promise<Buffer> {
  const font = await shareFont()
  const line = (text: string, y: number, size: number, fill: string) =>
    `<path fill="${fill}" d="${font.getPath(text, MARGIN, y, size).toPathData(1)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${lightColour('paper')}"/>
    <rect width="${WIDTH}" height="16" fill="${BRAND}"/>
    <path fill="${TINT}" d="M820 150h200l80 80v320a20 20 0 0 1-20 20H820a20 20 0 0 1-20-20V170a20 20 0 0 1 20-20Z"/>
    <path fill="none" stroke="${BRAND}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round" d="M870 490v-40a40 40 0 0 1 40-40h70a40 40 0 0 0 40-40v-20m-40 30 40-40 40 40"/>
    <circle cx="870" cy="500" r="18" fill="${BRAND}"/>
    ${line(site.name, 170, 64, BRAND)}
    ${line(theme ?? SHARE_KINDS[kind], 350, theme && theme.length > 5 ? 104 : 128, STRONG)}
    ${theme ? line(SHARE_KINDS[kind], 440, 48, BRAND) : ''}
    ${line(site.slogan, 550, 36, lightColour('ink-soft'))}
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
