import { expect, test } from 'vitest'
import { formatProblem } from '../load/yaml-fields.ts'
import { checkLibrary, readDocuments } from './library.ts'

test("the repository's own content has no problem", async () => {
  const documents = await readDocuments('src/content')
  expect(documents.originals.entries.length).toBeGreaterThan(0)
  expect((await checkLibrary('src/content', documents)).map(formatProblem)).toEqual([])
})
