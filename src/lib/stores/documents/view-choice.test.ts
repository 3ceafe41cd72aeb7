import { expect, test } from 'vitest'
import type { DocumentItem } from './view.ts'
import { sortItems } from './view-choice.ts'

const ITEMS = [
  { local_name: '第10号.pdf', gmt_modified: '2026-01-02T00:00:00Z', size: 5 },
  { local_name: '第9号.docx', gmt_modified: '2026-01-03T00:00:00Z', size: 5 },
  { local_name: '第9号.doc', gmt_modified: '2026-01-01T00:00:00Z', size: 9 },
].map((file) => ({ kind: 'file', key: file.local_name, file }) as DocumentItem)

test.each([
  ['name', false, ['第9号.doc', '第9号.docx', '第10号.pdf']],
  ['time', true, ['第9号.docx', '第10号.pdf', '第9号.doc']],
  ['size', false, ['第9号.docx', '第10号.pdf', '第9号.doc']],
  ['kind', false, ['第9号.doc', '第9号.docx', '第10号.pdf']],
] as const)('by %s, descending %s; numbers as numbers, equal ones by name', (by, descending, names) => {
  expect(sortItems(ITEMS, { by, descending }).map(({ key }) => key)).toEqual(names)
})
