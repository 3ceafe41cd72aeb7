import { expect, test } from 'vitest'
import { queriesWithDrafts } from './draft-queries.ts'

test('drafts are read for their company only', () => {
  expect(queriesWithDrafts('.')).toEqual([])
})

test('the guard finds queries that do not say for whom they are', () => {
  expect(queriesWithDrafts('tests/guards/samples/drafts')).toEqual([
    'server/desk.ts: conversations as talk',
    'server/desk.ts: form_drafts',
    'server/desk.ts: orders',
  ])
})
