/**
 * 一图读懂 as a sheet of 1080 px: each line is measured before it is set, and every part is as high as its lines, so that
 * nothing can run over. The first 1080 px stand alone. Look: sizes in px as a phone of 375 px shows them at a third.
 */
import { encode } from 'uqr'
import { breakTitle } from '../../rules/text/titles.ts'
import { KIND_MARKS, MARK, SEALED_FORM, THEME_ICONS } from '../drawings.ts'
import { type Colour, type Mark, type Sheet, textWidth, type Weight } from './draw.ts'
import type { Part, Picture, Rod } from './picture.ts'

const WIDTH = 1080
const MARGIN = 72
const ROOM = WIDTH - 2 * MARGIN
const RIGHT = WIDTH - MARGIN
/** The first block, a square. */
const BLOCK = 1080
/** Between parts of a section, and between sections. */
const GAP = 24
const SECTION_GAP = 64
/** The edge of what is filled with gain. */
const EDGE = 4
const CODE = 240

/** Size, height of its line, weight, colour. */
interface Type {
  size: number
  line: number
  weight: Weight
  colour: Colour
}

const HEADING: Type = { size: 52, line: 72, weight: 600, colour: 'ink' }
const TEXT: Type = { size: 44, line: 66, weight: 400, colour: 'ink' }
const STRONG: Type = { ...TEXT, weight: 600 }
/** The smallest: 14 px on a phone. */
const NOTE: Type = { size: 40, line: 58, weight: 400, colour: 'ink-soft' }

/** @param address of the page that the picture is of */
export function layOut(picture: Picture, address: string): Sheet {
  const sheet = newSheet()
  firstBlock(sheet, picture)
  sheet.y = BLOCK
  for (const { title, parts } of picture.sections) {
    heading(sheet, title)
    parts.forEach((part, place) => {
      if (place > 0) sheet.y += GAP
      setPart(sheet, part)
    })
    sheet.y += SECTION_GAP
  }
  foot(sheet, picture.foot, address)
  return { width: WIDTH, height: sheet.y, marks: sheet.marks }
}

/** What has been set, and where the next line begins. */
function newSheet() {
  const marks: Mark[] = []
  const sheet = {
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
    lines(text: string | readonly string[], x: number, room: number, type: Type, isBalanced = false): void {
      for (const line of (isBalanced ? balancedLines : fullLines)(text, room, type)) {
        sheet.line(line, x, sheet.y, type)
        sheet.y += type.line
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
      sheet.box(x, y, width, edge, colour)
      sheet.box(x, y + height - edge, width, edge, colour)
      sheet.box(x, y + edge, edge, height - 2 * edge, colour)
      sheet.box(x + width - edge, y + edge, edge, height - 2 * edge, colour)
    },
    /** Filled with gain; its edge carries what the colour alone does not. */
    gain(x: number, y: number, width: number, height: number): void {
      sheet.box(x, y, width, height, 'gain')
      sheet.frame(x, y, width, height, EDGE, 'ink')
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
  return sheet
}

type Pen = ReturnType<typeof newSheet>

/** What running text has beside titles: 50 万元 with a space, 2026-08-03, 第九条. */
const HELD: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/\d$/, /^ /],
  [/\d[-–—/.:～]$/, /^\d/],
  [/第$/, /^[一二三四五六七八九十百]/],
  [/[A-Za-z]$/, /^\p{Script=Han}/u],
  [/[%％]$/, /^以[上下内前后]/],
]

/** Where a line may end: between words, never between a number and its unit, never before a closing mark. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const part of breakTitle(text)) {
    const before = parts.at(-1)
    if (before !== undefined && HELD.some(([left, right]) => left.test(before) && right.test(part))) {
      parts[parts.length - 1] = before + part
    } else parts.push(part)
  }
  return parts
}

/**
 * @param text as parts where it is already taken apart
 * @returns lines that fit into `room`, without the spaces at their ends
 */
export function breakLines(text: string | readonly string[], room: number, { size, weight }: Type): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (candidate: string) => textWidth(candidate.trim(), size, weight) <= room
  const end = () => {
    if (line.trim()) lines.push(line.trim())
    line = ''
  }
  for (const part of typeof text === 'string' ? partsOf(text) : text) {
    if (fits(line + part)) {
      line += part
      continue
    }
    end()
    let rest = part
    while (!fits(rest)) {
      const cut = cutOf(rest, fits)
      lines.push(rest.slice(0, cut).trim())
      rest = rest.slice(cut)
    }
    line = rest
  }
  end()
  return lines
}

const CLOSING = /^[%％，。、；：！？）》〉”’」』…年月日万亿元]/
const OPENING = /[（《〈“‘「『]$/

/** Where a word that is longer than a line is cut: behind as many characters as fit and may end a line. */
function cutOf(word: string, fits: (text: string) => boolean): number {
  let end = 0
  const ends = Array.from(word, (character) => {
    end += character.length
    return end
  })
  const most = ends.findLastIndex((end) => fits(word.slice(0, end)))
  const mayEnd = (end: number) => {
    const [before, after] = [word.slice(0, end), word.slice(end)]
    return !CLOSING.test(after) && !OPENING.test(before) && !(/\d$/.test(before) && /^[\d.,]/.test(after))
  }
  return ends.slice(0, most + 1).findLast(mayEnd) ?? ends[Math.max(0, most)] ?? word.length
}

/** In 汉字: with less than that, a last line looks lost. */
const LEAST_LAST = 4

/** As few lines as `room` allows, and no lone word on the last. */
function fullLines(text: string | readonly string[], room: number, type: Type): string[] {
  const lines = breakLines(text, room, type)
  const isLost = (last = '') => textWidth(last, 1, type.weight) < LEAST_LAST
  if (lines.length < 2 || !isLost(lines.at(-1))) return lines
  for (let width = room - type.size; width > room * 0.7; width -= type.size) {
    const narrower = breakLines(text, width, type)
    if (narrower.length > lines.length) break
    if (!isLost(narrower.at(-1))) return narrower
  }
  return lines
}

/** As few lines as `room` allows, each to the end of a clause if they can, else as even as words allow. */
function balancedLines(text: string | readonly string[], room: number, type: Type): string[] {
  const lines = breakLines(text, room, type)
  if (lines.length < 2) return lines
  const even = textWidth([text].flat().join(''), type.size, type.weight) / lines.length
  const as: string[][] = []
  for (let width = even; width < room; width += type.size / 2) {
    const narrower = breakLines(text, width, type)
    if (narrower.length === lines.length) as.push(narrower)
  }
  const isWhole = (each: string[]) => each.slice(0, -1).every((line) => /[，；。：]$/.test(line))
  return as.find(isWhole) ?? as[0] ?? lines
}

/** From roomy to tight: the first in which the block holds everything. */
const COMPOSITIONS = [
  { name: 64, figure: 200, gist: TEXT },
  { name: 64, figure: 152, gist: TEXT },
  { name: 56, figure: 128, gist: TEXT },
  { name: 48, figure: 104, gist: NOTE },
] as const
/** Above the name: mark and theme. */
const BRAND = 96
const BEGINNING = MARGIN + BRAND + 40
/** Where the last two lines begin: until when, from whom. */
const ENDING = BLOCK - 64 - STRONG.line - NOTE.line
const LEAST_GAP = 24

function firstBlock(sheet: Pen, picture: Picture): void {
  brand(sheet, picture)
  for (const composition of COMPOSITIONS) {
    const name: Type = { size: composition.name, line: composition.name * 1.3125, weight: 600, colour: 'ink' }
    const gist: Type = { ...composition.gist, colour: 'ink-soft' }
    const heights = {
      name: balancedLines(picture.name, ROOM, name).length * name.line,
      gist: breakLines(picture.gist, ROOM, gist).length * gist.line,
    }
    const hero = heroOf(picture, composition.figure)
    const free = ENDING - BEGINNING - heights.name - hero.height - heights.gist
    if (free < 3 * LEAST_GAP && composition !== COMPOSITIONS.at(-1)) continue
    const gap = Math.floor(free / 3)
    sheet.y = BEGINNING
    sheet.lines(picture.name, MARGIN, ROOM, name, true)
    sheet.y += gap
    hero.set(sheet, sheet.y)
    sheet.y += hero.height + gap
    sheet.lines(picture.gist, MARGIN, ROOM, gist, true)
    break
  }
  rod(sheet, picture.period.rod, MARGIN, ENDING + 18)
  sheet.line(picture.period.text, MARGIN + 120, ENDING, STRONG)
  sheet.line(picture.giver, MARGIN, ENDING + STRONG.line, NOTE)
}

function brand(sheet: Pen, { site, theme }: Picture): void {
  sheet.draw(MARK.slips, MARGIN, MARGIN + 8, 80, 'ink', 32, true)
  sheet.draw(MARK.tie, MARGIN, MARGIN + 8, 80, 'gain', 32, true)
  sheet.line(site, MARGIN + 104, MARGIN, { ...HEADING, line: BRAND })
  if (!theme) return
  icon(sheet, theme, RIGHT - BRAND, MARGIN, BRAND)
  const type = { ...TEXT, line: BRAND }
  sheet.line(theme, RIGHT - BRAND - 24 - textWidth(theme, type.size, type.weight), MARGIN, type)
}

function icon(sheet: Pen, theme: NonNullable<Picture['theme']>, x: number, y: number, size: number): void {
  drawing(sheet, THEME_ICONS[theme], x, y, size)
}

function drawing(
  sheet: Pen,
  { gain, line, onGain }: typeof SEALED_FORM,
  x: number,
  y: number,
  size: number,
): void {
  sheet.draw(gain, x, y, size, 'gain', 32, true)
  sheet.draw(line, x, y, size, 'ink', 32)
  if (onGain) sheet.draw(onGain, x, y, size, 'on-gain', 32)
}

interface Hero {
  height: number
  set(sheet: Pen, y: number): void
}

/** The figure, composed as the arithmetic of its kind: added, taken off, there and back, sealed, equal. */
function heroOf(picture: Picture, most: number): Hero {
  switch (picture.support) {
    case '奖补': {
      const seal = 232
      const figure = figureOf(picture, ROOM - seal - 40, most)
      const height = Math.max(seal, figure.height)
      return {
        height,
        set(sheet, y) {
          const top = y + Math.floor((height - seal) / 2)
          sheet.gain(MARGIN, top, seal, seal)
          sheet.draw(KIND_MARKS['奖补'], MARGIN + 36, top + 36, seal - 72, 'on-gain', 16)
          figure.set(sheet, MARGIN + seal + 40, y + Math.floor((height - figure.height) / 2))
        },
      }
    }
    case '资质': {
      const seal = 272
      const figure = figureOf(picture, ROOM - seal - 40, most)
      const height = Math.max(seal, figure.height)
      return {
        height,
        set(sheet, y) {
          drawing(sheet, SEALED_FORM, RIGHT - seal + 34, y + Math.floor((height - seal) / 2), seal)
          figure.set(sheet, MARGIN, y + Math.floor((height - figure.height) / 2))
        },
      }
    }
    case '贷款': {
      const figure = figureOf(picture, ROOM, most)
      const [rodHeight, head, apart] = [32, 64, 20]
      return {
        height: figure.height + 32 + 2 * head + apart,
        set(sheet, y) {
          figure.set(sheet, MARGIN, y)
          // The sum comes, the sum goes back.
          const there = y + figure.height + 32
          sheet.gain(MARGIN, there + 16, ROOM - 48, rodHeight)
          sheet.draw('M4 0l12 8-12 8z', RIGHT - 64, there, head, 'ink', 16, true)
          const back = there + head + apart
          sheet.box(MARGIN + 48, back + 16, ROOM - 48, rodHeight, 'ink')
          sheet.draw('M12 0 0 8l12 8z', MARGIN, back, head, 'ink', 16, true)
        },
      }
    }
    case '权益': {
      const figure = figureOf(picture, ROOM, most)
      const [bar, apart] = [32, 36]
      return {
        height: figure.height + 2 * (bar + apart),
        set(sheet, y) {
          sheet.gain(MARGIN, y, ROOM, bar)
          figure.set(sheet, MARGIN, y + bar + apart)
          sheet.gain(MARGIN, y + figure.height + bar + 2 * apart, ROOM, bar)
        },
      }
    }
    default: {
      const figure = figureOf(picture, ROOM, most)
      const { share } = picture
      const [bar, apart] = [44, 28]
      return {
        height: figure.height + (share === undefined ? 0 : apart + bar),
        set(sheet, y) {
          figure.set(sheet, MARGIN, y)
          if (share === undefined) return
          // What is left to pay, and what is taken off it.
          const top = y + figure.height + apart
          const left = Math.round(ROOM * (1 - share))
          sheet.gain(MARGIN, top, ROOM, bar)
          if (left > 0) sheet.box(MARGIN, top, left, bar, 'ink')
        },
      }
    }
  }
}

const SIZES = [200, 176, 152, 128, 104, 88, 72, 56]

/** Lead, old value, new value with its unit, per: as large as the room allows. */
function figureOf({ figure, support }: Picture, room: number, most: number) {
  const { lead, from, number, unit, per, look } = figure
  const weight: Weight = look === 'word' ? 600 : 700
  const strike: Type = { size: 0, line: 0, weight: 400, colour: 'ink-soft' }
  // Read in one breath with the number where there is room, else on a line below it.
  for (const perBelow of [false, true]) {
    for (const size of SIZES.filter((each) => each <= (look === 'word' ? Math.min(most, 152) : most))) {
      const unitSize = Math.max(NOTE.size, Math.round(size * 0.55))
      const widths = {
        from: from === undefined ? 0 : textWidth(from, size, strike.weight) + 1.02 * size,
        number: textWidth(number, size, weight),
        unit: unit ? textWidth(unit, unitSize, 600) + 8 : 0,
        per: per && !perBelow ? textWidth(`／${per}`, TEXT.size, 400) : 0,
      }
      const width = widths.from + widths.number + widths.unit + widths.per
      const isLast = perBelow && size === SIZES.at(-1)
      if (width > room && !isLast) continue
      if (per && !perBelow && size < 128 && size < most) continue
      const mark = support && support !== '奖补' && support !== '权益' && lead ? 76 : 0
      const below = perBelow && per ? TEXT.line : 0
      const leadType: Type = { ...TEXT, colour: 'ink-soft' }
      const leadHeight = lead ? leadType.line + 8 : 0
      const line = Math.round(size * 1.06)
      return {
        height: leadHeight + line + below,
        set(sheet: Pen, x: number, y: number) {
          if (mark && support) {
            sheet.gain(x, y + 5, 56, 56)
            sheet.draw(KIND_MARKS[support], x + 8, y + 13, 40, 'on-gain', 16)
          }
          if (lead) sheet.line(lead, x + mark, y, leadType)
          const top = y + leadHeight
          let at = x
          if (from !== undefined) {
            const own = sheet.line(from, at, top, { ...strike, size, line })
            sheet.box(at - 8, top + line * 0.52, own + 16, Math.max(6, size * 0.045), 'ink-soft')
            at += own + 0.2 * size
            sheet.draw(
              'M0 8h13.5M8 2.5 13.5 8 8 13.5',
              at,
              top + line * 0.52 - size * 0.31,
              Math.round(size * 0.62),
              'ink',
              16,
            )
            at += 0.82 * size
          }
          at += sheet.line(number, at, top, { size, line, weight, colour: 'ink' })
          // On the baseline of the number.
          const drop = (own: number) => top + (line - size) / 2 + size * 0.88 - own * 0.88
          if (unit)
            at +=
              8 +
              sheet.line(unit, at + 8, drop(unitSize), {
                size: unitSize,
                line: unitSize,
                weight: 600,
                colour: 'ink',
              })
          if (!per) return
          if (below) sheet.line(`／${per}`, x, top + line, leadType)
          else sheet.line(`／${per}`, at, drop(TEXT.size), { ...leadType, line: TEXT.size })
        },
      }
    }
  }
  throw new Error('a figure has a smallest size')
}

/** 96 by 32, told apart without colour: with an end, running out, in pieces, unknown. */
const RODS: Record<Rod, readonly (readonly [x: number, y: number, width: number, height: number])[]> = {
  dated: [
    [0, 8, 76, 16],
    [84, 0, 12, 32],
  ],
  endless: [
    [0, 8, 56, 16],
    [64, 8, 16, 16],
    [88, 8, 8, 16],
  ],
  batches: [
    [0, 8, 24, 16],
    [36, 8, 24, 16],
    [72, 8, 24, 16],
  ],
  unknown: [
    [0, 13, 20, 6],
    [38, 13, 20, 6],
    [76, 13, 20, 6],
  ],
}

function rod(sheet: Pen, kind: Rod, x: number, y: number): void {
  for (const [left, top, width, height] of RODS[kind]) sheet.box(x + left, y + top, width, height, 'ink')
}

function heading(sheet: Pen, title: string): void {
  sheet.box(MARGIN, sheet.y, ROOM, 6, 'ink')
  sheet.y += 30
  sheet.lines(title, MARGIN, ROOM, HEADING)
  sheet.y += 20
}

function setPart(sheet: Pen, part: Part): void {
  if (part.is === 'lead') sheet.lines(part.text, MARGIN, ROOM, TEXT)
  else if (part.is === 'note') sheet.lines(part.text, MARGIN, ROOM, NOTE)
  else if (part.is === 'names') sheet.lines(part.names, MARGIN, ROOM, TEXT)
  else if (part.is === 'list') list(sheet, part)
  else if (part.is === 'tiers') tiers(sheet, part)
  else span(sheet, part)
}

const INDENT = 76

function list(sheet: Pen, { look, items }: Extract<Part, { is: 'list' }>): void {
  items.forEach(({ text, note }, place) => {
    if (place > 0) sheet.y += look === 'number' ? GAP : 14
    const top = sheet.y
    sheet.lines(text, MARGIN + INDENT, ROOM - INDENT, look === 'number' ? STRONG : TEXT)
    if (note) sheet.lines(note, MARGIN + INDENT, ROOM - INDENT, NOTE)
    if (look === 'tick') sheet.draw('M2 8.5 6 12.5 14 3.5', MARGIN, top + 13, 40, 'ink', 16)
    else if (look === 'box') sheet.frame(MARGIN, top + 15, 36, 36, 4, 'ink')
    else if (look === 'dash') sheet.box(MARGIN, top + 29, 32, 10, 'ink')
    else {
      sheet.box(MARGIN, top + 5, 56, 56, 'ink')
      // Down to the next step.
      if (place < items.length - 1) sheet.box(MARGIN + 26, top + 61, 4, sheet.y + GAP + 5 - top - 61, 'ink')
      const digit: Type = { ...NOTE, line: 56, weight: 600, colour: 'paper' }
      const number = String(place + 1)
      sheet.line(number, MARGIN + 28 - textWidth(number, digit.size, digit.weight) / 2, top + 5, digit)
    }
  })
}

/** A rod a tier, its value at the end. */
function tiers(sheet: Pen, { tiers }: Extract<Part, { is: 'tiers' }>): void {
  const values = Math.max(...tiers.map(({ value }) => textWidth(value, STRONG.size, STRONG.weight)))
  const room = Math.max(ROOM * 0.3, ROOM - values - GAP)
  tiers.forEach(({ label, value, share }, place) => {
    if (place > 0) sheet.y += 14
    sheet.lines(label, MARGIN, ROOM, NOTE)
    const width = Math.max(8, Math.floor(room * share))
    sheet.box(MARGIN, sheet.y + 13, width, 40, 'ink')
    const x = MARGIN + width + GAP
    sheet.lines(value, x, RIGHT - x, STRONG)
  })
}

/** Rods of years or months: those within the time are filled, a cap stands at its end. */
function span(sheet: Pen, { labels, from, to, isOpen }: Extract<Part, { is: 'span' }>): void {
  const [height, cap, apart, before] = [40, 12, 6, isOpen ? 84 : 0]
  const top = sheet.y + 16
  const left = MARGIN + before
  const cell = (RIGHT - left) / labels.length
  const at = (place: number) => left + place * cell
  const fill = (begin: number, end: number) => {
    for (let place = Math.floor(begin); place < end; place++) {
      const [x, right] = [
        at(Math.max(begin, place)),
        at(Math.min(end, place + 1)) - (end >= place + 1 ? apart : 0),
      ]
      if (right > x) sheet.box(x, top, right - x, height, 'ink')
    }
  }
  labels.forEach((_, place) => {
    sheet.frame(at(place), top, cell - apart, height, 4, 'ink')
  })
  if (isOpen)
    for (const [x, width] of [
      [0, 12],
      [22, 18],
      [50, 26],
    ] as const)
      sheet.box(MARGIN + x, top, width, height, 'ink')
  if (from < to) fill(from, to)
  else {
    fill(from, labels.length)
    fill(0, to)
  }
  sheet.box(Math.min(at(to) - apart, RIGHT - cap), top - 16, cap, height + 32, 'ink')
  sheet.y = top + height + 20
  labels.forEach((label, place) => {
    if (label) sheet.line(label, at(place), sheet.y, NOTE)
  })
  sheet.y += NOTE.line
}

function foot(sheet: Pen, { call, notes }: Picture['foot'], address: string): void {
  sheet.box(MARGIN, sheet.y, ROOM, 6, 'ink')
  sheet.y += 48
  const top = sheet.y
  const room = ROOM - CODE - 48
  sheet.lines(call, MARGIN, room, STRONG, true)
  sheet.y += 16
  for (const note of notes) sheet.lines(note, MARGIN, room, NOTE, true)
  code(sheet, RIGHT - CODE, top, address)
  sheet.y = Math.max(sheet.y, top + CODE) + MARGIN
}

/** Dark on light in every mode, with the quiet edge that readers ask for. */
function code(sheet: Pen, x: number, y: number, address: string): void {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const module = Math.floor(CODE / size)
  const edge = Math.floor((CODE - module * size) / 2)
  sheet.box(x, y, CODE, CODE, 'plate')
  data.forEach((row, line) => {
    for (let from = row.indexOf(true); from >= 0; ) {
      let to = from
      while (row[to]) to++
      sheet.box(x + edge + from * module, y + edge + line * module, (to - from) * module, module, 'code')
      from = row.indexOf(true, to)
    }
  })
}
