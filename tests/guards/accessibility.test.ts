/** Checks docs/accessibility.md: each criterion of WCAG 2.2, A and AA, once; its files and quoted tests exist. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGE = readFileSync('docs/accessibility.md', 'utf8')
/** Per guideline: the last parts of the numbers of its criteria at levels A and AA. */
const CRITERIA = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
}
/** It may only decrease. */
const NOT_MET = 0

const rows = [...PAGE.matchAll(/^\| ([\d.]+) \| [^|]+ \| AA? \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', state = '', how = '']) => ({ number, state, how }),
)

/** Returns named files that are missing, and quoted tests that are not in the file before them. */
function wrongIn(how: string): string[] {
  return [...how.matchAll(/`([\w./-]+\/[\w./-]+)`|"([^"]+)"/g)].reduce<{ file: string; wrong: string[] }>(
    ({ file, wrong }, [all, path, title]) => {
      if (path) return { file: path, wrong: existsSync(path) ? wrong : [...wrong, all] }
      const isThere = existsSync(file) && readFileSync(file, 'utf8').includes(title ?? '')
      return { file, wrong: isThere ? wrong : [...wrong, `${file} ${all}`] }
    },
    { file: '', wrong: [] },
  ).wrong
}

test('each criterion stands there once', () => {
  const wanted = Object.entries(CRITERIA).flatMap(([guideline, lasts]) =>
    lasts.map((last) => `${guideline}.${last}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(wanted)
})

test('what is met names what is there, or that somebody has looked; everything else says why', () => {
  expect(rows.flatMap(({ number, how }) => wrongIn(how).map((wrong) => `${number}: ${wrong}`))).toEqual([])
  expect(wrongIn('`tests/e2e/nowhere.spec.ts`, `docs/wording.md` "not a word of it"')).toHaveLength(2)
  const wordless = rows.filter(({ state, how }) =>
    state === 'met' ? !/`.+\/.+`|looked at/.test(how) : !['n.a.', 'not met'].includes(state) || !how,
  )
  expect(wordless).toEqual([])
})

test('the table in front adds up', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length
  expect(PAGE).toContain(`| all 55 | ${['met', 'n.a.', 'not met'].map(count).join(' | ')} |`)
  expect(count('not met')).toBeLessThanOrEqual(NOT_MET)
})
