import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

/** Newer than Chromium 109 and Safari 16.4, and not in `older-browsers.ts`. */
const YOUNGER = [
  /\.(?:toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|symmetricDifference|isSubsetOf|isSupersetOf)\(/,
  /\b(?:Object|Map)\.groupBy\b|\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\b|\bIterator\.from\b/,
  /\bRegExp\.escape\b|\.(?:toBase64|fromBase64|toHex|fromHex)\(|\bIntl\.DurationFormat\b/,
  // URLSearchParams.
  /\b(?:search|params|searchParams)\.size\b/,
  // Pages without HTTPS lack it in every browser: newClientId does not need it.
  /\bcrypto\.randomUUID\b/,
  // Iterator helpers.
  /\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|some|every|find|reduce|toArray|take|drop|flatMap|forEach)\(/,
]
/** Code for browsers: no `.astro` frontmatter, and no code for builds only. */
const SOURCES = 'src/{islands,components,lib}/**/*.{ts,tsx}'
const OF_BUILDS = /\.test\.|src\/lib\/(?:content|og|api-docs)\//

const breaches = (text: string) => YOUNGER.flatMap((sign) => sign.exec(text)?.[0] ?? [])

describe('older browsers', () => {
  test('run what is written for browsers', async () => {
    const found: string[] = []
    let count = 0
    for await (const path of glob(SOURCES)) {
      if (OF_BUILDS.test(path.replaceAll('\\', '/'))) continue
      count += 1
      // `Object.values(…)` makes an array.
      const text = readFileSync(path, 'utf8').replace(/Object\.(?:values|keys|entries)/g, '')
      found.push(...breaches(text).map((sign) => `${path}: ${sign}`))
    }
    expect(count).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  test.each([
    'rows.toSorted()',
    'Object.groupBy(rows, by)',
    'map.values().map(nameOf)',
    'params.size > 0',
    'Promise.withResolvers()',
    'crypto.randomUUID()',
  ])('the guard finds %s', (text) => {
    expect(breaches(text)).toHaveLength(1)
  })
})

test('no style spaces digits from Chinese in WebKit, which lays them over each other', async () => {
  const spaced = /(@supports[^{]*\{\s*)?[^{}]*\{[^{}]*text-autospace:(?! no-autospace)/g
  const conditions: (string | undefined)[] = []
  for await (const path of glob('src/**/*.{css,astro}')) {
    for (const [, condition] of readFileSync(path, 'utf8').matchAll(spaced))
      conditions.push(condition?.trim())
  }
  expect(conditions).toEqual(['@supports not (-webkit-hyphens: none) {'])
})
