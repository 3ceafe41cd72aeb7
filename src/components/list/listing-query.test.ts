import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatListQuery, parseListQuery } from './listing.ts'

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

  test('no address makes it fail, and writing what was read says the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary-ascii' }), (search, text) => {
        for (const address of [search, `q=${encodeURIComponent(text)}&page=2`]) {
          const query = parseListQuery(address)
          expect(parseListQuery(formatListQuery(query))).toEqual(query)
        }
      }),
    )
  })
})

describe('writing an address', () => {
  test('defaults are left out', () => {
    expect(formatListQuery(NOTHING)).toBe('')
    expect(formatListQuery({ ...NOTHING, sort: 'closing', page: 2 })).toBe('?sort=closing&page=2')
  })
})
