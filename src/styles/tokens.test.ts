/** Contrast of the colours (WCAG 2, relative luminance), plain and strong, on light and on dark ground. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const LOOKS = ['light', 'dark', 'strong light', 'strong dark'] as const

const colours = new Map<string, string[]>()
for (const [, name = '', value = ''] of css.matchAll(/^ {2}--([\w-]+): (.*(?:#|var\(--tone).*);$/gm)) {
  const [plain = '', strong = plain] = value.split('var(--strong')
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  colours.set(name, colours.get(other ?? '') ?? [...bothOf(plain), ...bothOf(strong)])
}

function bothOf(text: string): string[] {
  const [light = '', dark = light] = text.match(/#[0-9a-f]+/g) ?? []
  return [light, dark]
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const onSheets = (name: string) => ['paper', 'ground'].map((ground) => [name, ground] as const)
const TEXT = [
  ...['ink', 'ink-soft', 'brand', 'brand-strong'].flatMap(onSheets),
  ...['ink', 'ink-soft', 'brand', 'brand-strong'].map((name) => [name, 'brand-tint'] as const),
  ...['verdict-yes', 'verdict-open', 'verdict-no'].flatMap(onSheets),
  ...['open', 'closing', 'closed', 'rolling', 'unknown'].flatMap((tone) => onSheets(`tone-${tone}`)),
  ...['tone-closing', 'ink', 'ink-soft'].map((name) => [name, 'tone-closing-tint'] as const),
  ...['brand', 'brand-strong', 'verdict-no', 'ink'].map((ground) => ['paper', ground] as const),
]
const MARKS = ['line-strong', 'focus', 'gain-edge'].flatMap(onSheets)

describe.each(LOOKS.map((look, index) => [look, index] as const))('%s', (look, index) => {
  const between = (one: string, other: string) =>
    contrast(colours.get(one)?.[index] ?? '', colours.get(other)?.[index] ?? '')

  test.each(TEXT)('%s can be read on %s', (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(look.startsWith('strong') ? 7 : 4.5)
  })

  test.each(MARKS)('%s can be seen on %s', (mark, ground) => {
    expect(between(mark, ground)).toBeGreaterThanOrEqual(look.startsWith('strong') ? 4.5 : 3)
  })

  test('strokes can be seen on gain', () => {
    expect(between('on-gain', 'gain')).toBeGreaterThanOrEqual(9)
  })
})
