import { expect, test } from 'vitest'
import { sortBy } from './view-choice.ts'

const ITEMS = [
  { name: '第10号.pdf', time: '2026-01-02T00:00:00Z', size: 5 },
  { name: '第9号.docx', time: '2026-01-03T00:00:00Z', size: 5 },
  { name: '第9号.doc', time: '2026-01-01T00:00:00Z', size: 9 },
]

test.each([
  ['name', false, ['第9号.doc', '第9号.docx', '第10号.pdf']],
  ['time', true, ['第9号.docx', '第10号.pdf', '第9号.doc']],
  ['size', false, ['第9号.docx', '第10号.pdf', '第9号.doc']],
  ['kind', false, ['第9号.doc', '第9号.docx', '第10号.pdf']],
] as const)('by %s, descending %s; numbers as numbers, equal ones by name', (by, descending, names) => {
  expect(sortBy(ITEMS, { by, descending }, (item) => item).map(({ name }) => name)).toEqual(names)
})
