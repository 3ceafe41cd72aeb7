/** Colours, type, space, radii, shadows and breakpoints come from tokens.css; a sheet, a page or an island with its own is refused. */
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
  ['src/components/shell/Header.astro: margin-block-end: -1px', 'the rule below it is one of its pixels'],
  ['src/styles/prose.css: margin-inline-start: -3em', 'the number of an article hangs in its indent'],
  ['src/components/policy/figure.css: margin-inline-start: 2px', 'between a number and its unit'],
  ['src/lib/content/picture/draw.ts: fill: #fff', 'a mask shows what is white in it'],
  ['src/pages/frontend/qr/[name].svg.ts: fill: #fff', 'a code that phones read in every mode'],
  ['src/pages/frontend/qr/[name].svg.ts: font-size: 3', 'of the 33 modules of a code'],
  ['src/styles/prose.css: margin-block-start: -1.9em', 'the hint stands above its line'],
])

const NAMED =
  'aqua|black|blue|brown|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|lightgr[ae]y|lime|magenta|maroon|navy|olive|orange|pink|purple|red|silver|teal|tomato|violet|white|whitesmoke|yellow'
const COLOUR = new RegExp(
  `#[\\da-f]{3,8}\\b|\\b(?:rgba?|hsla?|oklch|oklab|lch|lab|color)\\(|(?<![\\w-])(?:${NAMED})(?![\\w-])`,
  'i',
)
const TOKEN =
  /var\(--(?:space-\d|gutter|text|width|[a-z]+-(?:height|width|size)|seen-top|pressed)(?:,[^()]*)?\)/g
const LENGTH = /(?<!\w)-?[\d.]+(?:[a-z]+|%)|var\(/gi

/** What the value of a property has to match; of every other property it may have no colour of its own. */
const KEPT: readonly (readonly [property: RegExp, value: RegExp])[] = [
  [/^border.*radius$/, /^(?:(?:0|var\(--radius[\w-]*\)|inherit)\s*)+$/],
  [/^box-shadow$/, /^(?:none|var\(--shadow\))$/],
  [/^font$/, /^(?:var\(--type-[\w-]+\)|inherit)$/],
  [/^font-size$/, /^(?:var\(--text(?:-small)?\)|[\d.]+em|inherit|0)$/],
  [/^font-weight$/, /^(?:400|600|700|inherit)$/],
]
const SPACE = /^(?:padding|margin|scroll-margin|(?:row-|column-)?gap)(?:-|$)/

/** Whether a space has only tokens and zero. */
function isSpaced(value: string): boolean {
  const own = value
    .replace(TOKEN, 'token')
    .replace(/(?:env|anchor)\([^()]*\)/g, 'token')
    .match(LENGTH)
  return !own?.some((length) => !/^0(?:px|em)?$/.test(length))
}

function keeps(property: string, value: string): boolean {
  if (SPACE.test(property)) return isSpaced(value)
  const [, kept] = KEPT.find(([name]) => name.test(property)) ?? []
  return kept?.test(value) ?? !COLOUR.test(value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'|var\([^)]*\)/g, ''))
}

function refuse(property: string, text: string): string[] {
  const value = text.replace(/\s+/g, ' ').replace('!important', '').trim()
  return keeps(property, value) ? [] : [`${property}: ${value}`]
}

/** Returns the `property: value` of a sheet that no page should set itself. */
function ownOf(sheet: string): string[] {
  const css = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  const widths = [...css.matchAll(/@(media|container)[^{]*/g)].flatMap(([query, kind]) =>
    [...query.matchAll(/[\d.]+(?:px|em|rem)/g)].flatMap(([width]) =>
      (kind === 'media' ? BREAKPOINTS : COLUMNS).includes(width) ? [] : `@${kind} ${width}`,
    ),
  )
  const set = [...css.matchAll(/(?<=[{;}\s])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
  return [...widths, ...set.flatMap(([, property = '', value = '']) => refuse(property, value))]
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the values that a page, an island or a script sets: sheets, style attributes and objects, drawings. */
function ownOfMarkup(source: string): string[] {
  const sheets = [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, sheet = '']) => sheet)
  const script = source.replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
  const attributes = [...script.matchAll(/\bstyle=(?:"([^"]*)"|\{`([^`]*)`\})/g)].map(
    ([, a, b]) => `{${a ?? b};}`,
  )
  const objects = [...script.matchAll(/\bstyles?=\{\{([\s\S]*?)\}\}/g)].flatMap(([, object = '']) =>
    [...object.matchAll(/(\w+): (?:'([^']*)'|"([^"]*)"|`([^`]*)`|([\d.]+))/g)].flatMap(
      ([, name = '', a, b, c, number]) => {
        const property = dashed(name)
        return refuse(property, a ?? b ?? c ?? (SPACE.test(property) ? `${number}px` : String(number)))
      },
    ),
  )
  const drawings = [
    ...script.matchAll(/\b(fill|stroke|stopColor|stop-color|gap|font-size)=(?:"([^"]*)"|\{(\d+)\})/g),
  ].flatMap(([, name = '', value, number]) => refuse(name, value ?? `${number}px`))
  return [...[...sheets, ...attributes].flatMap(ownOf), ...objects, ...drawings]
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

test('sheets, pages and islands take their look from the tokens, or stand apart by name', () => {
  const found = apart('.')
  expect(found.filter((line) => !OWN.has(line))).toEqual([])
  expect([...OWN.keys()].filter((line) => !found.includes(line))).toEqual([])
})

test('the guard finds each of them in the sample', () => {
  expect(apart(SAMPLE)).toEqual([
    'src/Island.tsx: padding: 6px',
    'src/Island.tsx: margin-top: 6px',
    'src/Island.tsx: font-weight: 500',
    'src/Island.tsx: color: red',
    'src/Island.tsx: gap: 10px',
    'src/page.astro: font-size: 2rem',
    'src/page.astro: margin-block: 20px',
    'src/page.astro: fill: #0a0',
    'src/sheet.css: @container 30em',
    'src/sheet.css: @media 900px',
    'src/sheet.css: border-radius: 3px',
    'src/sheet.css: box-shadow: 0 0 4px var(--line)',
    'src/sheet.css: font: 600 18px var(--font)',
    'src/sheet.css: font-size: 13px',
    'src/sheet.css: background: rgb(0 0 0 / 20%)',
    'src/sheet.css: gap: 0.5rem',
  ])
})

test('only src/styles names layers: a sheet that comes before it in a page would set their order', () => {
  const sheets = globSync('src/{islands,components,layouts,pages,editor}/**/*.{css,astro}')
  expect(sheets.length).toBeGreaterThan(100)
  expect(sheets.filter((path) => readFileSync(path, 'utf8').includes('@layer'))).toEqual([])
})
