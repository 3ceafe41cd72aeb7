import { expect, test } from 'vitest'
import { normaliseCreditCode } from './credit-code.ts'
import { normaliseInvitation } from './invitation-code.ts'
import { codeWhileTyping, normalizePhone, phoneWhileTyping } from './phone.ts'
import { readTypedNumber } from './typed-number.ts'
import { withoutTurning } from './typed-text.ts'

/** U+202D … U+202C from contacts of Windows, a zero-width space, a byte order mark, a soft hyphen, a joiner. */
const WRAPPED = (text: string) =>
  `\u202d\ufeff${text.slice(0, 3)}\u200b\u00ad${text.slice(3)}\u2060\u202c\u200e`

test.each([
  [phoneWhileTyping, '13800138000', '13800138000'],
  [normalizePhone, '13800138000', '13800138000'],
  [normalizePhone, '+86 138 0013 8000', '13800138000'],
  [codeWhileTyping, '012345', '012345'],
  [normaliseCreditCode, '91350100M000100Y43', '91350100M000100Y43'],
  [normaliseInvitation, 'abcde-23456', 'ABCDE23456'],
  [readTypedNumber, '1,200,000', '1200000'],
  [readTypedNumber, '120万', '1200000'],
])('%o reads %j among characters that nobody sees', (read, typed, meant) => {
  expect(read(WRAPPED(typed))).toBe(meant)
})

test('a name reads in the order in which it is written; letters from right to left stay', () => {
  expect(withoutTurning('报价单\u202efdp.exe')).toBe('报价单fdp.exe')
  expect(withoutTurning('\u2066עברית\u200f\u2069.pdf')).toBe('עברית\u200f.pdf')
})
