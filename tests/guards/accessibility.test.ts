/** Checks docs/accessibility.md: the files that it names and the tests that it quotes exist. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Returns named files that are missing, and quoted tests that are not in the file before them. */
function wrongIn(page: string): string[] {
  let file = ''
  return [...page.matchAll(/`([\w./-]+\/[\w./-]+)`|"([^"]+)"/g)].flatMap(([all, path, title = '']) => {
    if (path) {
      file = path
      return existsSync(path) ? [] : [all]
    }
    return existsSync(file) && readFileSync(file, 'utf8').includes(title) ? [] : [`${file} ${all}`]
  })
}

test('what docs/accessibility.md names and quotes is there', () => {
  const rows = readFileSync('docs/accessibility.md', 'utf8').match(/^\| [\d.]+ \|.*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.flatMap(wrongIn)).toEqual([])
  expect(wrongIn('`tests/e2e/nowhere.spec.ts`, `docs/wording.md` "not a word of it"')).toHaveLength(2)
})
