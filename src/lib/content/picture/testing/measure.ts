/** What must hold of every picture, whatever its policy says. */
import { XMLValidator } from 'fast-xml-parser'
import sharp from 'sharp'
import { expect } from 'vitest'
import { type Mark, pngOf, type Sheet, svgOf } from '../draw.ts'
import { layOut } from '../layout.ts'
import { altOf, type Picture, wordsOf } from '../picture.ts'

export const EDGES = { left: 72, right: 1008 }
export const BLOCK = 1080
const SMALLEST = 40
const MOST_BYTES = 250 * 1024
const TALLEST = 9000

/** Where a PNG says how it writes colours, and what it says for a palette. */
const COLOUR_TYPE = 25
const PALETTE = 3

export type Line = Extract<Mark, { text: string }>
export const linesOf = ({ marks }: Sheet) => marks.filter((mark): mark is Line => 'text' in mark)
const boxOf = ({ x, y, size, width }: Line) => ({
  x,
  right: x + width,
  top: y - size * 0.88,
  bottom: y + size * 0.12,
})

/** What runs over an edge, or over another line. */
export function overflows(sheet: Sheet): string[] {
  const lines = linesOf(sheet)
  const out = sheet.marks.filter((mark) => {
    if ('boxes' in mark)
      return mark.boxes.some(
        ([x, y, w, h]) => x < 0 || y < 0 || w < 0 || h < 0 || x + w > 1080 || y + h > sheet.height,
      )
    if ('path' in mark) return mark.x < 64 || mark.x + mark.size > 1080 || mark.y + mark.size > sheet.height
    const { x, right, bottom } = boxOf(mark)
    // The empty half of an opening mark hangs out.
    const hung = /^[（《〈“‘「『]/.test(mark.text) ? mark.size / 2 : 0
    return x + hung < EDGES.left || right > EDGES.right + 0.01 || bottom > sheet.height
  })
  const across = lines.filter((line) => boxOf(line).top < BLOCK && boxOf(line).bottom > BLOCK - 40)
  const over = lines.filter((line, place) =>
    lines.slice(place + 1, place + 12).some((other) => {
      const [a, b] = [boxOf(line), boxOf(other)]
      return a.x < b.right - 1 && b.x < a.right - 1 && a.top < b.bottom && b.top < a.bottom
    }),
  )
  return [...out, ...across, ...over].map((mark) => JSON.stringify(mark))
}

const CLOSING = /^[%％，。、；：！？）》〉”’」』…]/
const OPENING = /[（《〈“‘「『]$/
const UNIT = /^[年月日万亿元%％]/

/** Lines that begin or end as none may; a mark that is not next to a word has nowhere to go. */
export function badBreaks(sheet: Sheet): string[] {
  const lines = linesOf(sheet)
  return lines.flatMap((line, place) => {
    const next = lines[place + 1]
    if (!next || next.x !== line.x || next.size !== line.size || next.y - line.y > line.size * 1.6) return []
    const isBad =
      CLOSING.test(next.text) || OPENING.test(line.text) || (/\d$/.test(line.text) && UNIT.test(next.text))
    return isBad ? [`${line.text}|${next.text}`] : []
  })
}

/** What stands between two strings of the picture in its words: signs, and how a figure is read aloud. */
const BETWEEN = /^(?:\s|：|，|／|由|降到|提高到|%|元|万元|亿元)*$/

/** The words in the order of the picture; empty if each line of it is found behind the one before. */
export function unsaid(picture: Picture): string[] {
  const said = wordsOf(picture)
    .flatMap(({ title, lines }) => [title, ...lines])
    .join('\n')
  const numbers = /^\d{1,2}$/
  let at = 0
  return linesOf(layOut(picture)).flatMap((line, place, all) => {
    const text = line.text.replace(/^／/, '')
    // Which step it is, a list says by itself.
    if (numbers.test(text) && line.colour === 'paper') return []
    const found = said.replace(/\n/g, ' ').indexOf(text, at)
    const skipped = found < 0 ? '?' : said.slice(at, found)
    if (found >= 0) at = found + text.length
    const isRest = place === all.length - 1 && said.slice(at).trim() !== ''
    return BETWEEN.test(skipped) && !isRest ? [] : [`${text} behind ${skipped}`]
  })
}

/** Nothing runs over, lines break where they may, and its words are those that are read aloud, in its order. */
export function checkLines(picture: Picture): void {
  const sheet = layOut(picture)
  expect(overflows(sheet)).toEqual([])
  expect(Math.min(...linesOf(sheet).map(({ size }) => size))).toBeGreaterThanOrEqual(SMALLEST)
  expect(sheet.height).toBeLessThan(TALLEST)
  expect(unsaid(picture)).toEqual([])
  expect(altOf(picture).length).toBeLessThanOrEqual(120)
}

/** As small as messengers want it. */
export async function checkImage(picture: Picture): Promise<void> {
  const own = layOut(picture)
  const png = await pngOf(own)
  expect(png.length).toBeLessThanOrEqual(MOST_BYTES)
  const { width, height } = await sharp(png).metadata()
  expect({ width, height }).toEqual({ width: 1080, height: own.height })
  expect(png[COLOUR_TYPE]).toBe(PALETTE)
  expect(XMLValidator.validate(svgOf(own))).toBe(true)
}
