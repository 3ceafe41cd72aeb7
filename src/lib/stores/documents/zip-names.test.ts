import { expect, test } from 'vitest'
import { unpackable, zipNames } from './zip-names.ts'

test.each([
  ['报价:3*5?.pdf', '报价_3_5_.pdf'],
  ['a<b>"c"|d\\e\u0007.txt', 'a_b__c__d_e_.txt'],
  ['资料.', '资料_'],
  ['资料. .', '资料_'],
  ['CON.pdf', '_CON.pdf'],
  ['nul', '_nul'],
  ['COM1.tar.gz', '_COM1.tar.gz'],
  ['合同 (1).pdf', '合同 (1).pdf'],
  ['CONTRACT.pdf', 'CONTRACT.pdf'],
  ['COM10.pdf', 'COM10.pdf'],
  ['.隐藏', '.隐藏'],
])('%j is unpacked as %j', (name, safe) => {
  expect(unpackable(name)).toBe(safe)
})

test('no two paths become one file, even if they differ only in case or Unicode form', () => {
  const { nameOf, nameNote } = zipNames()
  const paths = [
    '合同.pdf',
    '合同.PDF',
    'é.txt',
    'e\u0301.txt',
    'A/',
    'a/b.txt',
    'a/B.txt',
    'A/b.txt',
    '资料',
    '资料./x',
  ]
  expect(paths.map(nameOf)).toEqual([
    '合同.pdf',
    '合同 (1).PDF',
    'é.txt',
    'e\u0301 (1).txt',
    'A/',
    'a (1)/b.txt',
    'a (1)/B (1).txt',
    'A/b.txt',
    '资料',
    '资料_/x',
  ])
  expect(nameOf('合同.PDF')).toBe('合同 (1).PDF')
  expect(nameNote('资料')).toBe('资料 (1)')
})
