import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatListQuery, type ListQuery, parseListQuery, SORTS } from './listing.ts'

const NOTHING = parseListQuery('')

describe('parsing an address', () => {
  test('without a query: everything in the built order, page 1', () => {
    expect(NOTHING).toEqual({
      q: '',
      region: '',
      theme: '',
      support: '',
      department: '',
      kind: '',
      state: '',
      sort: '',
      page: 1,
    })
  })

  test.each([
    ['page=-1', 1],
    ['page=0', 1],
    ['page=', 1],
    ['page=1.5', 1],
    ['page=Infinity', 1],
    ['page=<script>', 1],
    ['page=2&page=9', 2],
    ['page=3', 3],
    ['page=1e9', 1_000_000_000],
  ])('%s is page %i', (search, page) => {
    expect(parseListQuery(search).page).toBe(page)
  })

  test.each([
    ['sort=closing', 'closing'],
    ['sort=published', 'published'],
    ['sort=price', ''],
    ['sort=__proto__', ''],
  ])('%s sorts by %s', (search, sort) => {
    expect(parseListQuery(search).sort).toBe(sort)
  })

  test('texts are trimmed and cut, markup is plain text', () => {
    const { q, region } = parseListQuery(`q=+<script>alert(1)</script>+&region=${'9'.repeat(200)}`)
    expect(q).toBe('<script>alert(1)</script>')
    expect(region).toHaveLength(100)
  })

  test('every address is accepted, and reads the same after writing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary-ascii' }), (search, text) => {
        for (const address of [search, `q=${encodeURIComponent(text)}&page=2`]) {
          const query = parseListQuery(address)
          expect(parseListQuery(formatListQuery(query))).toEqual(query)
        }
      }),
    )
  })

  test.each([
    ['before a space', `${'字'.repeat(99)} 后`],
    ['in front of a character of two units', `${'字'.repeat(99)}😀`],
    ['before what is no character', `${'字'.repeat(99)}\uffff`],
  ])('a text cut %s says the same, too', (_, text) => {
    const query = parseListQuery(`q=${encodeURIComponent(text)}`)
    expect(parseListQuery(formatListQuery(query))).toEqual(query)
  })
})

describe('writing an address', () => {
  test('defaults are left out', () => {
    expect(formatListQuery(NOTHING)).toBe('')
    expect(formatListQuery({ ...NOTHING, sort: 'closing', page: 2 })).toBe('?sort=closing&page=2')
  })

  test('every query is read back', () => {
    const text = fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((value) => `${value}企业😀`.trim())
    const asked: fc.Arbitrary<ListQuery> = fc.record({
      q: text,
      region: text,
      theme: text,
      support: text,
      department: text,
      kind: text,
      state: text,
      sort: fc.constantFrom(...SORTS),
      page: fc.integer({ min: 1 }),
    })
    fc.assert(
      fc.property(asked, (query) => {
        expect(parseListQuery(formatListQuery(query))).toEqual(query)
      }),
    )
  })
})
