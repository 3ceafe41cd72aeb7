import { expect, test } from 'vitest'
import { formatUnread } from './unread.ts'

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('%i unread messages are shown as %s', (count, text) => {
  expect(formatUnread(count)).toBe(text)
})
