import { describe, expect, test } from 'vitest'
import { bringsNothing, sameContent } from './same-content.ts'

const SUBMITTED = { state: 'submitted', note: '', gmt_create: '2026-11-21T03:00:00.000Z' } as const
const AGAIN = { state: 'more-needed', note: '', gmt_create: '2026-11-21T04:00:00.000Z' } as const
const FILE = { local_name: 'a.pdf', hash_name: 'k', size: 3, slot: '营业执照' }

test.each([
  ['fields in another order', { texts: { a: '1', b: '2' } }, { texts: { b: '2', a: '1' } }, true],
  ['a field left blank', { texts: { a: '1', b: '' } }, { texts: { a: '1' } }, true],
  ['another size of a file', { files: [FILE] }, { files: [{ ...FILE, size: 9 }] }, true],
  ['another text', { texts: { a: '1' } }, { texts: { a: '2' } }, false],
  ['another file', { files: [FILE] }, { files: [{ ...FILE, hash_name: 'l' }] }, false],
  [
    'files in another order',
    { files: [FILE, { ...FILE, slot: 'x' }] },
    { files: [{ ...FILE, slot: 'x' }, FILE] },
    false,
  ],
])('%s: %#', (_, one, other, same) => {
  expect(sameContent(one, other)).toBe(same)
})

describe('an answer to a request for more', () => {
  const asked = { state: 'more-needed', note: '请补充', gmt_create: '2026-11-21T02:00:00.000Z' } as const
  const file = (gmt_modified: string) => ({ gmt_modified })
  const order = { fields: { contact: '李雷' }, events: [asked], files: [file('2026-11-21T01:59:59.999Z')] }

  test.each([
    ['nothing', order, {}, true],
    [
      'the same fields, and an empty note',
      order,
      { fields: { contact: '李雷', summary: '' }, note: '' },
      true,
    ],
    ['another field', order, { fields: { contact: '韩梅梅' } }, false],
    ['a note', order, { note: '已补充' }, false],
    ['a file since', { ...order, files: [file('2026-11-21T02:00:00.000Z')] }, {}, false],
    [
      'nothing since the second request',
      { ...order, files: [file('2026-11-21T03:00:00.000Z')], events: [asked, SUBMITTED, AGAIN] },
      {},
      true,
    ],
  ] as const)('%s', (_, asking, answer, nothing) => {
    expect(bringsNothing(asking, answer)).toBe(nothing)
  })
})
