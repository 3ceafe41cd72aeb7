/**
 * What the pages must not call: the oldest browsers that we serve (Safari 16.4, see cssTarget) or pages without HTTPS do
 * not have it, and the button that needs it is dead without a word. Each had happened.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MISSING = [
  { call: /crypto\.randomUUID\b/, instead: 'newClientId, as pages without HTTPS lack it' },
  { call: /AbortSignal\.any\(/, instead: 'anySignal, as Safari has it since 17.4' },
  { call: /\.checkVisibility\(/, instead: 'isShown, as Safari has it since 17.4' },
  { call: /Promise\.withResolvers\b/, instead: 'new Promise, as Safari has it since 17.4' },
]

function missingIn(source: string): string[] {
  return MISSING.filter(({ call }) => call.test(source)).map(({ instead }) => instead)
}

test('pages call nothing that their browsers may lack', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|astro)$/.test(name) && !/\.test\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((name) =>
    missingIn(readFileSync(`src/${name}`, 'utf8')).map((instead) => `src/${name}: ${instead}`),
  )
  expect(found).toEqual([])
})

test('the guard sees such a call, and lets pass one that asks first', () => {
  expect(missingIn('const id = crypto.randomUUID()')).toHaveLength(1)
  expect(missingIn('AbortSignal.any([a, b])')).toHaveLength(1)
  expect(missingIn('box.current?.checkVisibility()')).toHaveLength(1)
  expect(missingIn('row.checkVisibility?.() ?? true')).toEqual([])
})
