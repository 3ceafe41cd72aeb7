import { expect, test } from 'vitest'
import {
  formatInvitation,
  INVITATION_ALPHABET,
  isInvitation,
  normaliseInvitation,
} from './invitation-code.ts'

test.each(['ABCDE-23456', 'abcde23456', ' ａｂｃｄｅ　２３４５６ ', 'AB CD E2 34 56'])(
  '%j is read',
  (typed) => {
    expect(normaliseInvitation(typed)).toBe('ABCDE23456')
  },
)

test.each(['', 'ABCDE2345', 'ABCDE234567', 'ABCDE2345O', 'ABCDE2345０0'])('%j is no code', (code) => {
  expect(isInvitation(code)).toBe(false)
})

test('a code is shown in two groups and read back', () => {
  const code = [...INVITATION_ALPHABET].slice(0, 10).join('')
  expect(isInvitation(normaliseInvitation(formatInvitation(code)))).toBe(true)
  expect(new Set(INVITATION_ALPHABET).size).toBe(31)
})
