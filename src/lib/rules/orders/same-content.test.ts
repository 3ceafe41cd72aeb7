import { expect, test } from 'vitest'
import { sameContent } from './same-content.ts'

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
