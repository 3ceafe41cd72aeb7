/** Colours, type, space, radii and breakpoints come from tokens.css: what a sheet, a page or an island sets by itself is refused. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SAMPLE = 'tests/guards/samples/look'
const READ = 'src/**/*.{css,astro,tsx}'
const TOKENS = /(?:^|\/)styles\/tokens\.css$/
const BREAKPOINTS = ['640px', '768px', '1024px', '1240px', '1800px']

/** What stands apart from the tokens for a reason: `file: what was set`. */
const OWN = new Map([
  ['src/styles/global.css: font-size: 1vw', 'what a rem is (behaviour B1.7)'],
  ['src/styles/global.css: font-size: calc(16vw / 3.75)', 'what a rem is on /popular'],
  ['src/styles/global.css: font-size: medium', "the browser's own size"],
  ['src/styles/global.css: font-size: large', '字号: the next keyword'],
  ['src/styles/global.css: font-size: x-large', '字号: the one after'],
  ['src/islands/kit/QrCode.tsx: fill: #fff', 'a code that phones read in every mode'],
  ['src/islands/kit/QrCode.tsx: fill: #000', 'the same'],
  [
    'src/components/shell/Footer.astro: padding-block-end: calc(140px + var(--bar-height, 0px))',
    'room for KF below the last line',
  ],
  [
    'src/layouts/BareLayout.astro: padding-block-end: calc(140px + var(--bar-height, 0px))',
    'the same where there is no footer',
  ],
  [
    'src/components/shell/Header.astro: font-size: max(14px, min(var(--text) * 0.9375, 4.2vw))',
    'five entries in one line of a phone',
  ],
  [
    'src/components/shell/KfButton.astro: font: 600 calc(var(--text) * 0.9375) / 1 var(--font)',
    'its words in a pill of 104 px',
  ],
  [
    'src/styles/global.css: margin-inline: auto max(136px, (100% - var(--width)) / 2)',
    'the rail of the grid',
  ],
  [
    'src/components/article/ArticleTools.astro: animation: said 4s forwards',
    'how long a note is to be read; it does not move',
  ],
  ['src/components/policy/row.css: margin-inline-start: 2px', 'between a number and its unit'],
  ['src/islands/operator/print.css: margin: 14mm', 'the margin of a sheet of paper'],
  ['src/styles/prose.css: margin-block-start: -1.9em', 'the hint stands above its line'],
])

const NAMED =
  'aqua|black|blue|brown|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|lightgr[ae]y|lime|magenta|maroon|navy|olive|orange|pink|purple|red|silver|teal|tomato|violet|white|whitesmoke|yellow'
const COLOUR = new RegExp(
  `#[\\da-f]{3,8}\\b|\\b(?:rgba?|hsla?|oklch|oklab|lch|lab|color)\\(|(?<![\\w-])(?:${NAMED})(?![\\w-])`,
  'i',
)
const WEIGHT = /^(?:400|600|700|inherit)$/
const SIZE = /^(?:var\(--text(?:-small)?\)|[\d.]+em|inherit|0)$/
const FONT = /^(?:var\(--type-[\w-]+\)|inherit)$/
const RADIUS = /^(?:0|var\(--radius[\w-]*\)|inherit)$/
const SHADOW = /^(?:none|var\(--shadow\))$/
const PACE = /(?<![\w-])[\d.]+m?s\b/g

/** Of a length that is computed, all that may stand beside tokens: numbers without a unit, percentages of nothing. */
function isSpaced(value: string): boolean {
  const own = value.replace(/(?:var|env)\([^()]*\)/g, 'token').match(/(?<![\w-])[\d.]+(?:[a-z]+|%)/gi)
  return !own?.some((length) => !/^0(?:px|em)?$/.test(length))
}

/** Whether a declaration keeps to the tokens. */
function keeps(property: string, value: string): boolean {
  if (/^(?:padding|margin|scroll-margin|(?:row-|column-)?gap)(?:-|$)/.test(property)) return isSpaced(value)
  if (/^border.*radius$/.test(property)) return value.split(/\s+/).every((part) => RADIUS.test(part))
  if (property === 'box-shadow') return SHADOW.test(value)
  if (property === 'font') return FONT.test(value)
  if (property === 'font-size') return SIZE.test(value)
  if (property === 'font-weight') return WEIGHT.test(value)
  if (property === 'letter-spacing' || (property === 'font-style' && value === 'italic')) return false
  if (/^(?:transition|animation)/.test(property)) {
    return [...value.matchAll(PACE)].every(([pace]) => ['120ms', '160ms', '0s'].includes(pace))
  }
  return !COLOUR.test(value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'|var\([^)]*\)/g, ''))
}

/** `property: value` of a sheet that a page should not set by itself. */
function ownOf(sheet: string): string[] {
  const css = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  const widths = [...css.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/[\d.]+(?:px|em|rem)/g)].flatMap(([width]) =>
      BREAKPOINTS.includes(width) ? [] : `@media ${width}`,
    ),
  )
  const set = [...css.matchAll(/(?<=[{;}\s])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
  return [...widths, ...set.flatMap(([, property = '', value = '']) => refuse(property, value))]
}

function refuse(property: string, text: string): string[] {
  const value = text.replace(/\s+/g, ' ').replace('!important', '').trim()
  return keeps(property, value) ? [] : [`${property}: ${value}`]
}

/** What a page or an island sets: style elements, style attributes and style objects, colours of drawings. */
function ownOfMarkup(source: string): string[] {
  const sheets = [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].flatMap(([, sheet = '']) =>
    ownOf(sheet),
  )
  const attributes = [...source.matchAll(/\bstyle=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, a, b]) =>
    ownOf(`{${a ?? b};}`),
  )
  const objects = [...source.matchAll(/\bstyle=\{\{([\s\S]*?)\}\}/g)].flatMap(([, object = '']) =>
    [...object.matchAll(/(\w+): (?:'([^']*)'|"([^"]*)"|`([^`]*)`|([\d.]+))/g)].flatMap(
      ([, name = '', a, b, c, number]) =>
        refuse(
          name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          a ?? b ?? c ?? (name === 'fontWeight' ? String(number) : `${number}px`),
        ),
    ),
  )
  const drawings = [...source.matchAll(/\b(fill|stroke|stopColor|stop-color)="([^"]*)"/g)].flatMap(
    ([, name = '', value = '']) => refuse(name, value),
  )
  return [...sheets, ...attributes, ...objects, ...drawings]
}

/** As `file: what it sets`. */
function apart(root: string): string[] {
  const files = globSync(READ, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return files.sort().flatMap((file) => {
    if (TOKENS.test(file)) return []
    const source = readFileSync(join(root, file), 'utf8')
    const own = file.endsWith('.css') ? ownOf(source) : ownOfMarkup(source)
    return own.map((words) => `${file}: ${words}`)
  })
}

function notSet(named: Iterable<string>, set: readonly string[]): string[] {
  return [...named].filter((line) => !set.includes(line))
}

test('sheets, pages and islands take their look from the tokens', () => {
  expect(apart('.').filter((line) => !OWN.has(line))).toEqual([])
})

test('what stands apart by name is still set', () => {
  expect(notSet(OWN.keys(), apart('.'))).toEqual([])
  expect(notSet(['src/sheet.css: gap: 0.5rem', 'src/sheet.css: gap: 1rem'], apart(SAMPLE))).toEqual([
    'src/sheet.css: gap: 1rem',
  ])
})

test('the guard finds each of them in the sample', () => {
  expect(apart(SAMPLE)).toEqual([
    'src/Island.tsx: margin-top: 6px',
    'src/Island.tsx: font-weight: 500',
    'src/Island.tsx: color: red',
    'src/page.astro: font-size: 2rem',
    'src/page.astro: margin-block: 20px',
    'src/page.astro: fill: #0a0',
    'src/sheet.css: @media 900px',
    'src/sheet.css: padding-inline: 10px',
    'src/sheet.css: gap: 0.5rem',
    'src/sheet.css: border-radius: 3px',
    'src/sheet.css: box-shadow: 0 0 4px var(--line)',
    'src/sheet.css: font: 600 18px var(--font)',
    'src/sheet.css: font-size: 13px',
    'src/sheet.css: font-weight: 500',
    'src/sheet.css: letter-spacing: 1px',
    'src/sheet.css: color: #333',
    'src/sheet.css: background: rgb(0 0 0 / 20%)',
    'src/sheet.css: border-color: white',
    'src/sheet.css: transition: color 0.3s',
    'src/sheet.css: margin-block: var(--space-3) 5px',
  ])
})
