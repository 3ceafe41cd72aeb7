/** Questions written before the search was tried; the file names the right answers. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LibraryQuery, readExport, scoreQueries } from '../flows/support/search-files.ts'

const COLLECTIONS: Record<string, string> = { i: 'interpretations', o: 'originals', n: 'news' }

const QUESTIONS = readFileSync('tests/built/search-questions.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((line): LibraryQuery => {
    const [kind, query = '', right = ''] = line.split('\t')
    const ids = right.split(' ').map((id) => `${COLLECTIONS[id.charAt(0)]} ${id.slice(1)}`)
    return { kind: kind as LibraryQuery['kind'], query, relevant_ids: ids, min_hits_top10: 1 }
  })

test('what companies type finds what they mean, and titles and numbers stand first', async () => {
  const { recallAt10, firstPlace, firstPlaceAll, missed } = await scoreQueries(
    readExport('dist'),
    'src/content',
    QUESTIONS,
  )
  console.log(
    `${QUESTIONS.length} questions: recall@10 ${recallAt10.toFixed(3)}, titles and numbers first ${firstPlace.toFixed(3)}, all first ${firstPlaceAll.toFixed(3)}`,
  )
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(150)
  expect(recallAt10, missed.join('\n')).toBeGreaterThanOrEqual(0.98)
  expect(firstPlace, missed.join('\n')).toBe(1)
})
