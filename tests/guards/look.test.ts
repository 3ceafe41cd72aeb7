/**
 * Colours, type, space, radii and breakpoints come from tokens.css; a sheet, a page or an island with values of its own is
 * refused.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SAMPLE = 'tests/guards/samples/look'
const READ = 'src/**/*.{css,astro,tsx,ts}'
/** Pictures are drawn for no page: a phone shows their px at a third. */
const LEFT = /(?:^|\/)styles\/tokens\.css$|\.test\.ts$|^src\/lib\/content\/picture\/.*\.tsx$/
const BREAKPOINTS = ['640px', '768px', '1024px', '1240px', '1800px']
/** Widths of a column whose content rearranges itself. */
const COLUMNS = ['20em', '40em', '60em', '440px', '700px']

/** Exceptions from the tokens, with a reason: `file: declaration`. */
const OWN = new Map([
  ['src/styles/global.css: font-size: 1vw', 'what a rem is (behaviour B1.7)'],
  ['src/styles/global.css: font-size: calc(16vw / 3.75)', 'what a rem is on /popular'],
  ['src/styles/global.css: font-size: medium', "the browser's own size"],
  ['src/styles/global.css: font-size: large', '字号: the next keyword'],
  ['src/styles/global.css: font-size: x-large', '字号: the one after'],
  ['src/components/elder/elder.css: font-size: medium', 'the same, on paper'],
  ['src/islands/kit/QrCode.tsx: fill: #fff', 'a code that phones read in every mode'],
  ['src/islands/kit/QrCode.tsx: fill: #000', 'the same'],
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
  [
    'src/components/list/ListPage.astro: animation: appear 0s 3s forwards',
    'how long the order of the answers is waited for; it does not move',
  ],
  ['src/components/shell/Header.astro: margin-block-end: -1px', 'the rule below it is one of its pixels'],
  ['src/styles/prose.css: margin-inline-start: -3em', 'the number of an article hangs in its indent'],
  ['src/components/policy/row.css: margin-inline-start: 2px', 'between a number and its unit'],
  ['src/islands/operator/desk-parts.css: z-index: 2', 'a head that stays lies over its rows'],
  [
    'src/components/shell/KfButton.astro: inset-inline-start: clamp(20px, var(--kf-x, 100vw), max(20px, 100vw - 120px))',
    'its limits (behaviour B2.5)',
  ],
  [
    'src/components/shell/KfButton.astro: inset-block-start: clamp(20px, var(--kf-y, 100dvh), max(20px, 100dvh - max(120px, var(--bar-height, 0px) + 52px)))',
    'the same, above a bar at the foot',
  ],
  ['src/lib/content/picture/draw.ts: fill: #fff', 'a mask shows what is white in it'],
  ['src/pages/frontend/qr/[name].svg.ts: fill: #fff', 'a code that phones read in every mode'],
  ['src/pages/frontend/qr/[name].svg.ts: font-size="3"', 'of the 33 modules of a code'],
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
const LINE = /^(?:inherit|1|1\.\d+|\d+px)$/
const UNITLESS = /^(?:fontWeight|lineHeight|opacity|zIndex|flex|order)$/
const LAYER = /^(?:auto|0|1|4|5|10|15|20|25|26|30|50)$/
const OPACITY = /^(?:0|0?\.[57]|1)$/
/** Rules and outlines: hairline, rule of a section, mark of the selected item. */
const EDGE_MOST = 4
/** From this length on a value belongs to the layout, not to a control or a mark. */
const LAYOUT_FROM = 72
/** The tokens for spaces, and the measured heights of bars. */
const SPACES =
  /var\(--(?:space-\d|gutter|text|width|[a-z]+-(?:height|width|size)|seen-top|pressed)(?:,[^()]*)?\)/g

/** Whether a computed length has only tokens, unitless numbers and percentages of zero. */
function isSpaced(value: string): boolean {
  const own = value
    .replace(SPACES, 'token')
    .replace(/(?:env|anchor)\([^()]*\)/g, 'token')
    .match(/(?<!\w)-?[\d.]+(?:[a-z]+|%)|var\(/gi)
  return !own?.some((length) => !/^0(?:px|em)?$/.test(length))
}

/** Whether a position is a share of its box, a hairline, or a space. */
function isPlaced(value: string): boolean {
  return isSpaced(
    value.replace(/(?<![\w.])-?([\d.]+)(px|%|vw|dvh|svh)(?![\w-])/g, (written, length, unit) =>
      unit !== 'px' || Number(length) <= 2 || Number(length) >= LAYOUT_FROM ? '0' : written,
    ),
  )
}

/** Whether the pixels of a size are a hairline, or steps of four below the layout. */
function isSized(value: string): boolean {
  return [...value.matchAll(/(?<![\w.-])([\d.]+)px/g)].every(([, px]) => {
    const length = Number(px)
    return length <= 2 || length >= LAYOUT_FROM || length % 4 === 0
  })
}

function isEdged(value: string): boolean {
  return [...value.matchAll(/(?<![\w.])-?([\d.]+)(px|r?em)/g)].every(
    ([, length, unit]) => unit === 'px' && Number(length) <= EDGE_MOST,
  )
}

function keeps(property: string, value: string): boolean {
  if (/^(?:padding|margin|scroll-margin|(?:row-|column-)?gap)(?:-|$)/.test(property)) return isSpaced(value)
  if (/^(?:scroll-padding|text-indent)/.test(property)) return isSpaced(value)
  if (/^(?:inset|top|right|bottom|left|translate|transform)(?:-|$)/.test(property)) return isPlaced(value)
  if (/^(?:(?:min|max)-)?(?:(?:inline|block)-size|width|height)$|^flex-basis$|^--/.test(property))
    return isSized(value) && !hasColour(value)
  if (/^border.*radius$/.test(property)) return value.split(/\s+/).every((part) => RADIUS.test(part))
  if (/^(?:border|outline)/.test(property)) return isEdged(value) && !hasColour(value)
  if (property === 'text-underline-offset') return value === '0.2em'
  if (property === 'line-height') return LINE.test(value) && isSized(value)
  if (property === 'z-index') return LAYER.test(value)
  if (property === 'opacity') return OPACITY.test(value)
  if (/^(?:text-shadow|filter|word-spacing|zoom|scale)$/.test(property)) return value === 'none'
  if (property === 'box-shadow') return SHADOW.test(value)
  if (property === 'font') return FONT.test(value)
  if (property === 'font-size') return SIZE.test(value)
  if (property === 'font-weight') return WEIGHT.test(value)
  if (property === 'letter-spacing' || (property === 'font-style' && value === 'italic')) return false
  if (/^(?:transition|animation)/.test(property)) {
    return [...value.matchAll(PACE)].every(([pace]) => ['120ms', '160ms', '0s'].includes(pace))
  }
  return !hasColour(value)
}

function hasColour(value: string): boolean {
  return COLOUR.test(value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'|var\([^)]*\)/g, ''))
}

/** Returns the `property: value` of a sheet that no page should set itself. */
function ownOf(sheet: string): string[] {
  const css = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  const widths = [...css.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/[\d.]+(?:px|em|rem)/g)].flatMap(([width]) =>
      BREAKPOINTS.includes(width) ? [] : `@media ${width}`,
    ),
  )
  const columns = [...css.matchAll(/@container[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/[\d.]+(?:px|em|rem)/g)].flatMap(([width]) =>
      COLUMNS.includes(width) ? [] : `@container ${width}`,
    ),
  )
  const set = [...css.matchAll(/(?<=[{;}\s])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
  return [...widths, ...columns, ...set.flatMap(([, property = '', value = '']) => refuse(property, value))]
}

function refuse(property: string, text: string): string[] {
  const value = text.replace(/\s+/g, ' ').replace('!important', '').trim()
  return keeps(property, value) ? [] : [`${property}: ${value}`]
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Returns the values that a page, an island or a script sets: sheets, style attributes and objects, assignments, drawings,
 * antd.
 */
function ownOfMarkup(source: string): string[] {
  const sheets = [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, sheet = '']) => sheet)
  const script = source.replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
  const attributes = [...script.matchAll(/\bstyle=(?:"([^"]*)"|\{`([^`]*)`\})/g)].map(
    ([, a, b]) => `{${a ?? b};}`,
  )
  const written = [...script.matchAll(/(['"`])([^'"`\n]*\{\s*[a-z-]+:\s[^'"`\n]*)\1/g)].map(
    ([, , sheet = '']) => sheet,
  )
  const texts = [...script.matchAll(/\.cssText = (['"`])([^'"`]*)\1/g)].map(
    ([, , text = '']) => `{${text.replaceAll(/\$\{[^}]*\}/g, '0')};}`,
  )
  const objects = [...script.matchAll(/\bstyles?=\{\{([\s\S]*?)\}\}/g)].flatMap(([, object = '']) =>
    [...object.matchAll(/(\w+): (?:'([^']*)'|"([^"]*)"|`([^`]*)`|([\d.]+))/g)].flatMap(
      ([, name = '', a, b, c, number]) =>
        refuse(dashed(name), a ?? b ?? c ?? (UNITLESS.test(name) ? String(number) : `${number}px`)),
    ),
  )
  const assigned = [
    ...script.matchAll(/\.style\.(\w+) = ['"`]([^'"`]+)/g),
    ...script.matchAll(/\.setProperty\(['"]([\w-]+)['"], ['"`]([^'"`]+)/g),
  ].flatMap(([, name = '', value = '']) =>
    name === 'cssText' ? [] : refuse(dashed(name), value.replaceAll(/\$\{[^}]*\}(?:px)?/g, '0')),
  )
  const drawings = [...script.matchAll(/\b(fill|stroke|stopColor|stop-color)="([^"]*)"/g)].flatMap(
    ([, name = '', value = '']) => refuse(name, value),
  )
  // A name has no measure: its value is checked where it is set.
  const unread = [
    ...script.matchAll(/\b(?:style|styles)=\{\w+\}|\b(?:gap|gutter|fontSize|font-size)=(?:\{\d+\}|"\d+")/g),
  ].map(([whole]) => whole)
  return [
    ...[...sheets, ...attributes, ...written, ...texts].flatMap(ownOf),
    ...objects,
    ...assigned,
    ...drawings,
    ...unread,
  ]
}

function apart(root: string): string[] {
  const files = globSync(READ, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return files.sort().flatMap((file) => {
    if (LEFT.test(file)) return []
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
    'src/Island.tsx: padding: 6px',
    'src/Island.tsx: margin-top: 6px',
    'src/Island.tsx: font-weight: 500',
    'src/Island.tsx: color: red',
    'src/Island.tsx: padding: 10px',
    'src/Island.tsx: gap={10}',
    'src/Island.tsx: style={LOOK}',
    'src/Island.tsx: font-size="13"',
    'src/page.astro: font-size: 2rem',
    'src/page.astro: margin-block: 20px',
    'src/page.astro: fill: #0a0',
    'src/sheet.css: @media 900px',
    'src/sheet.css: @container 30em',
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
    'src/sheet.css: margin-block-start: -6px',
    'src/sheet.css: padding-block: var(--room)',
    'src/sheet.css: --room: 10px',
    'src/sheet.css: scroll-padding-block-start: 20px',
    'src/sheet.css: inset: 6px auto auto 50%',
    'src/sheet.css: translate: 0 -3px',
    'src/sheet.css: min-block-size: 42px',
    'src/sheet.css: line-height: 21px',
    'src/sheet.css: border: 5px solid var(--line)',
    'src/sheet.css: outline: 2px solid #f00',
    'src/sheet.css: text-underline-offset: 3px',
    'src/sheet.css: z-index: 9999',
    'src/sheet.css: opacity: 0.35',
    'src/sheet.css: text-shadow: 0 1px 2px var(--ink)',
    'src/sheet.css: margin-block: var(--space-3) 5px',
    'src/written.ts: padding: 3px',
    'src/written.ts: inset-block-start: 5px',
    'src/written.ts: margin-inline: 20px',
    'src/written.ts: --gap: 10px',
  ])
})
