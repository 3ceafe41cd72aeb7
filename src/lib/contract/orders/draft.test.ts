import { expect, test } from 'vitest'
import { readTyped } from './draft.ts'

const typed = { contact: '', amount: '', summary: '', materials: [] }

test.each([
  ['0086 １３８00138000', '13800138000'],
  ['138-0013-8000\u202c', '13800138000'],
  ['0086 138', '0086 138'],
  ['', ''],
])('the phone %o is kept as %o', (phone, kept) => {
  expect(readTyped({ ...typed, phone })).toMatchObject({ draft: { phone: kept }, problems: {} })
})

test('an invalid phone is reported', () => {
  expect(readTyped({ ...typed, phone: '1'.repeat(21) }).problems).toHaveProperty('phone')
})
