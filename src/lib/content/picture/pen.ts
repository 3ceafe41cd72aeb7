/** Sets lines, boxes and drawings on the sheet of a picture: each line is measured and broken before it is set. */
import { breakTitle } from '../../rules/text/titles.ts'
import { type Colour, type Mark, textWidth, type Weight } from './draw.ts'

/** Size, height of its line, weight, colour. */
export interface Type {
  size: number
  line: number
  weight: Weight
  colour: Colour
}

/** The edge of what is filled with gain. */
const EDGE = 4

/** What has been set, and where the next line begins. */
export function newPen() {
  const marks: Mark[] = []
  const pen = {
    marks,
    y: 0,
    /** One line, its upper edge at `y`. */
    line(text: string, x: number, y: number, { size, line, weight, colour }: Type): number {
      const width = textWidth(text, size, weight)
      // Of a 汉字, 0.88 of the size is above the baseline.
      marks.push({ text, x, y: Math.round(y + (line - size) / 2 + size * 0.88), size, weight, colour, width })
      return width
    },
    /** As many lines as it takes, below each other. */
    lines(text: string, x: number, room: number, type: Type): void {
      for (const line of breakLines(text, room, type)) {
        // The left half of an opening mark is empty: it hangs out, and the words stand in line.
        pen.line(line, OPENING.test(line[0] ?? '') ? x - type.size / 2 : x, pen.y, type)
        pen.y += type.line
      }
    },
    box(x: number, y: number, width: number, height: number, colour: Colour): void {
      const at = marks.at(-1)
      const box = [x, y, width, height].map(Math.round) as [number, number, number, number]
      if (at && 'boxes' in at && at.colour === colour)
        marks[marks.length - 1] = { ...at, boxes: [...at.boxes, box] }
      else marks.push({ boxes: [box], colour })
    },
    frame(x: number, y: number, width: number, height: number, edge: number, colour: Colour): void {
      pen.box(x, y, width, edge, colour)
      pen.box(x, y + height - edge, width, edge, colour)
      pen.box(x, y + edge, edge, height - 2 * edge, colour)
      pen.box(x + width - edge, y + edge, edge, height - 2 * edge, colour)
    },
    /** Filled with gain; its edge carries what the colour alone does not. */
    gain(x: number, y: number, width: number, height: number): void {
      pen.box(x, y, width, height, 'gain')
      pen.frame(x, y, width, height, EDGE, 'ink')
    },
    draw(
      path: string,
      x: number,
      y: number,
      size: number,
      colour: Colour,
      grid: number,
      isFilled = false,
    ): void {
      marks.push({ path, x: Math.round(x), y: Math.round(y), grid, size, colour, isFilled })
    },
  }
  return pen
}

export type Pen = ReturnType<typeof newPen>

/** What running text has beside titles: 50 万元 with a space, 2026-08-03, 第九条. */
const HELD: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/\d$/, /^ /],
  [/\d[-–—/.:～]$/, /^\d/],
  [/第$/, /^[一二三四五六七八九十百]/],
  [/[A-Za-z]$/, /^\p{Script=Han}/u],
  [/[%％]$/, /^以[上下内前后]/],
]

const CLOSING = /^[%％，。、；：！？）》〉”’」』…年月日万亿元]/
const OPENING = /[（《〈“‘「『]$/

/** Between its parts a line may end: never between a number and its unit, never before a closing mark. */
function partsOf(text: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = []
  for (const part of breakTitle(text)) {
    const before = parts.at(-1)
    const isHeld = before !== undefined && HELD.some(([left, right]) => left.test(before) && right.test(part))
    parts.push(...cutToFit(isHeld ? `${parts.pop()}${part}` : part, fits))
  }
  return parts
}

/** A word that is longer than a line, behind as many characters as fit and may end a line. */
function cutToFit(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  let end = 0
  const ends = Array.from(word, (character) => {
    end += character.length
    return end
  })
  const most = Math.max(
    0,
    ends.findLastIndex((end) => fits(word.slice(0, end))),
  )
  const mayEnd = (end: number) => {
    const [before, after] = [word.slice(0, end), word.slice(end)]
    return !CLOSING.test(after) && !OPENING.test(before) && !(/\d$/.test(before) && /^[\d.,]/.test(after))
  }
  const cut = ends.slice(0, most + 1).findLast(mayEnd) ?? ends[most] ?? word.length
  return [word.slice(0, cut), ...cutToFit(word.slice(cut), fits)]
}

/** What a line costs, in squares of the room that it leaves: one more is worse than any look. */
const COST = { line: 1000, lost: 1, afterClause: -0.2, afterName: -0.1 }
/** In 汉字: a line with less than that looks lost. */
const LEAST = 6

/** As few lines as `room` allows, about equally long, if they can each to the end of a clause; without the spaces at their ends. */
export function breakLines(text: string, room: number, { size, weight }: Type): string[] {
  const widthOf = (line: string) => textWidth(line.trim(), size, weight)
  const parts = partsOf(text, (part) => widthOf(part) <= room)
  /** How the first parts are set best, by how many they are. */
  const best: { lines: string[]; cost: number }[] = [{ lines: [], cost: 0 }]
  for (let end = 1; end <= parts.length; end++) {
    let line = ''
    for (let start = end - 1; start >= 0; start--) {
      line = `${parts[start]}${line}`
      const width = widthOf(line)
      if (width > room && start < end - 1) break
      const { lines, cost } = best[start] as (typeof best)[number]
      const isLast = end === parts.length
      const total =
        cost +
        COST.line +
        (1 - width / room) ** 2 +
        (width < LEAST * size ? COST.lost : 0) +
        (!isLast && /[，；。]\s*$/.test(line) ? COST.afterClause : 0) +
        (!isLast && /、$/.test(line) ? COST.afterName : 0)
      if (total < (best[end]?.cost ?? Number.POSITIVE_INFINITY))
        best[end] = { lines: [...lines, line.trim()], cost: total }
    }
  }
  return best.at(-1)?.lines.filter(Boolean) ?? []
}
