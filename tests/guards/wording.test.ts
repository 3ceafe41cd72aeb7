/**
 * Odd words came back after they had been corrected once. The table of docs/wording.md lists the refused ones; `…` stands for
 * some characters of the same phrase.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const READ = '{src,server}/**/*.{ts,tsx,astro,md,yaml}'
const OF_PHRASE = '[^，。；：、“”\'"`<>|\\n]{1,12}?'

function outlawed(root: string): RegExp[] {
  const rows = readFileSync(join(root, 'docs/wording.md'), 'utf8').matchAll(/^\| [^|]* \|([^|]*)\|/gm)
  const phrases = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
  )
  return phrases.map((phrase) => new RegExp(phrase.replace('…', OF_PHRASE), 'g'))
}

function oddWords(root: string): string[] {
  const phrases = outlawed(root)
  const files = globSync(READ, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return phrases.flatMap((phrase) => [...text.matchAll(phrase)].map(([words]) => `${file}: ${words}`))
  })
}

test('nothing is said in words that docs/wording.md refuses', () => {
  expect(outlawed('.').length).toBeGreaterThan(15)
  expect(oddWords('.')).toEqual([])
})

test('the guard finds each of them in the sample', () => {
  expect(oddWords('tests/guards/samples/wording')).toEqual([
    'src/said.ts: 没有加载成功',
    'src/said.ts: 您企业',
    'src/said.ts: 再看 10 条',
    'src/said.ts: 已存在这台设备上',
  ])
})
