import { expect, test } from 'vitest'
import { readingMinutes } from './reading-time.ts'

test.each([
  ['', 1],
  [`<p>${'字'.repeat(350)}</p>`, 1],
  [`<p title="${'字'.repeat(900)}">${'字'.repeat(700)}</p>`, 2],
  [`<p>${'2016 '.repeat(1050)}</p>`, 3],
])('case %#', (html, minutes) => {
  expect(readingMinutes(html)).toBe(minutes)
})
