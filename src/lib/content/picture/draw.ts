/** Draws a sheet by satori: as SVG with the reader's font, and as PNG with outlines of a pinned font. */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import packages from '../../../../package.json' with { type: 'json' }
import { colourOf, FONT, lightColour } from '../token-colours.ts'

const COLOURS = ['paper', 'ink', 'ink-soft', 'line', 'gain'] as const
export type Colour = (typeof COLOURS)[number]

export interface Sheet {
  width: number
  height?: number
  content: ReactNode
  /** SVG on top, drawn when the height is known. */
  marks: (height: number) => string
}

const require = createRequire(import.meta.url)
const FONTS = '@fontsource/noto-sans-sc'
/** The common characters; rare ones have their own files by range. */
const COMMON = ['latin', 'chinese-simplified']
const WEIGHTS = [400, 600] as const

const files = new Map<string, Font[]>()

function fontsOf(part: string): Font[] {
  const fonts =
    files.get(part) ??
    WEIGHTS.map((weight): Font => {
      const data = readFileSync(require.resolve(`${FONTS}/files/noto-sans-sc-${part}-${weight}-normal.woff`))
      return { name: part, data, weight, style: 'normal' }
    })
  files.set(part, fonts)
  return fonts
}

let ranges: { part: string; of: [from: number, to: number][] }[] | undefined

/** Returns the package's files for characters that the common ones lack. */
async function rareFonts(_code: string, text: string): Promise<Font[]> {
  ranges ??= Object.entries(
    JSON.parse(readFileSync(require.resolve(`${FONTS}/unicode.json`), 'utf8')) as Record<string, string>,
  ).map(([part, written]) => ({
    part: part.replace(/[[\]]/g, ''),
    of: written.split(',').map((range): [number, number] => {
      const [from = '', to = from] = range.replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    }),
  }))
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return ranges
    .filter(({ of }) => of.some(([from, to]) => codes.some((code) => from <= code && code <= to)))
    .flatMap(({ part }) => fontsOf(part))
}

async function drawn({ width, height, content, marks }: Sheet, embedFont: boolean): Promise<string> {
  const fonts = COMMON.flatMap(fontsOf)
  const svg = await satori(content, {
    width,
    ...(height && { height }),
    fonts,
    embedFont,
    loadAdditionalAsset: rareFonts,
  })
  return svg.replace(/<\/svg>$/, `${marks(heightOf(svg))}</svg>`)
}

export interface Drawn {
  svg: string
  width: number
  height: number
}

/** Light and dark follow the reader's system, because images cannot know the page's mode. */
export async function svgOf(sheet: Sheet): Promise<Drawn> {
  const look = (contrast: 'plain' | 'strong', ground: 'light' | 'dark') =>
    COLOURS.flatMap((colour) =>
      ['fill', 'stroke'].map(
        (of) => `[${of}="${lightColour(colour)}"]{${of}:${colourOf(colour, contrast, ground)}}`,
      ),
    ).join('')
  const style =
    // A mask shows its white parts, in every mode.
    `<style>text{font-family:${FONT}}mask [fill="#fff"]{fill:#fff}` +
    `@media(prefers-color-scheme:dark){${look('plain', 'dark')}}` +
    `@media(prefers-contrast:more){${look('strong', 'light')}}` +
    `@media(prefers-contrast:more) and (prefers-color-scheme:dark){${look('strong', 'dark')}}</style>`
  const svg = (await drawn(sheet, false)).replace('>', `>${style}`)
  return { svg, width: sheet.width, height: heightOf(svg) }
}

const heightOf = (svg: string) => Number(/ height="(\d+)"/.exec(svg)?.[1])

/** Packages that determine the bytes of a PNG, besides its SVG. */
const DRAWN_BY = ['@fontsource/noto-sans-sc', 'satori', 'sharp'] as const

/** Returns a function for PNGs that caches them in `folder`, because outlines take longest. */
export function pngIn(folder: string) {
  mkdirSync(folder, { recursive: true })
  return async (name: string, sheet: Sheet, { svg }: Drawn): Promise<Buffer> => {
    const file = join(folder, name)
    const versions = DRAWN_BY.map((each) => packages.devDependencies[each])
    const mark = hash('sha256', [...versions, svg].join(), 'buffer')
    const kept = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    if (kept.subarray(0, mark.length).equals(mark)) return kept.subarray(mark.length)
    const png = await pngOf(sheet)
    // Renamed when complete: a build may stop while it writes.
    writeFileSync(`${file}.new`, Buffer.concat([mark, png]))
    renameSync(`${file}.new`, file)
    return png
  }
}

export async function pngOf(sheet: Sheet): Promise<Buffer> {
  const svg = Buffer.from(await drawn(sheet, true))
  return sharp(svg).png({ palette: true, colours: 16, dither: 0, effort: 1 }).toBuffer()
}

/** A drawing on a grid of 32, `size` px wide. */
export function at(x: number, y: number, size: number, drawing: string): string {
  return `<g transform="translate(${x} ${y})scale(${size / 32})">${drawing}</g>`
}

export function path(d: string, fill: Colour): string {
  return `<path d="${d}" fill="${lightColour(fill)}"/>`
}
