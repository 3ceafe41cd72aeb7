import { describe, expect, test } from 'vitest'
import type { ChatLine } from './chat-line.ts'
import { countOthers } from './use-scroll.ts'

/** `a` to `d`; capitals are own lines. */
const lines = [...'aBcd'].map(
  (key): ChatLine => ({
    key,
    own: key < 'a',
    name: null,
    detail: { kind: 'text', text: key },
    at: '2026-11-22T02:00:00.000Z',
    state: { status: 'sent' },
  }),
)

describe('what was not seen', () => {
  test('are the lines of the other side behind the last that was', () => {
    expect(countOthers(lines, 'a')).toBe(2)
    expect(countOthers(lines, 'd')).toBe(0)
  })

  test('are none if that one is gone, instead of the whole dialogue', () => {
    expect(countOthers(lines, 'gone')).toBe(0)
    expect(countOthers(lines, undefined)).toBe(0)
  })
})
