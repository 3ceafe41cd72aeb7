import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksSomething, formatSearchQuery, parseSearchQuery } from './address.ts'

describe('the address', () => {
  test('keeps words, filters, order and page', () => {
    const search = '?q=%E9%AB%98%E4%BC%81&region=440000&year=2023&sort=published&page=2'
    expect(formatSearchQuery(parseSearchQuery(search))).toBe(search)
  })

  test.each(['page=-1', 'page=1e9x', 'page=', 'page=0', 'sort=up', 'nothing=1', 'q=', 'kind=++'])(
    '%s asks for nothing in particular',
    (search) => {
      const query = parseSearchQuery(search)
      expect(formatSearchQuery(query)).toBe('')
      expect(asksSomething(query)).toBe(false)
    },
  )

  const expectSameAgain = (text: string) => {
    const first = formatSearchQuery(parseSearchQuery(`q=${text}&department=${text}&page=${text}`))
    expect(formatSearchQuery(parseSearchQuery(first))).toBe(first)
  }

  test('whatever it is, it is read, and reads the same again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), expectSameAgain))
  })

  test.each([
    ['one half of a character of two units', '高\ud83d企'],
    ['a cut in front of such a character', `${'字'.repeat(59)}😀`],
    ['a cut inside of one', `${'字'.repeat(99)}😀`],
    ['a cut before a space', `${'字'.repeat(59)}　后`],
    ['no character at all', '\uffff\u200b\ufeff'],
    ['bytes that are no text', '%ED%A0%80%00%FF'],
  ])('%s reads the same again, too', (_, text) => expectSameAgain(text))
})
