import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hashName } from './storage.ts'

const PREFIX = 'companies/7/abcdefghijklmnopqrstu-/'

test.each(['a.pdf', '营业执照 (1).pdf', '..a', '😀', 'a%2fb', '\'"<>&?#'])(
  '%j below an upload is a key',
  (name) => {
    expect(v.is(hashName, PREFIX + name)).toBe(true)
  },
)

test.each([
  '',
  PREFIX,
  `${PREFIX}.`,
  `${PREFIX}..`,
  `${PREFIX}a/b`,
  `${PREFIX}../b`,
  `${PREFIX}a\u0000`,
  `${PREFIX}a\nb`,
  `${PREFIX}\ud800`,
  `${PREFIX}${'x'.repeat(340)}`,
  `/${PREFIX}a`,
  'companies/0/abcdefghijklmnopqrstu-/a',
  'companies/7/short/a',
  'companies/7/../../etc/passwd',
])('%j is none', (key) => {
  expect(v.is(hashName, key)).toBe(false)
})
