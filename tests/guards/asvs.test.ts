/** Checks docs/evidence/asvs.md: each requirement up to level 2 once, with a reason, and correct counts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGE = readFileSync('docs/evidence/asvs.md', 'utf8')
/** Number of requirements in each chapter of ASVS 5.0.0, levels 1 and 2. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
/** It may only decrease. */
const NOT_MET = 5

interface Line {
  numbers: string[]
  state: string
  why: string
}

const lines: Line[] = [...PAGE.matchAll(/^\| (\d[\d., ]*) \| [^|]+ \| ([^|]+) \| ([^|]*) \|$/gm)].map(
  ([, numbers = '', state = '', why = '']) => ({ numbers: numbers.split(', '), state, why }),
)

test('each requirement stands there once', () => {
  const numbers = lines.flatMap((line) => line.numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
  const ofChapter = (chapter: number) => numbers.filter((number) => number.startsWith(`${chapter}.`)).length
  expect(REQUIREMENTS.map((_, index) => ofChapter(index + 1))).toEqual(REQUIREMENTS)
})

test('what is met names a test or a file, everything else says why', () => {
  const wordless = lines.filter(({ state, why }) =>
    state === 'met'
      ? !why.includes('`') && !why.includes('React')
      : !['n.a.', 'not met'].includes(state) || !why,
  )
  expect(wordless).toEqual([])
})

test('the table in front adds up', () => {
  const count = (state: string) =>
    lines.filter((line) => line.state === state).reduce((sum, { numbers }) => sum + numbers.length, 0)
  const sums = [count('met'), count('not met'), count('n.a.')]
  expect(PAGE).toContain(`| all 253 | ${sums.join(' | ')} |`)
  expect(count('not met')).toBeLessThanOrEqual(NOT_MET)
})
