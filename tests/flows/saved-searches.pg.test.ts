import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentsFor, type SearchLibrary, searchLibrary } from '../../server/catalogue/search-library.ts'
import { runDue } from '../../server/db/jobs.ts'
import { compareBuild } from '../../server/news/compare-build.ts'
import { updateJobs } from '../../server/news/update-jobs.ts'
import type { Browser } from '../../server/testing/browser.ts'
import { keepCatalogue, knownDocuments } from '../../server/testing/kept-catalogue.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import { grant, RULED, SMALL } from '../../server/testing/rules.ts'
import { makeSearchFiles, type SearchDocument } from '../../src/lib/content/search/files.ts'
import {
  type Condition,
  condition,
  conditionAt,
  conditionFeed,
  conditionPage,
  conditionWords,
  readCondition,
  SAVED_SEARCHES_MAX,
  writeCondition,
} from '../../src/lib/contract/account/saved-search.ts'
import type { Catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import { SEARCH_PATH } from '../../src/lib/contract/policies/search-files.ts'
import { DAY_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { logIn, OFFLINE, openStores, openVisitor, until } from './support/visitor.ts'

const SAVED = '/customer/api/v1/saved-search'
const asked = (given: { list: string; [field: string]: string }): Condition => parse(condition, given)
const GRANTS = asked({ list: 'interpretations', support: '奖补' })

describe('a condition', () => {
  test.each([
    ['?region=440100&support=奖补&q=研发&sort=closing&page=3', '440100 · 奖补 · “研发”'],
    ['?state=closing&theme=科技创新&view=calendar', '即将截止 · 科技创新'],
    ['?region=1&state=nonsense&kind=部门文件&year=2026', '全部政策解读'],
    ['', '全部政策解读'],
  ])('is what the address %s of a list asks for', (search, words) => {
    const found = conditionAt('interpretations', search)
    expect(found && conditionWords(found, new Map())).toBe(words)
  })

  test('an empty search has none', () => {
    expect(conditionAt('search', '?sort=published&page=2')).toBeNull()
    expect(conditionAt('search', '?q=高企')).toMatchObject({ list: 'search', q: '高企' })
    expect(conditionAt('search', `?q=${'字'.repeat(99)}😀尾`)?.q).toBe(`${'字'.repeat(99)}😀`)
  })

  test('has plain words, and reads the same again', () => {
    const found = asked({
      list: 'search',
      q: '“研发” 费用&加计',
      region: '440100',
      year: '2026',
      claim: '申报',
    })
    const names = new Map([['440100', '广东省广州市']])
    expect(conditionWords(found, names)).toBe('广州市 · 申报 · 2026 年 · “研发 费用&加计”')
    expect(conditionWords(asked({ list: 'news', region: '000000' }), names)).toBe('全国')
    expect(readCondition(writeCondition(found))).toEqual(found)
    expect(conditionPage(GRANTS)).toBe(`/pmanagementlist?support=${encodeURIComponent('奖补')}`)
    expect(conditionPage(asked({ list: 'originals' }))).toBe('/reviewlist')
    expect(conditionPage(asked({ list: 'search', kind: '法律' }))).toMatch(
      /^\/search\?kind=.*&sort=published$/,
    )
  })

  test.each([
    [{ list: 'search' }, '请先输入词语或选择条件'],
    [{ list: 'news', support: '奖补' }, '这个列表不能按此条件筛选'],
    [{ list: 'home', q: '高企' }, '请从列表或搜索页订阅'],
    [{ list: 'news', region: '4401' }, undefined],
    [{ list: 'news', q: '字'.repeat(101) }, undefined],
    [{ list: 'interpretations', state: 'nonsense' }, undefined],
  ])('is refused where it means nothing: %j', async (given, words) => {
    const portal = await openPortal()
    const browser = await portal.loggedIn('13800000001')
    const { body } = await browser.post(SAVED, { condition: given, rhythm: 'daily' })
    expect(body.code).toBe(400)
    if (words) expect(body.message).toBe(words)
    await portal.close()
  })
})

describe('the bell', () => {
  const FIRST: Catalogue = {
    ...RULED,
    policies: RULED.policies.map((policy) => ({ ...policy, text: `1-a${policy.id}` })),
    items: RULED.items.map((item) => ({ ...item, text: `1-b${item.id}` })),
  }
  let portal: TestPortal
  let browser: Browser

  beforeEach(async () => {
    portal = await openPortal({ catalogue: FIRST })
    browser = await portal.loggedIn('13800000001')
    await portal.runUpdateJobs()
  })
  afterEach(() => portal.close())

  async function save(given: Condition, rhythm = 'at_once', who = browser) {
    const { body } = await who.post(SAVED, { condition: given, rhythm })
    return body
  }

  async function build(change: (catalogue: Catalogue) => Partial<Catalogue>, run = true) {
    portal.clock.ms += MINUTE_MS
    const built_at = new Date(portal.clock.ms).toISOString()
    portal.built.catalogue = { ...portal.built.catalogue, ...change(portal.built.catalogue), built_at }
    if (run) await portal.runUpdateJobs()
  }
  const withItems = (...ids: number[]) =>
    build(({ items }) => ({ items: [...items, ...ids.map((id) => grant(id, SMALL))] }))
  const withText = (text: string) =>
    build(({ items }) => ({ items: items.map((item) => (item.id === 21 ? { ...item, text } : item)) }))

  async function told(
    who = browser,
  ): Promise<{ id: number; message: string; page: string; topic: string }[]> {
    const { items } = (await who.get('/customer/api/v1/message')).body.result
    return items.filter(({ message }: { message: string }) => !message.startsWith('您好，欢迎'))
  }
  const words = async (who = browser) => (await told(who)).map(({ message }) => message).reverse()

  async function morning(day: string) {
    while (portal.clock.ms < Date.parse(`${day}T09:00:00+08:00`)) {
      portal.clock.ms = Math.min(portal.clock.ms + DAY_MS / 2, Date.parse(`${day}T09:00:00+08:00`))
      await portal.runUpdateJobs()
    }
  }

  test('reports matching new and changed documents at once, with their link; nothing else, and not twice', async () => {
    await save(GRANTS)
    await save(asked({ list: 'interpretations', support: '减免' }))
    expect(await words()).toEqual([])
    await build(({ items }) => ({
      items: [...items, grant(31, SMALL), grant(32, SMALL, { support: '贷款' })],
    }))
    await withText('1-new')
    await portal.runUpdateJobs()
    expect(await words()).toEqual([
      '您订阅的条件（奖补）有新内容：《政策31》。',
      '您订阅的条件（奖补）里，《政策21》有变化：解读内容有更新。',
    ])
    expect(await told()).toMatchObject([
      { page: '/pmanagement/21', topic: 'saved' },
      { page: '/pmanagement/31', topic: 'saved' },
    ])
  })

  test('many at once are one message, which leads to the list', async () => {
    await save(GRANTS)
    await withItems(31, 32, 33)
    expect(await told()).toMatchObject([
      {
        message: '您订阅的条件（奖补）有 3 项新内容或变化，其中有《政策31》，请查看。',
        page: conditionPage(GRANTS),
      },
    ])
  })

  test('each rhythm at its time: every morning, every Monday, without repeating what was reported', async () => {
    const weekly = await portal.loggedIn('13800000003')
    await save(GRANTS, 'daily')
    await save(asked({ list: 'search', q: '政策' }), 'weekly')
    await save(GRANTS, 'weekly', weekly)
    // 2026-11-21 is a Saturday.
    await withItems(31)
    expect(await words()).toEqual([])
    await morning('2026-11-22')
    expect(await words()).toEqual(['您订阅的条件（奖补）有新内容：《政策31》。'])
    expect(await words(weekly)).toEqual([])
    await morning('2026-11-23')
    expect(await words()).toHaveLength(1)
    expect(await words(weekly)).toEqual(['您订阅的条件（奖补）有新内容：《政策31》。'])
    await withItems(32)
    await morning('2026-11-24')
    expect(await words()).toHaveLength(2)
    expect(await words(weekly)).toHaveLength(1)
  })

  test('two processes at the same jobs tell once; one with an older build leaves them to the other', async () => {
    await save(GRANTS)
    const old = keepCatalogue(portal.built.catalogue)
    await build(({ items }) => ({ items: [...items, grant(31, SMALL)] }), false)
    const next = portal.built.catalogue
    await compareBuild(portal.db, keepCatalogue(next), portal.clock.ms)
    const run = (catalogue: typeof old, documents = knownDocuments(next)) =>
      runDue(
        portal.db,
        updateJobs({ catalogue: async () => catalogue, searchLibrary: async () => documents }),
        () => portal.clock.ms,
        () => undefined,
      )
    await run(old)
    expect(await words()).toEqual([])
    portal.clock.ms += 2 * MINUTE_MS
    // Its catalogue is readable, its documents are not.
    await run(keepCatalogue(next), { ...knownDocuments(next), documents: [] })
    expect(await words()).toEqual([])
    portal.clock.ms += 10 * MINUTE_MS
    await Promise.all([run(keepCatalogue(next)), run(keepCatalogue(next)), run(keepCatalogue(next))])
    expect(await words()).toHaveLength(1)
    // The mark of completion was lost in a crash.
    await portal.db
      .updateTable('jobs')
      .set({ done_at: null })
      .where('kind', 'in', ['tell-news', 'tell-saved'])
      .execute()
    await run(keepCatalogue(next))
    expect(await words()).toHaveLength(1)
  })

  test('一条消息上的不再提醒: silent at once, pending news stays unsent, and others are unaffected', async () => {
    const other = await portal.loggedIn('13800000002')
    await save(GRANTS, 'at_once', other)
    const { item } = await save(GRANTS)
    await withItems(31)
    const [message] = await told()
    expect((await other.post(`/customer/api/v1/message/${message?.id}/mute`)).body.code).toBe(404)
    const { body } = await browser.post(`/customer/api/v1/message/${message?.id}/mute`)
    expect(body).toEqual({ code: 200, muted: 'saved', platform_policy_id: null })
    await withItems(32)
    expect(await words()).toHaveLength(1)
    expect(await words(other)).toHaveLength(2)
    await save(item.condition)
    await portal.runUpdateJobs()
    await withItems(33)
    expect(await words()).toEqual([
      '您订阅的条件（奖补）有新内容：《政策31》。',
      '您订阅的条件（奖补）有新内容：《政策33》。',
    ])
  })

  test('so many conditions and no more, each once; two at once are counted one after the other', async () => {
    const each = (place: number) => asked({ list: 'search', q: `词${place}` })
    for (let place = 1; place < SAVED_SEARCHES_MAX; place += 1) await save(each(place))
    const both = await Promise.all([save(each(98)), save(each(99))])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)?.message).toContain(`${SAVED_SEARCHES_MAX} 个`)
    const again = await save(each(1), 'weekly')
    expect(again).toMatchObject({ code: 200, item: { rhythm: 'weekly', name: '“词1”' } })
    expect((await browser.get(SAVED)).body.items).toHaveLength(SAVED_SEARCHES_MAX)
    const other = await portal.loggedIn('13800000002')
    expect(await save(each(1), 'daily', other)).toMatchObject({ code: 200 })
  })

  describe('Atom', () => {
    const read = async (given: Condition, headers = {}) => portal.browser().get(conditionFeed(given), headers)
    const entriesOf = (text: string) =>
      new XMLParser({ isArray: (name) => name === 'entry' }).parse(text).feed.entry ?? []

    test('the feed is public: matches, latest change first, and an explanation when empty', async () => {
      await withText('1-new')
      const { status, headers, body } = await read(GRANTS)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
      const entries = entriesOf(body)
      expect(entries.map(({ id }: { id: string }) => id)).toEqual([
        'http://portal.test/pmanagement/21',
        'http://portal.test/pmanagement/22',
        'http://portal.test/pmanagement/23',
      ])
      expect(entries[0]).toMatchObject({
        updated: new Date(portal.clock.ms).toISOString(),
        summary: '有变化：解读内容有更新。政策21的要点',
      })
      expect(body).toContain('<title>知策：政策解读 · 奖补</title>')
      const etag = headers.get('etag') ?? ''
      expect((await read(GRANTS, { 'if-none-match': etag })).status).toBe(304)
      await withItems(31)
      const next = await read(GRANTS, { 'if-none-match': etag })
      expect(next.status).toBe(200)
      const added = entriesOf(next.body).find(({ id }: { id: string }) => id.endsWith('/31'))
      expect(added).toMatchObject({ summary: '政策31的要点' })
    })
  })
})

describe('what the pages find', () => {
  const DOCUMENTS: SearchDocument[] = [
    document(21, '政策解读', '科技创新券', '支持企业购买研发服务', { region: '440100', support: '奖补' }),
    document(11, '部门文件', '研发费用加计扣除公告', '企业研发费用可以加计扣除', {
      number: '财税〔2023〕7号',
    }),
    document(31, '政策资讯', '年度工作要点', '与研发无关的一句话：营商环境', { day: '' }),
  ]
  let folder: string
  let library: SearchLibrary

  function document(
    id: number,
    kind: string,
    title: string,
    text: string,
    { region = '000000', day = '2026-11-01', number = '', support = '' },
  ): SearchDocument {
    return {
      id,
      kind,
      region,
      themes: ['科技创新'],
      departments: ['科技局'],
      day,
      searched: { title, number, about: '', body: text },
      text,
      result: {
        title,
        place: '全国',
        gist: `${title}的要点`,
        ...(number && { number }),
        ...(support && { figure: { support, number: '10' } }),
      },
    }
  }

  function write(documents: SearchDocument[]) {
    const { file, packed } = makeSearchFiles(documents, {})
    const files = new Map<string, string | Uint8Array>([...packed, [SEARCH_PATH, JSON.stringify(file)]])
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dist-'))
    write(DOCUMENTS)
    library = await searchLibrary(folder, () => undefined)()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const found = async (given: { list: string; [field: string]: string }) =>
    (await documentsFor(library, asked(given), '2026-11-21')).map(({ kind, id }) => `${kind} ${id}`)

  test('is found on the server, by filters and by words of the whole text', async () => {
    expect(await found({ list: 'interpretations' })).toEqual(['item 21'])
    expect(await found({ list: 'interpretations', region: '440000', support: '奖补' })).toEqual(['item 21'])
    expect(await found({ list: 'interpretations', region: '110000' })).toEqual([])
    expect(await found({ list: 'interpretations', support: '贷款' })).toEqual([])
    expect(await found({ list: 'originals', q: '财税2023' })).toEqual([])
    expect(await found({ list: 'originals', q: '7号' })).toEqual(['original 11'])
    expect(await found({ list: 'originals', q: '要点' })).toEqual([])
    expect(await found({ list: 'news', q: '要点' })).toEqual(['news 31'])
    expect(await found({ list: 'search', q: '购买研发服务' })).toEqual(['item 21'])
    expect(await found({ list: 'search', q: '营商环境' })).toEqual(['news 31'])
    expect(await found({ list: 'search', q: '研发' })).toEqual(['item 21', 'original 11', 'news 31'])
    expect(await found({ list: 'search', q: '研发', kind: '部门文件' })).toEqual(['original 11'])
    expect(await found({ list: 'search', year: '2026' })).toEqual(['item 21', 'original 11'])
  })
})

describe('the dialog', () => {
  const openSubscribePage = () =>
    openStores(() => [
      import('../../src/lib/stores/session.ts'),
      import('../../src/lib/stores/login.ts'),
      import('../../src/lib/stores/saved-searches.ts'),
    ])
  let visitor: Awaited<ReturnType<typeof openVisitor>>
  let page: Awaited<ReturnType<typeof openSubscribePage>>
  let stop: () => void

  beforeEach(async () => {
    visitor = await openVisitor()
    page = await openSubscribePage()
    stop = page.$session.subscribe(() => undefined)
  })
  afterEach(() => {
    stop()
    return visitor.close()
  })
  const enter = () => logIn(page, visitor)

  test('it offers the address of the condition, or says that only whole lists have one', async () => {
    await page.openSubscribing(GRANTS)
    expect(page.$feeds.get()).toEqual({ status: 'exact', path: conditionFeed(GRANTS) })
    // A static host answers with its page of 404.
    visitor.network = async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    await page.openSubscribing(GRANTS)
    expect(page.$feeds.get()).toEqual({
      status: 'whole',
      feeds: [{ title: '政策解读', path: '/frontend/feed/interpretations.xml' }],
    })
    visitor.network = OFFLINE
    await page.openSubscribing(asked({ list: 'search', q: '高企' }))
    expect(page.$feeds.get()).toMatchObject({ status: 'whole', feeds: { length: 3 } })
  })

  test('a message leads to what is new, and its 不再提醒 shows on the account of another tab', async () => {
    const messages = await import('../../src/lib/stores/messages.ts')
    const account = await openSubscribePage()
    const end = account.$session.subscribe(() => undefined)
    await enter()
    await visitor.portal.runUpdateJobs()
    await page.subscribe(GRANTS, 'at_once')
    const unfollow = account.followSaved()
    visitor.waitSeconds(60)
    const built_at = new Date().toISOString()
    const { catalogue } = visitor.portal.built
    visitor.portal.built.catalogue = { ...catalogue, built_at, items: [...catalogue.items, grant(31, SMALL)] }
    await visitor.portal.runUpdateJobs()
    await messages.openMessages()
    const list = messages.$messages.get()
    const message = list.status === 'ready' ? list.items.find(({ topic }) => topic === 'saved') : undefined
    if (!message) throw new Error('no message')
    expect(messages.messageTarget(message)).toBe('/pmanagement/31')
    await account.openSavedSearches()
    expect(await messages.muteLike(message)).toBe('不再提醒这个订阅')
    await until(account.$savedSearches, (state) => state.status === 'ready' && state.value[0]?.muted === true)
    unfollow()
    end()
  })
})
