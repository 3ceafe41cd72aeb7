import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countFacets,
  type DocumentFacts,
  formatSearchQuery,
  parseSearchQuery,
  passesFilters,
} from './filters.ts'
import { sortHits } from './rank.ts'

const TODAY = '2026-11-21'

function facts(fields: Partial<DocumentFacts>): DocumentFacts {
  return {
    kind: '部门文件',
    region: '000000',
    themes: [],
    departments: [],
    day: '',
    claim: '',
    window: undefined,
    ...fields,
  }
}

const GUANGZHOU = facts({ region: '440100', day: '2026-01-02', themes: ['税费减免', '科技创新'] })
const CLOSING = facts({
  kind: '政策解读',
  region: '440000',
  window: { kind: 'dated', opens: null, closes: '2026-12-01' },
})
const NATION = facts({ day: '2025-05-05', themes: ['税费减免'] })
const ALL = [GUANGZHOU, CLOSING, NATION]

const count = (search: string) => countFacets(ALL, parseSearchQuery(search), TODAY)
const pass = (search: string) => ALL.filter((one) => passesFilters(one, parseSearchQuery(search), TODAY))

test.each([
  ['q=%B8%DF%D0%C2%BC%BC%CA%F5', '高新技术'],
  ['?page=2&q=%B8%DF%D0%C2+2026', '高新 2026'],
  ['q=%E9%AB%98%E6%96%B0', '高新'],
  ['q=%EF%BF%BD%E9%AB%98', '\ufffd高'],
  ['q=%FF', '\ufffd'],
])('the words of %s are %j', (search, words) => {
  expect(parseSearchQuery(search).q).toBe(words)
})

describe('filters', () => {
  test.each([
    ['', ALL],
    ['region=440000', [GUANGZHOU, CLOSING]],
    ['region=440100', [GUANGZHOU]],
    ['region=000000', [NATION]],
    ['theme=税费减免', [GUANGZHOU, NATION]],
    ['theme=税费减免&year=2025', [NATION]],
    ['state=open', [CLOSING]],
    ['state=closing', [CLOSING]],
    ['state=closed', []],
    ['kind=%3Cscript%3E', []],
  ])('%s', (search, found) => {
    expect(pass(search)).toEqual(found)
  })

  test('a window is closed the day after, on an old page as well', () => {
    const query = parseSearchQuery('state=closed')
    expect(passesFilters(CLOSING, query, '2026-12-01')).toBe(false)
    expect(passesFilters(CLOSING, query, '2026-12-02')).toBe(true)
  })
})

describe('counts', () => {
  test('are counted over the results of the other filters', () => {
    expect(count('region=440000').region).toEqual([
      { value: '440000', count: 2 },
      { value: '000000', count: 1 },
    ])
    expect(count('region=440000').theme).toEqual([
      { value: '税费减免', count: 1 },
      { value: '科技创新', count: 1 },
    ])
  })
})

test('the next to close comes first; closed and endless ones come last, newest first', () => {
  const windows = ['2026-11-01', '2027-01-01', undefined, '2026-12-01']
  const hits = windows.map((_, document) => ({ document, score: 0, coverage: 1, isNamed: false }))
  const factsOf = ({ document }: { document: number }) => {
    const closes = windows[document]
    return facts(closes ? { window: { kind: 'dated', opens: null, closes } } : {})
  }
  const sorted = sortHits(hits, 'closing', factsOf, TODAY)
  expect(sorted.map(({ document }) => document)).toEqual([3, 1, 0, 2])
})

test('policies that the answers exclude come behind others, unless their own name is searched', () => {
  const scores = [3, 2, 1]
  const order = (isNamed: boolean) => {
    const hits = scores.map((score, document) => {
      return { document, score, coverage: 1, isNamed: isNamed && document === 0 }
    })
    const factsOf = ({ document }: { document: number }) => facts({ interpretation: document + 1 })
    const sorted = sortHits(hits, 'relevance', factsOf, TODAY, (interpretation) => interpretation === 1)
    return sorted.map(({ document }) => document)
  }
  expect(order(false)).toEqual([1, 2, 0])
  expect(order(true)).toEqual([0, 1, 2])
})

test('a policy in force comes before news that hold the words more often, not before the name of the news', () => {
  const order = (named: readonly number[]) => {
    const hits = [9, 2, 1].map((score, document) => {
      return { document, score, coverage: 1, isNamed: named.includes(document) }
    })
    const factsOf = ({ document }: { document: number }) => facts(document === 0 ? { kind: '政策资讯' } : {})
    return sortHits(hits, 'relevance', factsOf, TODAY).map(({ document }) => document)
  }
  expect(order([0, 1])).toEqual([1, 0, 2])
  expect(order([0])).toEqual([0, 1, 2])
  expect(order([])).toEqual([1, 2, 0])
})

test('policies come before ended ones, news and products with the same words, and after an exact name', () => {
  const documents = [
    facts({ kind: '政策资讯' }),
    facts({ isOver: true }),
    facts({ window: { kind: 'dated', opens: null, closes: '2026-11-20' } }),
    facts({ kind: '企业贷款' }),
    facts({ window: { kind: 'law' } }),
    facts({ window: { kind: 'dated', opens: null, closes: TODAY } }),
    facts({ isOver: true }),
  ]
  const order = (isNamed: boolean) => {
    const hits = documents.map((_, document) => {
      const isLast = document === 6
      return { document, score: isLast ? 3 : 1, coverage: 1, isNamed: isNamed && isLast }
    })
    const sorted = sortHits(hits, 'relevance', ({ document }) => documents[document] ?? NATION, TODAY)
    return sorted.map(({ document }) => document)
  }
  expect(order(true)).toEqual([6, 4, 5, 0, 1, 2, 3])
  expect(order(false)).toEqual([4, 5, 6, 0, 1, 2, 3])
})

describe('the address', () => {
  test('keeps words, filters, order and page', () => {
    const search = '?q=%E9%AB%98%E4%BC%81&region=440000&year=2023&sort=published&page=2'
    expect(formatSearchQuery(parseSearchQuery(search))).toBe(search)
  })

  const expectSameAgain = (text: string) => {
    const first = formatSearchQuery(parseSearchQuery(`q=${text}&department=${text}&page=${text}`))
    expect(formatSearchQuery(parseSearchQuery(first))).toBe(first)
  }

  test('every text is read, and reads the same again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), expectSameAgain))
  })
})
