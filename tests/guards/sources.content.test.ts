import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSources, readDocuments } from '../../src/lib/content/check/library.ts'

test('docs/sources.md is what the content says', async () => {
  const made = listSources(await readDocuments('src/content'))
  expect(readFileSync('docs/sources.md', 'utf8'), 'npm run -s content:sources > docs/sources.md').toBe(
    `${made}\n`,
  )
})
