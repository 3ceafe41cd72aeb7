import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchDocument } from '../../src/lib/content/search/files.ts'
import { makeSearchFiles } from '../../src/lib/content/search/files.ts'
import { countMissedSearch } from '../../src/lib/contract/policies/care.ts'
import { SEARCH_PATH } from '../../src/lib/contract/policies/search-files.ts'

const TEXTS = [
  [
    '关于审理民间借贷案件的规定',
    '出借人请求按照复利计算利息的，约定合法与否依本条判断；利滚利的部分不予支持。',
  ],
  ['民法典', '禁止高利放贷，借款的利率不得违反国家有关规定；合法的约定受法律保护。'],
  ['政府采购办法', `预留份额不低于预算的 30%。\n${'甲方应当交货。\n'.repeat(1500)}逾期的由乙方催告。`],
] as const

let search: typeof import('../../src/lib/stores/search/search.ts')
let cuts = true
let missed: { body: string; credentials: RequestCredentials | undefined }[]
let parse: typeof import('../../src/lib/rules/search/filters.ts').parseSearchQuery

beforeEach(async () => {
  cuts = true
  const documents = TEXTS.map(
    ([title, text], index): SearchDocument => ({
      id: index + 1,
      kind: index === 0 ? '其他文件' : '法律',
      region: '000000',
      themes: [],
      departments: [],
      day: '2026-01-01',
      searched: { title, number: '', about: '', body: text },
      text,
      result: { title, place: '全国' },
    }),
  )
  const { file, packed } = makeSearchFiles(documents, {})
  const files = new Map<string, Uint8Array | string>([[SEARCH_PATH, JSON.stringify(file)], ...packed])
  missed = []
  vi.stubGlobal('fetch', async (path: string, { headers, ...init }: RequestInit = {}) => {
    if (path === countMissedSearch.path) {
      missed.push({ body: String(init.body), credentials: init.credentials })
      return Response.json({ code: 200 })
    }
    const body = files.get(path)
    if (body === undefined) return new Response('', { status: 404 })
    if (typeof body === 'string') return Response.json(JSON.parse(body))
    const range = cuts && /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get('range') ?? '')
    const sent = range ? body.slice(Number(range[1]), Number(range[2]) + 1) : body
    return new Response(new Uint8Array(sent), { status: range ? 206 : 200 })
  })
  vi.resetModules()
  search = await import('../../src/lib/stores/search/search.ts')
  parse = (await import('../../src/lib/rules/search/filters.ts')).parseSearchQuery
})
afterEach(() => vi.unstubAllGlobals())

async function find(q: string, facets = '') {
  await search.search(parse(`?q=${encodeURIComponent(q)}${facets}`))
  const state = search.$search.get()
  if (state.status !== 'found') throw new Error(state.status)
  return { ids: state.found.items.map(({ result }) => result.id), loosePhrases: state.found.loosePhrases }
}

describe('phrases in quotes', () => {
  test('are found literally', async () => {
    expect(await find('“利滚利”')).toEqual({ ids: [1], loosePhrases: false })
    expect(await find('“合法的约定”')).toEqual({ ids: [2], loosePhrases: false })
  })

  test('without a literal match fall back to their words, with a note', async () => {
    expect(await find('“约定复利”合法吗？')).toMatchObject({ ids: [1, 2], loosePhrases: true })
    expect(await find('“复利”“高利放贷”的约定合法吗？')).toMatchObject({ loosePhrases: true })
    expect((await find('“复利”“高利放贷”的约定合法吗？')).ids).toContain(1)
  })
})

test.each([true, false])('long texts are read to their end; the server answers ranges: %s', async (cut) => {
  cuts = cut
  expect(await find('“由乙方催告”')).toEqual({ ids: [3], loosePhrases: false })
  await search.search(parse('?q=催告'))
  const state = search.$search.get()
  const [item] = state.status === 'found' ? state.found.items : []
  if (state.status !== 'found' || !item) throw new Error(state.status)
  expect(item.excerpt).not.toContain('催告')
  expect(await search.deepenExcerpt(item, state.found.needles)).toContain('逾期的由乙方催告。')
})

describe('punctuation alone', () => {
  test.each(['%', '？！', '“%”', '___'])('%s finds nothing', async (q) => {
    expect((await find(q)).ids).toEqual([])
  })

  test('beside words it does not count; a filter alone returns everything that passes it', async () => {
    expect((await find('30%')).ids).toEqual([3])
    expect((await find('', '&kind=法律')).ids).toEqual([2, 3])
  })
})

describe('words without a match', () => {
  const told = () => missed.map(({ body }) => JSON.parse(body).word)

  test('are reported once, whatever the filters, without cookies', async () => {
    await find('海外仓')
    await find('海外仓', '&region=440000')
    await find('首台套保险')
    await expect.poll(told).toEqual(['海外仓', '首台套保险'])
    expect(missed.map(({ credentials }) => credentials)).toEqual(['omit', 'omit'])
  })

  test('are not reported if a text contains them, if only a filter hides it, or if they could be a number', async () => {
    await find('民间借贷')
    await find('民间借贷', '&region=440000')
    await find('13800138000')
    await find('海外仓')
    await expect.poll(told).toEqual(['海外仓'])
  })

  test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
    'are not reported for %j',
    async (wish) => {
      const { countMissed } = await import('../../src/lib/stores/search/count-missed.ts')
      vi.stubGlobal('navigator', { userAgent: '', ...wish })
      await countMissed('海外仓')
      expect(missed).toEqual([])
    },
  )
})
