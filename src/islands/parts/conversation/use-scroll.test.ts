import { describe, expect, test } from 'vitest'
import type { ChatLine } from './chat-line.ts'
import { countOthers, endOf } from './use-scroll.ts'

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

describe('the last rendered line', () => {
  test("is the reader's position, or the last one", () => {
    expect(endOf(lines, 'B')).toBe(2)
    expect(endOf(lines, null)).toBe(4)
  })

  test('is the last one if that line is gone, so that the page is never empty', () => {
    expect(endOf(lines, 'gone')).toBe(4)
  })
})

describe('unseen lines', () => {
  test('are those of the other side after the last seen one', () => {
    expect(countOthers(lines, 'a')).toBe(2)
    expect(countOthers(lines, 'd')).toBe(0)
  })

  test('are none if that one is gone, instead of the whole dialogue', () => {
    expect(countOthers(lines, 'gone')).toBe(0)
    expect(countOthers(lines, undefined)).toBe(0)
  })
})
