import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../contract/chat/chat-message.ts'
import '../../../tests/fixed-seed.ts'
import { beforeLog, type ChatLog, mergeLog, renewScans, startLog } from './dialogue.ts'

const message = (seq: number): ChatMessage => ({
  id: seq + 1000,
  seq,
  type: 0,
  source: 1,
  detail: String(seq),
  size: null,
  gmt_create: '2026-11-21T02:00:00.000Z',
  admin: '王老师',
  client_id: null,
})
const range = (from: number, upTo: number) =>
  Array.from({ length: Math.max(0, upTo - from + 1) }, (_, index) => message(from + index))
const seqs = ({ messages }: ChatLog) => messages.map(({ seq }) => seq)

describe('a dialogue as it becomes known', () => {
  test('begins with the newest page', () => {
    expect(startLog({ items: range(6, 105), total: 105 })).toMatchObject({ from: 6, upTo: 105 })
    expect(startLog({ items: [], total: 0 })).toEqual({ messages: [], from: 1, upTo: 0 })
  })

  test('what comes ahead of a missing message is shown, and the missing one is still asked for', () => {
    const log = mergeLog(startLog({ items: range(1, 3), total: 3 }), [message(6)])
    expect(seqs(log)).toEqual([1, 2, 3, 6])
    expect(log.upTo).toBe(3)
    const whole = mergeLog(log, range(4, 6))
    expect(seqs(whole)).toEqual([1, 2, 3, 4, 5, 6])
    expect(whole.upTo).toBe(6)
  })

  test('an empty dialogue waits for its first message, too', () => {
    const log = mergeLog(startLog({ items: [], total: 0 }), [message(3)])
    expect(log.upTo).toBe(0)
    expect(mergeLog(log, range(1, 3)).upTo).toBe(3)
  })

  test('older ones that do not touch the run are left out', () => {
    const log = startLog({ items: range(101, 200), total: 200 })
    expect(mergeLog(log, range(1, 50))).toMatchObject({ from: 101 })
    expect(seqs(mergeLog(log, range(1, 50)))[0]).toBe(101)
    expect(mergeLog(log, range(beforeLog(log, 100) + 1, 100)).from).toBe(1)
  })

  test('the same again changes nothing', () => {
    const log = startLog({ items: range(1, 3), total: 3 })
    expect(mergeLog(log, range(2, 3))).toBe(log)
    expect(renewScans(log, range(2, 3))).toBe(log)
  })

  test('a file that waited for the scanner gets its result; nothing else is touched', () => {
    const pending = { ...message(2), type: 1 as const, scan: 'pending' as const }
    const log = startLog({ items: [message(1), pending, { ...pending, seq: 3 }], total: 3 })
    expect(renewScans(log, [{ ...pending }])).toBe(log)
    const refused = { ...pending, scan: 'refused' as const }
    const next = renewScans(log, [{ ...message(1), detail: 'another' }, refused])
    expect(next.messages).toEqual([message(1), refused, { ...pending, seq: 3 }])
  })
})

test('in whatever pieces, order and repetition it comes: from page to page none is missing, none is there twice', () => {
  const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 40 })))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), pieces, (total, news) => {
      let log = startLog({ items: range(Math.max(1, total - 99), total), total })
      for (const [from, length] of news) log = mergeLog(log, range(from, from + length))
      const shown = seqs(log)
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown).toEqual([...shown].sort((a, b) => a - b))
      expect(shown.filter((seq) => seq <= log.upTo)).toEqual(range(log.from, log.upTo).map(({ seq }) => seq))
      while (log.from > 1) {
        const after = beforeLog(log, 100)
        log = mergeLog(log, range(after + 1, after + 100))
      }
      expect(seqs(log).slice(0, log.upTo)).toEqual(range(1, log.upTo).map(({ seq }) => seq))
    }),
  )
})
