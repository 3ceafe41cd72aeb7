/**
 * Pictures of text, boxes and drawings, made without a browser and without the fonts of the machine: as PNG with a palette,
 * the same bytes everywhere, and as SVG whose lines keep the widths measured here, whatever font the reader has.
 */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import opentype, { type Step } from 'opentype.js'
import sharp from 'sharp'
import packages from '../../../../package.json' with { type: 'json' }
import { colourOf, FONT, lightColour } from '../../../styles/token-colours.ts'
import { escapeMarkup } from '../../rules/text/escape-markup.ts'
import code from './draw.ts?raw'

export type Weight = 400 | 600 | 700

/** A token of tokens.css; `code` and `plate` are those of a QR code, dark on light in every mode. */
export type Colour =
  | 'paper'
  | 'ink'
  | 'ink-soft'
  | 'line'
  | 'gain'
  | 'on-gain'
  | 'gain-edge'
  | 'code'
  | 'plate'

/** Lengths in px, from the upper left corner. */
export type Mark =
  /** `y` is the baseline, `width` what `textWidth` says. */
  | { text: string; x: number; y: number; size: number; weight: Weight; colour: Colour; width: number }
  /** Boxes of one colour: x, y, width, height. */
  | { boxes: readonly (readonly [number, number, number, number])[]; colour: Colour }
  /** A path on a grid of `grid` units, drawn `size` px wide: filled, or as strokes of 2 units. */
  | { path: string; x: number; y: number; grid: number; size: number; colour: Colour; isFilled?: boolean }

export interface Sheet {
  width: number
  height: number
  marks: readonly Mark[]
}

const require = createRequire(import.meta.url)
/** From the pinned package: the same on every machine that builds. */
const FONTS = '@fontsource/noto-sans-sc'
/** The common characters; rare ones are in files of their own, by ranges. */
const COMMON = 'chinese-simplified'
/** 〓 stands for what no file has, as printers do. */
const MISSING = '〓'

/** What `make` gives for a key, made once for all pictures of a build. */
function once<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  let value = known.get(key)
  if (value === undefined) {
    value = make()
    known.set(key, value)
  }
  return value
}

const fonts = new Map<string, ReturnType<typeof opentype.parse>>()

/** Parsing takes a tenth of a second. */
function fontOf(part: string, weight: Weight) {
  const name = `${FONTS}/files/noto-sans-sc-${part}-${weight}-normal.woff`
  return once(fonts, name, () => {
    const { buffer, byteOffset, byteLength } = readFileSync(require.resolve(name))
    return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
  })
}

let ranges: [part: string, of: [from: number, to: number][]][] | undefined

/** In which file of the package a rare character is. */
function partWith(character: string): string | undefined {
  ranges ??= Object.entries(
    JSON.parse(readFileSync(require.resolve(`${FONTS}/unicode.json`), 'utf8')) as Record<string, string>,
  ).map(([part, written]) => [
    part.replace(/[[\]]/g, ''),
    written.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    }),
  ])
  const code = character.codePointAt(0) ?? 0
  return ranges.find(([, of]) => of.some(([from, to]) => from <= code && code <= to))?.[0]
}

/** The font that has a character. */
function fontWith(character: string, weight: Weight) {
  const common = fontOf(COMMON, weight)
  if (common.charToGlyph(character).index !== 0) return common
  const part = partWith(character)
  const rare = part && fontOf(part, weight)
  return rare && rare.charToGlyph(character).index !== 0 ? rare : undefined
}

/** By weight, what is drawn for each character, and its advance as a share of the size. */
const spellings = new Map<Weight, Map<string, { drawn: string; advance: number }>>()

/** A character as it is drawn: itself, or its plain letters (Ⅱ as II), or the sign for a missing one. */
function spell(character: string, weight: Weight) {
  const known = once(spellings, weight, () => new Map())
  return once(known, character, () => {
    const plain = character.normalize('NFKC')
    const hasAll = (text: string) => [...text].every((each) => fontWith(each, weight))
    const drawn = [character, plain].find(hasAll) ?? MISSING
    const advance = [...drawn].reduce((sum, each) => {
      const font = fontWith(each, weight)
      return font ? sum + font.charToGlyph(each).advanceWidth / font.unitsPerEm : sum
    }, 0)
    return { drawn, advance }
  })
}

/** How wide a line is, in px. */
export function textWidth(text: string, size: number, weight: Weight): number {
  let width = 0
  for (const character of text) width += spell(character, weight).advance
  return width * size
}

/** How much of each pixel is covered, from none to `LEVELS`. */
interface Mask {
  left: number
  top: number
  width: number
  height: number
  cover: Uint8Array
}

const LEVELS = 8

const glyphMasks = new Map<string, Mask>()

/** Drawn once for all pictures: a page of text has a few hundred characters, a library the same ones. */
function glyphMask(character: string, size: number, weight: Weight): Mask {
  return once(glyphMasks, `${character}${size} ${weight}`, () =>
    rasterise(fontWith(character, weight)?.charToGlyph(character).getPath(0, 0, size).commands ?? []),
  )
}

/**
 * The area of an outline in each pixel, exact for straight lines (the accumulation buffer of font-rs): every edge adds
 * what lies to the right of it, so that a sum along the row is the coverage. Overlapping contours count once.
 */
function rasterise(steps: readonly Step[]): Mask {
  const points = steps.flatMap((step) => {
    if (step.type === 'Z') return []
    return step.type === 'Q' ? [step, { x: step.x1, y: step.y1 }] : [step]
  })
  if (points.length === 0) return { left: 0, top: 0, width: 0, height: 0, cover: new Uint8Array() }
  const left = Math.floor(Math.min(...points.map(({ x }) => x)))
  const top = Math.floor(Math.min(...points.map(({ y }) => y)))
  const width = Math.ceil(Math.max(...points.map(({ x }) => x))) - left + 2
  const height = Math.ceil(Math.max(...points.map(({ y }) => y))) - top
  const sums = new Float32Array(width * height + 2)
  let at = { x: 0, y: 0 }
  let start = at
  const go = (to: { x: number; y: number }) => {
    addEdge(sums, width, at.x, at.y, to.x, to.y)
    at = to
  }
  for (const step of steps) {
    if (step.type === 'Z') {
      go(start)
      continue
    }
    const to = { x: step.x - left, y: step.y - top }
    if (step.type === 'M') {
      at = to
      start = to
    } else if (step.type === 'L') {
      go(to)
    } else {
      const from = at
      const bend = { x: step.x1 - left, y: step.y1 - top }
      const pieces = Math.max(2, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 3))
      for (let piece = 1; piece <= pieces; piece++) {
        const t = piece / pieces
        const blend = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
        go({ x: blend(from.x, bend.x, to.x), y: blend(from.y, bend.y, to.y) })
      }
    }
  }
  const cover = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    let sum = 0
    for (let x = row * width; x < (row + 1) * width; x++) {
      sum += sums[x] as number
      cover[x] = Math.round(Math.min(1, Math.abs(sum)) * LEVELS)
    }
  }
  return { left, top, width, height, cover }
}

function addEdge(sums: Float32Array, width: number, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return
  const direction = y0 < y1 ? 1 : -1
  const [topX, topY, endX, endY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
  const slope = (endX - topX) / (endY - topY)
  let x = topX
  for (let row = Math.floor(topY); row < Math.ceil(endY); row++) {
    const part = Math.min(row + 1, endY) - Math.max(row, topY)
    const next = x + slope * part
    addCells(sums, row * width, Math.min(x, next), Math.max(x, next), part * direction)
    x = next
  }
}

/** What an edge from `from` to `to` within one row, `part` of it high, adds to the cells from there on. */
function addCells(sums: Float32Array, row: number, from: number, to: number, part: number): void {
  const first = Math.floor(from)
  const last = Math.ceil(to)
  const add = (cell: number, area: number) => {
    sums[row + cell] = (sums[row + cell] as number) + part * area
  }
  if (last <= first + 1) {
    const middle = (from + to) / 2 - first
    add(first, 1 - middle)
    add(first + 1, middle)
    return
  }
  // Of each cell the area to the right of the edge, less what the cells before it have been given.
  let given = 0
  for (let cell = first; cell < last; cell++) {
    const [enter, leave] = [Math.max(from, cell), Math.min(to, cell + 1)]
    const passed = (leave - from) / (to - from)
    const entered = (enter - from) / (to - from)
    const area = ((passed + entered) / 2) * (leave - enter) + passed * (cell + 1 - leave)
    add(cell, area - given)
    given = area
  }
  add(last, 1 - given)
}

const drawingMasks = new Map<string, Promise<Mask>>()

/** A drawing at a size: strokes are none of this rasteriser's business, and there are few of them. */
function drawingMask({ path, grid, size, isFilled }: Extract<Mark, { path: string }>): Promise<Mask> {
  return once(drawingMasks, `${path} ${grid} ${size} ${isFilled}`, () =>
    drawn(path, grid, size, isFilled ? 'fill="#fff"' : STROKES.replace('C', '#fff')),
  )
}

const STROKES = 'fill="none" stroke="C" stroke-width="2"'

async function drawn(path: string, grid: number, size: number, look: string): Promise<Mask> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}" width="${size}" height="${size}"><path d="${path}" ${look}/></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const cover = Uint8Array.from(data, (alpha) => Math.round((alpha / 255) * LEVELS))
  return { left: 0, top: 0, width: info.width, height: info.height, cover }
}

/** What the bytes of a PNG depend on, beside its sheet. */
const DRAWN_BY = [
  code,
  packages.devDependencies['@fontsource/noto-sans-sc'],
  packages.devDependencies['opentype.js'],
  packages.devDependencies.sharp,
  process.versions.zlib,
].join()

/**
 * Pictures as PNG, each kept in a file of the folder for the next build: to draw one takes twenty times as long as to lay it
 * out, and most changes of code or content leave it as it is.
 */
export function pngIn(folder: string) {
  mkdirSync(folder, { recursive: true })
  return async (name: string, sheet: Sheet): Promise<Buffer> => {
    const file = join(folder, name)
    const mark = hash('sha256', JSON.stringify([DRAWN_BY, sheet, lightColours(sheet)]), 'buffer')
    // Missing, or the machine stopped before it was on the disk.
    const kept = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    if (kept.subarray(0, mark.length).equals(mark)) return kept.subarray(mark.length)
    const png = await pngOf(sheet)
    // Moved to its place when it is whole: a build may be stopped while it writes.
    writeFileSync(`${file}.new`, Buffer.concat([mark, png]))
    renameSync(`${file}.new`, file)
    return png
  }
}

const lightColours = ({ marks }: Sheet) => marks.map(({ colour }) => inMode(colour, 'plain', 'light'))

/** In the modes in which a picture can be seen. A code is read by phones: it never turns. */
function inMode(colour: Colour, contrast: 'plain' | 'strong', ground: 'light' | 'dark'): string {
  if (colour === 'code') return lightColour('ink')
  if (colour === 'plate') return lightColour('paper')
  return colourOf(colour, contrast, ground)
}

/** The picture on light paper, as PNG. */
export async function pngOf({ width, height, marks }: Sheet): Promise<Buffer> {
  const pixels = new Uint8Array(width * height)
  const palette = newPalette()
  for (const mark of marks) {
    const colour = palette.solid(inMode(mark.colour, 'plain', 'light'))
    if ('boxes' in mark) {
      for (const [x, y, w, h] of mark.boxes) {
        for (let row = y; row < y + h; row++) pixels.fill(colour, row * width + x, row * width + x + w)
      }
    } else if ('path' in mark) stamp(await drawingMask(mark), mark.x, mark.y, colour)
    else {
      let x = mark.x
      for (const character of mark.text) {
        for (const letter of spell(character, mark.weight).drawn) {
          stamp(glyphMask(letter, mark.size, mark.weight), Math.round(x), mark.y, colour)
          x += spell(letter, mark.weight).advance * mark.size
        }
      }
    }
  }
  return encodePng(pixels, width, height, palette.colours)

  function stamp(mask: Mask, x: number, y: number, colour: number) {
    for (let row = 0; row < mask.height; row++) {
      const from = (y + mask.top + row) * width + x + mask.left
      for (let column = 0; column < mask.width; column++) {
        const level = mask.cover[row * mask.width + column] as number
        if (level > 0) pixels[from + column] = palette.blend(pixels[from + column] as number, colour, level)
      }
    }
  }
}

/** Of at most 256 colours: the first is paper, blends are added as they are met. */
function newPalette() {
  const colours: (readonly number[])[] = []
  const byName = new Map<string, number>()
  const blends = new Map<number, number>()
  const add = (colour: readonly number[]): number => colours.push(colour) - 1
  const solid = (hex: string): number => {
    const long = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
    return once(byName, long, () => add([1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16))))
  }
  solid(lightColour('paper'))
  return {
    colours,
    solid,
    /** `level` parts of `LEVELS` of a colour above another one. */
    blend(below: number, colour: number, level: number): number {
      if (level === LEVELS || below === colour) return colour
      return once(blends, (below * 256 + colour) * 16 + level, () => {
        const [from = [], to = []] = [colours[below], colours[colour]]
        // A full palette is one of many edges above each other: the nearer of the two will do.
        if (colours.length === 256) return level * 2 > LEVELS ? colour : below
        const share = level / LEVELS
        return add(from.map((part, channel) => Math.round(part + ((to[channel] ?? 0) - part) * share)))
      })
    },
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Rows as they are: of what has few colours, differences between rows are larger. */
const NO_FILTER = 0

function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
  colours: readonly (readonly number[])[],
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // 8 bits, a palette; the rest is what there is only one of.
  head.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, NO_FILTER)
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  return Buffer.concat([
    PNG,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(rows, { level: 6, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([frame, named, sum])
}

/**
 * The picture as SVG for an `img`: of the light and dark of the page that shows it. A line is as wide as it was measured,
 * also in the fonts of the reader: the browser fits it (`textLength`).
 */
export function svgOf({ width, height, marks }: Sheet): string {
  const colours = [...new Set(marks.map(({ colour }) => colour))]
  const look = (contrast: 'plain' | 'strong', ground: 'light' | 'dark') =>
    colours.map((colour) => `.${colour}{color:${inMode(colour, contrast, ground)}}`).join('')
  // What strong contrast does not fill has an edge.
  const edge = (ground: 'light' | 'dark') =>
    `.gain{stroke:${inMode('gain-edge', 'strong', ground)};stroke-width:2px}`
  const style =
    `svg{background:${inMode('paper', 'plain', 'light')};font-family:${FONT}}g{fill:currentColor}${look('plain', 'light')}` +
    `@media(prefers-color-scheme:dark){svg{background:${inMode('paper', 'plain', 'dark')}}${look('plain', 'dark')}}` +
    `@media(prefers-contrast:more){${look('strong', 'light')}${edge('light')}}` +
    `@media(prefers-contrast:more) and (prefers-color-scheme:dark){svg{background:${inMode('paper', 'strong', 'dark')}}${look('strong', 'dark')}${edge('dark')}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${style}</style>${groups(marks)}</svg>`
}

/** Neighbours that look the same are drawn as one. */
function groups(marks: readonly Mark[]): string {
  let open = ''
  let svg = ''
  for (const mark of marks) {
    const own = 'text' in mark ? ` font-size="${mark.size}" font-weight="${mark.weight}"` : ''
    const next = `<g class="${mark.colour}"${own}>`
    if (next !== open) svg += `${open && '</g>'}${next}`
    open = next
    svg += markup(mark)
  }
  return `${svg}${open && '</g>'}`
}

function markup(mark: Mark): string {
  if ('boxes' in mark)
    return `<path d="${mark.boxes.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`).join('')}"/>`
  if ('path' in mark) {
    const { path, x, y, grid, size, isFilled } = mark
    const look = isFilled ? '' : ` ${STROKES.replace('C', 'currentColor')}`
    return `<path transform="translate(${x} ${y})scale(${round(size / grid)})"${look} d="${path}"/>`
  }
  const { text, x, y, width } = mark
  return `<text x="${x}" y="${y}" textLength="${round(width)}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`
}

const round = (length: number) => Math.round(length * 100) / 100
