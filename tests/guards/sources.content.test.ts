import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSources, readDocuments } from '../../src/lib/content/check/library.ts'

test('docs/evidence/sources.md is what the content says', async () => {
  const made = listSources(await readDocuments('src/content'))
  expect(
    readFileSync('docs/evidence/sources.md', 'utf8'),
    'npm run -s content:sources > docs/evidence/sources.md',
  ).toBe(`${made}\n`)
})
