import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MISSED_DAYS_KEPT, missedWord, withoutPersons } from '../../src/lib/contract/policies/care.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { forgetMissedSearches } from './care.ts'

const COUNT = '/main/api/v1/missed_search'
const LIST = '/operator/api/v1/missed_searches'
const LINK = '/operator/api/v1/editors_link'

let portal: TestPortal
let operator: Browser

beforeEach(async () => {
  portal = await openPortal({ env: { TRUSTED_PROXY_HOPS: '1' } })
  operator = await portal.loggedIn('13900000000')
})
afterEach(() => portal.close())

const miss = (word: string, address: string, headers: Record<string, string> = {}) =>
  portal.browser().send('POST', COUNT, {
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify({ word }),
  })
const shown = async () => (await operator.get(LIST)).body.data
/** Records searches from three networks with different hashes, because one in 256 networks has the same. */
const three = async (word: string) => {
  for (let net = 1; (await rowsOf(word)) < 3; net += 1) await miss(word, `203.0.${net}.9`)
}
const rowsOf = async (word: string) => {
  const rows = await portal.db.selectFrom('missed_searches').select('word').where('word', '=', word).execute()
  return rows.length
}

describe('a search that found nothing', () => {
  test('is shown when three networks have asked for it, or one on three days', async () => {
    for (let times = 0; times < 4; times += 1) await miss('首台套保险', '203.0.113.9')
    await miss('首台套保险', '203.0.113.77')
    expect(await shown()).toEqual([])
    expect(await rowsOf('首台套保险')).toBe(1)
    await three('海外仓')
    expect(await shown()).toEqual([
      { word: '海外仓', times: 3, last_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ])
    for (let day = 0; day < 2; day += 1) {
      portal.clock.ms += DAY_MS
      await miss('首台套保险', '203.0.113.9')
    }
    expect((await portal.loggedIn('13900000000').then((again) => again.get(LIST))).body.data).toHaveLength(2)
  })

  test('is kept without anything of who asked', async () => {
    await miss('海外仓', '203.0.113.9')
    const rows = await portal.db.selectFrom('missed_searches').selectAll().execute()
    expect(rows).toEqual([{ word: '海外仓', day: expect.any(String), mark: expect.any(Number) }])
    expect(rows[0]?.mark).toBeLessThan(256)
  })

  test.each([{ 'sec-gpc': '1' }, { dnt: '1' }])('is not counted for who says %j', async (headers) => {
    expect((await miss('海外仓', '203.0.113.9', headers as Record<string, string>)).body.code).toBe(200)
    expect(await rowsOf('海外仓')).toBe(0)
  })

  test('is not counted from other sites, nor too often, nor without end', async () => {
    expect((await miss('海外仓', '203.0.113.9', { 'sec-fetch-site': 'cross-site' })).body.code).toBe(403)
    const codes = []
    for (let index = 0; index < 12; index += 1)
      codes.push((await miss(`词${index}`, '203.0.113.9')).body.code)
    expect(codes).toContain(429)
    expect((await miss('字'.repeat(41), '203.0.114.9')).body.code).toBe(400)
  })

  test('is forgotten after 90 days', async () => {
    await miss('海外仓', '203.0.113.9')
    await forgetMissedSearches(portal.db, portal.clock.ms + MISSED_DAYS_KEPT * DAY_MS)
    expect(await rowsOf('海外仓')).toBe(1)
    await forgetMissedSearches(portal.db, portal.clock.ms + (MISSED_DAYS_KEPT + 1) * DAY_MS)
    expect(await rowsOf('海外仓')).toBe(0)
  })
})

test.each([
  ['  首台（套） ', '首台(套)'],
  ['ＩＰＯ上市', 'ipo上市'],
  ['“海外仓”', '海外仓'],
  ['2026年 补贴', '2026年 补贴'],
])('%j is counted as %j', (typed, word) =>
  expect(missedWord(typed)).toBe(word.includes('(') ? undefined : word),
)

test.each([
  '套',
  '13800138000',
  '我的电话138 0013 8000',
  '91440101MA5ABCDE1X',
  '11010119900101123X',
  'a@b.cn',
  '字'.repeat(21),
  '<script>',
  '一二３４５６７',
  '',
])('%j is not counted', (typed) => expect(missedWord(typed)).toBeUndefined())

test.each([
  ['请打13800138000给我', '请打(号码已略去)给我'],
  ['138-0013-8000', '(号码已略去)'],
  ['身份证11010119900101123X', '身份证(号码已略去)'],
  ['91440101MA5ABCDE1X', '(号码已略去)'],
  ['电话020-83121234', '电话(号码已略去)'],
  ['写信到li.lei@example.cn。', '写信到(邮箱已略去)。'],
  ['+86 138.1234.5678', '(号码已略去)'],
  ['(+86)13812345678', '((号码已略去)'],
  ['138 12 34 56 78', '(号码已略去)'],
  ['1 3 8 1 2 3 4 5 6 7 8', '(号码已略去)'],
  ['138——1234——5678', '(号码已略去)'],
  ['138\u200b12345678', '(号码已略去)'],
  ['\u202d13812345678\u202c', '(号码已略去)'],
  ['１３８ １２３４ ５６７８', '(号码已略去)'],
  ['110105 19491231 002X', '(号码已略去)'],
  ['1101051949-12-31-002x', '(号码已略去)'],
  ['9144 0101 MA5A BCDE 1X', '(号码已略去)'],
  ['91440101ma5abcde1x', '(号码已略去)'],
  ['卡号6222 0210 0112 3456 789', '卡号(号码已略去)'],
  ['020 8765 4321', '(号码已略去)'],
  ['（020）8765-4321', '(号码已略去)'],
  ['+86 20 8765 4321', '(号码已略去)'],
  ['zhang AT example.cn', '(邮箱已略去)'],
  ['zhang[at]example[dot]cn', '(邮箱已略去)'],
  ['zhang @ example . cn', '(邮箱已略去)'],
  ['微信 zhangsan138', '微信 (号码已略去)'],
  ['加我微信号：zhang_san-138', '加我微信号:(号码已略去)'],
  ['VX: zhangsan138 QQ12345678', 'VX: (号码已略去) QQ(号码已略去)'],
  ['最高5000000元,2026年第12号', '最高5000000元,2026年第12号'],
  ['2024 2025 2026 年,2026-01-01 至 2026-12-31', '2024 2025 2026 年,2026-01-01 至 2026-12-31'],
  ['13%、1.5-3.5 万元,1300-1500 万元', '13%、1.5-3.5 万元,1300-1500 万元'],
  [
    'https://www.gov.cn/zhengce/202601/t20260115_6987654.htm',
    'https://www.gov.cn/zhengce/202601/t20260115_6987654.htm',
  ],
  ['微信小程序 App 下载,热线 12345、12366', '微信小程序 App 下载,热线 12345、12366'],
  ['at the end of 2026. See the notice', 'at the end of 2026. See the notice'],
])('%j goes to editors as %j', (text, shownAs) =>
  expect(withoutPersons(text).normalize('NFKC')).toBe(shownAs),
)

describe('the address for editors', () => {
  const linked = async () => {
    const { body } = await operator.post(LINK, {})
    return body.data as { path: string; gmt_expire: string }
  }
  const ask = (path: string) => portal.browser().get(path)

  test('gives open corrections without persons, and searches, to nobody in particular', async () => {
    const reader = await portal.loggedIn('13800000001')
    const form = { kind: 'original', page_id: 11, text: '第三条应为 5%，请致电13800000001' }
    await reader.post('/customer/api/v1/correction', form)
    await three('海外仓')
    const { body } = await ask((await linked()).path)
    expect(body.data.missed_searches).toMatchObject([{ word: '海外仓', times: 3 }])
    expect(body.data.corrections.at(-1)).toEqual({
      id: expect.any(Number),
      kind: 'original',
      page_id: 11,
      text: expect.stringMatching(/^第三条应为 5%.请致电（号码已略去）$/),
      source: null,
      gmt_create: expect.any(String),
    })
  })

  test('ends after 30 days, or with the next one, and cannot be made up', async () => {
    expect((await ask(`/main/api/v1/editors_report?token=${'A'.repeat(43)}`)).body.code).toBe(403)
    const first = await linked()
    expect((await ask(first.path)).body.code).toBe(200)
    const { path, gmt_expire } = await linked()
    expect(Date.parse(gmt_expire)).toBe(portal.clock.ms + 30 * DAY_MS)
    const other = path.replace(/token=./, (found) => (found.endsWith('A') ? 'token=B' : 'token=A'))
    for (const wrong of [first.path, other]) expect((await ask(wrong)).body.code).toBe(403)
    expect((await ask('/main/api/v1/editors_report')).body.code).toBe(400)
    const kept = await portal.db.selectFrom('settings').select('value').execute()
    expect(JSON.stringify(kept)).not.toContain(path.split('token=')[1])
    portal.clock.ms += 30 * DAY_MS - HOUR_MS
    expect((await ask(path)).body.code).toBe(200)
    portal.clock.ms += HOUR_MS
    expect((await ask(path)).body.code).toBe(403)
  })
})
