import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MatchList, PlatformPolicy } from '../../src/lib/contract/policies/platform-policy.ts'
import { QUESTION_IDS } from '../../src/lib/contract/policies/question.ts'
import type { FactKey } from '../../src/lib/rules/eligibility/facts.ts'
import { addDays, chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type PortalOptions, type TestPortal } from '../testing/portal.ts'
import { CATALOGUED, grant, RULED, SMALL } from '../testing/rules.ts'

const POLICIES = '/customer/api/v1/fixed/platformpolicy'
const HOUR_MS = 3_600_000
let portal: TestPortal
let company: Browser
/** Read by the portal at every request: another catalogue is a new build. */
let build: PortalOptions

beforeEach(async () => {
  build = { catalogue: RULED }
  portal = await openPortal(build)
  company = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

async function list(type: MatchList, browser = company, page = 1) {
  return (await browser.get(`${POLICIES}?type=${type}&page=${page}`)).body.result
}
const itemsOf = async (type: MatchList, browser = company): Promise<PlatformPolicy[]> =>
  (await list(type, browser)).items
const ids = async (type: MatchList, browser = company) =>
  (await itemsOf(type, browser)).map(({ item_id }) => item_id)

async function answer(given: Partial<Record<FactKey, unknown>>, browser = company) {
  const answers = Object.entries(given).map(([key, value]) => ({ id: QUESTION_IDS[key as FactKey], value }))
  await browser.post('/customer/api/v1/fixed/question', { answers })
}

test('matched is what is 符合, then what is a few answers away; not what nobody can judge', async () => {
  expect((await itemsOf('matched')).map(({ missing }) => missing)).toEqual([1, 2, 1])
  await answer({ employees: 12, exporter: false })
  expect((await itemsOf('matched')).map(({ item_id, verdict }) => [item_id, verdict])).toEqual([
    [21, 'met'],
    [22, 'unknown'],
  ])
  expect(await ids('all')).toEqual([21, 22, 24, 23])
})

test('verdicts follow the answers, and resetting takes them back', async () => {
  const verdict = async () => (await itemsOf('all')).find(({ item_id }) => item_id === 21)?.verdict
  await answer({ employees: 301 })
  expect(await verdict()).toBe('unmet')
  await answer({ employees: 300 })
  expect(await verdict()).toBe('met')
  await answer({ employees: 'unknown' })
  expect(await verdict()).toBe('unknown')
  await answer({ employees: 300 })
  await company.post('/customer/api/v1/reset/fix/answer')
  expect(await verdict()).toBe('unknown')
})

test('an item carries its reasons, what is not modelled, and its figures', async () => {
  await answer({ employees: 301 })
  const found = (await itemsOf('all')).find(({ item_id }) => item_id === 21)
  expect(found).toMatchObject({
    platform_policy_id: 11,
    verdict: 'unmet',
    unmodelled: ['由主管部门判断'],
    amount: { min: 10_000, max: 30_000, unit: '元' },
    followed: false,
    muted: false,
    earliest: null,
    reasons: { status: 'unmet', condition: SMALL, gap: { side: 'over', missing: '1', unit: '人' } },
  })
})

test('a question of one policy leaves it 待确认 until the company says yes', async () => {
  build.catalogue = { ...RULED, items: [grant(25, CATALOGUED)] }
  await answer({ employees: 12 })
  expect(await itemsOf('matched')).toMatchObject([
    {
      verdict: 'unknown',
      reasons: {
        parts: [
          { status: 'met' },
          {
            status: 'unknown',
            missing: ['25.catalogue'],
            condition: { ask: '主营业务属于目录', help: '逐条对照' },
          },
        ],
      },
    },
  ])
  const other = await portal.loggedIn('13800000002')
  await answer({ employees: 12 }, other)
  await company.post('/customer/api/v1/fixed/question', { answers: [], asks: { '25.catalogue': true } })
  expect(await itemsOf('matched')).toMatchObject([{ verdict: 'met' }])
  expect(await itemsOf('matched', other)).toMatchObject([{ verdict: 'unknown' }])
  await company.post('/customer/api/v1/fixed/question', { answers: [], asks: { '25.catalogue': false } })
  expect(await itemsOf('all')).toMatchObject([{ verdict: 'unmet' }])
})

test('no day is named on which nobody can apply any more', async () => {
  const window = { kind: 'dated', opens: null, closes: '2027-02-28' } as const
  build.catalogue = { ...RULED, items: [grant(21, { fact: 'age_years', op: 'gte', value: 1 }, { window })] }
  await answer({ founded_on: '2026-02-28' })
  expect(await itemsOf('all')).toMatchObject([{ verdict: 'unmet', earliest: '2027-02-28' }])
  await answer({ founded_on: '2026-03-01' })
  expect(await itemsOf('all')).toMatchObject([{ verdict: 'unmet', earliest: null }])
})

test('where time alone is missing, the day is named', async () => {
  const items = [grant(21, { fact: 'age_years', op: 'gte', value: 1 })]
  build.catalogue = { ...RULED, items }
  await answer({ founded_on: '2026-03-01' })
  expect(await itemsOf('all')).toMatchObject([{ verdict: 'unmet', earliest: '2027-03-01' }])
  portal.clock.ms = Date.parse('2027-03-01T00:00:00+08:00')
  company = await portal.loggedIn('13800000001')
  expect(await itemsOf('all')).toMatchObject([{ verdict: 'met', earliest: null }])
})

test('what is over and a law are not among the matched, and are still found in all', async () => {
  const relief = (closes: string) => ({ window: { kind: 'in_force' as const, opens: null, closes } })
  const today = chinaDay(new Date(portal.clock.ms))
  const items = [
    grant(21, SMALL, relief(today)),
    grant(22, SMALL, relief(addDays(today, -1))),
    grant(23, SMALL, { window: { kind: 'dated', opens: null, closes: addDays(today, -1) } }),
    grant(24, SMALL, { window: { kind: 'law' } }),
  ]
  build.catalogue = { ...RULED, items }
  await answer({ employees: 12 })
  expect(await ids('matched')).toEqual([21])
  expect(await ids('all')).toEqual([21, 22, 23, 24])
  expect((await company.get('/customer/api/v1/question/bill')).body.data.items).toHaveLength(1)
})

test("a company's region brings what applies there to the front", async () => {
  build.catalogue = {
    ...RULED,
    items: ['310000', '000000', '440100'].map((region, index) => grant(31 + index, SMALL, { region })),
  }
  await answer({ employees: 3, region: '440106' })
  expect(await ids('matched')).toEqual([33, 32, 31])
})

test('latest: at the first visit nothing, then what came since the last one, with its day', async () => {
  await answer({ employees: 12, exporter: false })
  expect(await ids('latest')).toEqual([])

  portal.clock.ms += HOUR_MS
  build.catalogue = { ...RULED, items: [grant(25, SMALL, { policy: 15 }), ...RULED.items] }
  const arrived = chinaDay(new Date(portal.clock.ms))
  expect(await itemsOf('latest')).toMatchObject([{ item_id: 25, arrived }])
  portal.clock.ms += HOUR_MS / 4
  expect(await ids('latest')).toEqual([25])

  portal.clock.ms += HOUR_MS
  expect(await ids('latest')).toEqual([])
  expect(await ids('matched')).toContain(25)
})

test('a look from another site ends no visit, and other lists are no look', async () => {
  await ids('latest')
  portal.clock.ms += HOUR_MS
  build.catalogue = { ...RULED, items: [grant(25, SMALL), ...RULED.items] }
  await company.get(`${POLICIES}?type=latest`, { 'sec-fetch-site': 'cross-site' })
  await ids('matched')
  portal.clock.ms += HOUR_MS
  expect(await ids('latest')).toEqual([25])
})

test('each company has its own visits', async () => {
  await ids('latest')
  portal.clock.ms += HOUR_MS
  build.catalogue = { ...RULED, items: [grant(25, SMALL), ...RULED.items] }
  expect(await ids('latest', await portal.loggedIn('13800000002'))).toEqual([])
  expect(await ids('latest')).toEqual([25])
})

test('25 items are three pages, each once; matched is the default', async () => {
  build.catalogue = {
    ...RULED,
    items: Array.from({ length: 25 }, (_, index) => grant(100 + index, SMALL)),
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list('matched', company, page)))
  expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5, 0])
  expect(new Set(pages.flatMap(({ items }) => items.map((item: PlatformPolicy) => item.item_id))).size).toBe(
    25,
  )
  expect(pages[3]).toMatchObject({ total: 25, pages: 3, page: 4 })
  expect((await company.get(POLICIES)).body.result).toEqual(pages[0])
})

test('a new build is judged with its own rules', async () => {
  await answer({ employees: 12 })
  expect((await itemsOf('matched'))[0]).toMatchObject({ item_id: 21, verdict: 'met' })
  const tighter = grant(21, { fact: 'employees', op: 'lte', value: 10 })
  build.catalogue = { ...RULED, items: [tighter] }
  expect(await itemsOf('matched')).toEqual([])
  expect(await itemsOf('all')).toMatchObject([{ item_id: 21, verdict: 'unmet' }])
})

test.each([
  ['?type=mine', 400],
  ['?type=', 400],
  ['?page=0', 400],
  ['?page=x', 400],
  ['?page=999999999999999', 200],
  ['?type=all&type=x&__proto__=1', 200],
])('query %s: code %i', async (query, code) => {
  const found = await company.get(POLICIES + query)
  expect([found.status, found.body.code]).toEqual([200, code])
})
