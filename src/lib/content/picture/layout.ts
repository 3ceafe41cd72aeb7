/**
 * 一图读懂 as a sheet of 1080 px: each line is measured before it is set, and every part is as high as its lines, so that
 * nothing can run over. The first 1080 px stand alone. Look: sizes in px as a phone of 375 px shows them at a third.
 */
import { encode } from 'uqr'
import { KIND_MARKS, MARK, SEALED_FORM, THEME_ICONS } from '../drawings.ts'
import { type Sheet, textWidth } from './draw.ts'
import { breakLines, newPen, type Pen, type Type } from './pen.ts'
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
const CODE = 240

const HEADING: Type = { size: 52, line: 72, weight: 600, colour: 'ink' }
const TEXT: Type = { size: 44, line: 66, weight: 400, colour: 'ink' }
const STRONG: Type = { ...TEXT, weight: 600 }
/** The smallest: 14 px on a phone. */
const NOTE: Type = { size: 40, line: 58, weight: 400, colour: 'ink-soft' }

export function layOut(picture: Picture): Sheet {
  const pen = newPen()
  firstBlock(pen, picture)
  pen.y = BLOCK
  for (const { title, parts } of picture.sections) {
    heading(pen, title)
    parts.forEach((part, place) => {
      if (place > 0) pen.y += GAP
      setPart(pen, part)
    })
    pen.y += SECTION_GAP
  }
  foot(pen, picture.foot)
  return { width: WIDTH, height: pen.y, marks: pen.marks }
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

function firstBlock(pen: Pen, picture: Picture): void {
  brand(pen, picture)
  for (const composition of COMPOSITIONS) {
    const name: Type = { size: composition.name, line: composition.name * 1.3125, weight: 600, colour: 'ink' }
    const gist: Type = { ...composition.gist, colour: 'ink-soft' }
    const heights = {
      name: breakLines(picture.name, ROOM, name).length * name.line,
      gist: breakLines(picture.gist, ROOM, gist).length * gist.line,
    }
    const hero = heroOf(picture, composition.figure)
    const free = ENDING - BEGINNING - heights.name - hero.height - heights.gist
    if (free < 3 * LEAST_GAP && composition !== COMPOSITIONS.at(-1)) continue
    const gap = Math.floor(free / 3)
    pen.y = BEGINNING
    pen.lines(picture.name, MARGIN, ROOM, name)
    pen.y += gap
    hero.set(pen, pen.y)
    pen.y += hero.height + gap
    pen.lines(picture.gist, MARGIN, ROOM, gist)
    break
  }
  rod(pen, picture.period.rod, MARGIN, ENDING + 18)
  pen.line(picture.period.text, MARGIN + 120, ENDING, STRONG)
  pen.line(picture.giver, MARGIN, ENDING + STRONG.line, NOTE)
}

function brand(pen: Pen, { site, theme }: Picture): void {
  pen.draw(MARK.slips, MARGIN, MARGIN + 8, 80, 'ink', 32, true)
  pen.draw(MARK.tie, MARGIN, MARGIN + 8, 80, 'gain', 32, true)
  pen.line(site, MARGIN + 104, MARGIN, { ...HEADING, line: BRAND })
  if (!theme) return
  // Of a grid of 32, drawings leave 4 free at the right.
  drawing(pen, THEME_ICONS[theme], RIGHT - BRAND + BRAND / 8, MARGIN, BRAND)
  const type = { ...TEXT, line: BRAND }
  pen.line(theme, RIGHT - BRAND - 16 - textWidth(theme, type.size, type.weight), MARGIN, type)
}

function drawing(
  pen: Pen,
  { gain, line, onGain }: typeof SEALED_FORM,
  x: number,
  y: number,
  size: number,
): void {
  pen.draw(gain, x, y, size, 'gain', 32, true)
  pen.draw(line, x, y, size, 'ink', 32)
  if (onGain) pen.draw(onGain, x, y, size, 'on-gain', 32)
}

/** What stands beside, above and below the figure, and how high it is beside it. */
interface Surround {
  left?: number
  right?: number
  above?: number
  below?: number
  beside?: number
  /** Within `top` and `end`. */
  draw(pen: Pen, top: number, end: number): void
}

/** The arithmetic of each kind: added, taken off, there and back, sealed, equal. */
function surroundOf({ support, share }: Picture): Surround {
  switch (support) {
    case '奖补': {
      const size = 232
      return {
        left: size + 40,
        beside: size,
        draw(pen, top, end) {
          const y = (top + end - size) / 2
          pen.gain(MARGIN, y, size, size)
          pen.draw(KIND_MARKS[support], MARGIN + 36, y + 36, size - 72, 'on-gain', 16)
        },
      }
    }
    case '资质': {
      const size = 272
      return {
        right: size + 6,
        beside: size,
        draw: (pen, top, end) =>
          drawing(pen, SEALED_FORM, RIGHT - (size * 29) / 32, (top + end - size) / 2, size),
      }
    }
    case '贷款':
      return {
        below: 180,
        draw(pen, _, end) {
          // The sum comes, the sum goes back.
          pen.gain(MARGIN, end - 132, ROOM - 48, 32)
          pen.draw('M4 0l12 8-12 8z', RIGHT - 64, end - 148, 64, 'ink', 16, true)
          pen.box(MARGIN + 48, end - 48, ROOM - 48, 32, 'ink')
          pen.draw('M12 0 0 8l12 8z', MARGIN, end - 64, 64, 'ink', 16, true)
        },
      }
    case '权益':
      return {
        above: 68,
        below: 68,
        draw(pen, top, end) {
          pen.gain(MARGIN, top, ROOM, 32)
          pen.gain(MARGIN, end - 32, ROOM, 32)
        },
      }
    default:
      if (share === undefined) return { draw: () => {} }
      return {
        below: 72,
        draw(pen, _, end) {
          // What is left to pay, and what is taken off it.
          pen.gain(MARGIN, end - 44, ROOM, 44)
          if (share < 1) pen.box(MARGIN, end - 44, ROOM * (1 - share), 44, 'ink')
        },
      }
  }
}

function heroOf(picture: Picture, most: number) {
  const { left = 0, right = 0, above = 0, below = 0, beside = 0, draw } = surroundOf(picture)
  const figure = figureOf(picture, ROOM - left - right, most)
  const height = above + Math.max(beside, figure.height) + below
  return {
    height,
    set(pen: Pen, y: number): void {
      draw(pen, y, y + height)
      figure.set(pen, MARGIN + left, y + above + Math.max(0, beside - figure.height) / 2)
    },
  }
}

/** A piece of the figure's line; `struck` is no longer true, an arrow leads on from it. */
type Run = Type & { text: string; before: number; struck?: boolean }

const SIZES = [200, 176, 152, 128, 104, 88, 72, 56]
/** The largest for words, and the least beside which 元／年 may stand. */
const [WORD, BESIDE] = [152, 128]
/** Behind a struck value, in sizes: the arrow, and the room around it. */
const ARROW = { before: 0.2, size: 0.62, room: 1.02 }

/** Lead, old value, new value with its unit, per: as large as the room allows, per below where it has no room beside. */
function figureOf({ figure, support }: Picture, room: number, most: number) {
  const { lead, from, number, unit, per, look } = figure
  const soft: Type = { ...TEXT, colour: 'ink-soft' }
  const run = (text: string | undefined, type: Partial<Run>): Run[] =>
    text ? [{ ...soft, before: 0, text, ...type }] : []
  const runsOf = (size: number, per?: string): Run[] => [
    ...run(from, { size, struck: true }),
    ...run(number, { size, weight: look === 'word' ? 600 : 700, colour: 'ink' }),
    ...run(unit, {
      size: Math.max(NOTE.size, Math.round(size * 0.55)),
      weight: 600,
      colour: 'ink',
      before: 8,
    }),
    ...run(per && `／${per}`, {}),
  ]
  const widthOf = ({ text, size, weight, before, struck }: Run) =>
    before + textWidth(text, size, weight) + (struck ? ARROW.room * size : 0)
  const sizes = SIZES.filter((size) => size <= Math.min(most, look === 'word' ? WORD : most))
  const ways = [
    ...sizes.flatMap((size) =>
      !per || size >= Math.min(BESIDE, most) ? [{ size, runs: runsOf(size, per), below: '' }] : [],
    ),
    ...sizes.map((size) => ({ size, runs: runsOf(size), below: per ? `／${per}` : '' })),
  ]
  const way = ways.find(({ runs }) => runs.reduce((sum, each) => sum + widthOf(each), 0) <= room)
  const { size, runs, below } = way ?? (ways.at(-1) as (typeof ways)[number])
  const line = Math.round(size * 1.06)
  const leadHeight = lead ? soft.line + 8 : 0
  return {
    height: leadHeight + line + (below ? soft.line : 0),
    set(pen: Pen, x: number, y: number) {
      const hasMark = lead && support && support !== '奖补' && support !== '权益'
      if (hasMark) {
        pen.gain(x, y + 5, 56, 56)
        pen.draw(KIND_MARKS[support], x + 8, y + 13, 40, 'on-gain', 16)
      }
      if (lead) pen.line(lead, hasMark ? x + 76 : x, y, soft)
      const top = y + leadHeight
      const baseline = top + (line - size) / 2 + size * 0.88
      let at = x
      for (const each of runs) {
        const width = pen.line(each.text, at + each.before, baseline - each.size * 0.88, {
          ...each,
          line: each.size,
        })
        if (each.struck) {
          pen.box(at - 8, top + line * 0.52, width + 16, Math.max(6, size * 0.045), 'ink-soft')
          const arrow = Math.round(ARROW.size * size)
          const middle = top + line * 0.52 - arrow / 2
          pen.draw(
            'M0 8h13.5M8 2.5 13.5 8 8 13.5',
            at + width + ARROW.before * size,
            middle,
            arrow,
            'ink',
            16,
          )
        }
        at += widthOf(each)
      }
      if (below) pen.line(below, x, top + line, soft)
    },
  }
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

function rod(pen: Pen, kind: Rod, x: number, y: number): void {
  for (const [left, top, width, height] of RODS[kind]) pen.box(x + left, y + top, width, height, 'ink')
}

function heading(pen: Pen, title: string): void {
  pen.box(MARGIN, pen.y, ROOM, 6, 'ink')
  pen.y += 30
  pen.lines(title, MARGIN, ROOM, HEADING)
  pen.y += 20
}

function setPart(pen: Pen, part: Part): void {
  if (part.is === 'lead') pen.lines(part.text, MARGIN, ROOM, TEXT)
  else if (part.is === 'note') pen.lines(part.text, MARGIN, ROOM, NOTE)
  else if (part.is === 'list') list(pen, part)
  else if (part.is === 'tiers') tiers(pen, part)
  else span(pen, part)
}

const INDENT = 76

function list(pen: Pen, { look, items }: Extract<Part, { is: 'list' }>): void {
  items.forEach(({ text, note }, place) => {
    if (place > 0) pen.y += look === 'number' ? GAP : 14
    const top = pen.y
    pen.lines(text, MARGIN + INDENT, ROOM - INDENT, look === 'number' ? STRONG : TEXT)
    if (note) pen.lines(note, MARGIN + INDENT, ROOM - INDENT, NOTE)
    if (look === 'tick') pen.draw('M2 8.5 6 12.5 14 3.5', MARGIN, top + 13, 40, 'ink', 16)
    else if (look === 'box') pen.frame(MARGIN, top + 15, 36, 36, 4, 'ink')
    else if (look === 'dash') pen.box(MARGIN, top + 29, 32, 10, 'ink')
    else {
      pen.box(MARGIN, top + 5, 56, 56, 'ink')
      // Down to the next step.
      if (place < items.length - 1) pen.box(MARGIN + 26, top + 61, 4, pen.y + GAP + 5 - top - 61, 'ink')
      const digit: Type = { ...NOTE, line: 56, weight: 600, colour: 'paper' }
      const number = String(place + 1)
      pen.line(number, MARGIN + 28 - textWidth(number, digit.size, digit.weight) / 2, top + 5, digit)
    }
  })
}

/** A rod a tier, its value at the end. */
function tiers(pen: Pen, { tiers }: Extract<Part, { is: 'tiers' }>): void {
  const values = Math.max(...tiers.map(({ value }) => textWidth(value, STRONG.size, STRONG.weight)))
  const room = Math.max(ROOM * 0.3, ROOM - values - GAP)
  tiers.forEach(({ label, value, share }, place) => {
    if (place > 0) pen.y += 14
    pen.lines(label, MARGIN, ROOM, NOTE)
    const width = Math.max(8, Math.floor(room * share))
    pen.box(MARGIN, pen.y + 13, width, 40, 'ink')
    const x = MARGIN + width + GAP
    pen.lines(value, x, RIGHT - x, STRONG)
  })
}

/** Rods of years or months: those within the time are filled, a cap stands at its end. */
function span(pen: Pen, { labels, from, to, isOpen }: Extract<Part, { is: 'span' }>): void {
  const [height, cap, apart, before] = [40, 12, 6, isOpen ? 84 : 0]
  const top = pen.y + 16
  const left = MARGIN + before
  const cell = (RIGHT - left) / labels.length
  const at = (place: number) => left + place * cell
  const fill = (begin: number, end: number) => {
    for (let place = Math.floor(begin); place < end; place++) {
      const [x, right] = [
        at(Math.max(begin, place)),
        at(Math.min(end, place + 1)) - (end >= place + 1 ? apart : 0),
      ]
      if (right > x) pen.box(x, top, right - x, height, 'ink')
    }
  }
  labels.forEach((_, place) => {
    pen.frame(at(place), top, cell - apart, height, 4, 'ink')
  })
  if (isOpen)
    for (const [x, width] of [
      [0, 12],
      [22, 18],
      [50, 26],
    ] as const)
      pen.box(MARGIN + x, top, width, height, 'ink')
  if (from < to) fill(from, to)
  else {
    fill(from, labels.length)
    fill(0, to)
  }
  pen.box(Math.min(at(to) - apart, RIGHT - cap), top - 16, cap, height + 32, 'ink')
  pen.y = top + height + 20
  labels.forEach((label, place) => {
    if (label) pen.line(label, at(place), pen.y, NOTE)
  })
  pen.y += NOTE.line
}

function foot(pen: Pen, { call, notes, code: address }: Picture['foot']): void {
  pen.box(MARGIN, pen.y, ROOM, 6, 'ink')
  pen.y += 48
  const top = pen.y
  const room = address ? ROOM - CODE - 48 : ROOM
  pen.lines(call, MARGIN, room, STRONG)
  pen.y += 16
  for (const note of notes) pen.lines(note, MARGIN, room, NOTE)
  if (address) {
    code(pen, RIGHT - CODE, top, address)
    pen.y = Math.max(pen.y, top + CODE)
  }
  pen.y += MARGIN
}

/** Dark on light in every mode, with the quiet edge that readers ask for. */
function code(pen: Pen, x: number, y: number, address: string): void {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const module = Math.floor(CODE / size)
  const edge = Math.floor((CODE - module * size) / 2)
  pen.box(x, y, CODE, CODE, 'plate')
  data.forEach((row, line) => {
    for (let from = row.indexOf(true); from >= 0; ) {
      let to = from
      while (row[to]) to++
      pen.box(x + edge + from * module, y + edge + line * module, (to - from) * module, module, 'code')
      from = row.indexOf(true, to)
    }
  })
}
