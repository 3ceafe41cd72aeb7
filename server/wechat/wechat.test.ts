import { afterEach, beforeEach, expect, test } from 'vitest'
import { APP, type FakeWeChat, openFakeWeChat, refuse } from '../testing/fake-wechat.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { EARLY_MS, FAILED_REST_MS, REST_MS } from './tokens.ts'
import { openWeChat, signPage } from './wechat.ts'

const PAGE = 'http://portal.test/pmobile/23'
const LIFE_MS = 7_200_000
let portal: TestPortal
let platform: FakeWeChat

beforeEach(async () => {
  portal = await openPortal()
  platform = await openFakeWeChat()
})
afterEach(async () => {
  await platform.close()
  await portal.close()
})

/** As one more process on the same database. */
const open = (settings = APP, wait: () => Promise<unknown> = () => new Promise(setImmediate)) =>
  openWeChat(
    { ...settings, endpoint: platform.url },
    { db: portal.db, now: () => portal.clock.ms, wait, log: (entry) => portal.logs.push(entry) },
  )

async function usedTicket(wechat = open()): Promise<string> {
  const { nonceStr, timestamp, signature } = await wechat.sign(PAGE)
  const tickets = ['ticket-1', 'ticket-2', 'ticket-3']
  const isUsed = (ticket: string) => signPage({ ticket, nonceStr, timestamp, url: PAGE }) === signature
  return tickets.find(isUsed) ?? 'another'
}

const kept = () => portal.db.selectFrom('upstream_tokens').selectAll().orderBy('name').execute()

test('a signature is made with the ticket; each has its own nonce', async () => {
  const wechat = open()
  const [first, second] = [await wechat.sign(PAGE), await wechat.sign(PAGE)]
  expect(first).toMatchObject({ appId: APP.appId, timestamp: portal.clock.ms / 1000 })
  expect(first.nonceStr).toMatch(/^[\da-f]{16}$/)
  expect(second.nonceStr).not.toBe(first.nonceStr)
  expect(await usedTicket(wechat)).toBe('ticket-1')
})

test('1,000 requests at once in ten processes: one token, one ticket', async () => {
  const processes = Array.from({ length: 10 }, () => open())
  const asked = Array.from({ length: 1000 }, (_, index) => processes[index % 10]?.sign(PAGE))
  const signed = await Promise.all(asked)
  expect(new Set(signed.map((answer) => answer?.nonceStr)).size).toBe(1000)
  expect([platform.countToken(), platform.countTicket()]).toEqual([1, 1])
})

test('kept until shortly before the end, then fetched anew', async () => {
  await usedTicket()
  platform.ticketNumber = 2
  portal.clock.ms += LIFE_MS - EARLY_MS - 1
  expect(await usedTicket()).toBe('ticket-1')
  portal.clock.ms += 1
  expect(await usedTicket()).toBe('ticket-2')
  expect([platform.countToken(), platform.countTicket()]).toEqual([2, 2])
})

test('while one process fetches early, the others use the old ticket', async () => {
  await usedTicket()
  portal.clock.ms += LIFE_MS - EARLY_MS
  let others: string | undefined
  const answer = platform.answer
  platform.answer = async (asked) => {
    others ??= await usedTicket(open(APP, () => Promise.reject(new Error('waited'))))
    return answer(asked)
  }
  platform.ticketNumber = 2
  expect(await usedTicket()).toBe('ticket-2')
  expect(others).toBe('ticket-1')
})

test('an early fetch that fails leaves the old ticket in use, is logged, and rests a while', async () => {
  await usedTicket()
  const answer = platform.answer
  platform.answer = () => refuse(-1)
  portal.clock.ms += LIFE_MS - EARLY_MS
  expect([await usedTicket(), await usedTicket()]).toEqual(['ticket-1', 'ticket-1'])
  expect(platform.countTicket()).toBe(2)
  const failed = { event: 'token-refresh-failed', error: 'GatewayError: WeChat refused: -1' }
  const names = [`wechat-token:${APP.appId}`, `wechat-ticket:${APP.appId}`]
  expect(portal.logs).toMatchObject(names.map((token) => ({ ...failed, token })))

  platform.answer = answer
  platform.ticketNumber = 2
  portal.clock.ms += REST_MS
  expect(await usedTicket()).toBe('ticket-2')
})

test('a failure just before the end does not keep the next from trying', async () => {
  await usedTicket()
  const answer = platform.answer
  platform.answer = () => refuse(-1)
  portal.clock.ms += LIFE_MS - 1
  expect(await usedTicket()).toBe('ticket-1')
  platform.answer = answer
  portal.clock.ms += 1
  expect(await usedTicket(open(APP, () => Promise.reject(new Error('waited'))))).toBe('ticket-1')
  expect(platform.countTicket()).toBe(3)
})

test('without any ticket a failure is thrown; many views in many processes ask once, and again after a rest', async () => {
  const answer = platform.answer
  platform.answer = () => refuse(40164)
  const refused = { name: 'GatewayError', kind: 'refused', code: '40164' }
  await expect(open().sign(PAGE)).rejects.toMatchObject(refused)
  const views = Array.from({ length: 20 }, () => open().sign(PAGE))
  const ended = await Promise.allSettled(views)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  expect([platform.countToken(), platform.countTicket()]).toEqual([1, 0])
  portal.clock.ms += FAILED_REST_MS
  await expect(open().sign(PAGE)).rejects.toMatchObject(refused)
  expect(platform.countToken()).toBe(2)
  platform.answer = answer
  portal.clock.ms += FAILED_REST_MS
  expect(await usedTicket()).toBe('ticket-1')
})

test.each([40001, 40014, 42001])('a token that ended early (%i) is fetched anew, once', async (errcode) => {
  await usedTicket()
  portal.clock.ms += LIFE_MS / 2
  await portal.db
    .updateTable('upstream_tokens')
    .set({ expires_at: 0 })
    .where('name', 'like', '%ticket%')
    .execute()
  platform.tokenNumber = 2
  platform.ticketNumber = 2
  const answer = platform.answer
  platform.answer = (asked) => (asked.target.includes('token-1') ? refuse(errcode) : answer(asked))
  portal.clock.ms += REST_MS
  expect(await usedTicket()).toBe('ticket-2')
  expect([platform.countToken(), platform.countTicket()]).toEqual([2, 3])
})

test('a platform that refuses every token is asked twice, not for ever', async () => {
  const answer = platform.answer
  platform.answer = (asked) => (asked.method === 'GET' ? refuse(40001) : answer(asked))
  await expect(open().sign(PAGE)).rejects.toMatchObject({ kind: 'refused', code: '40001' })
  expect([platform.countToken(), platform.countTicket()]).toEqual([2, 2])
})

test('a process that crashed while fetching holds the others up only for a while', async () => {
  const claim = { name: `wechat-ticket:${APP.appId}`, value: null, expires_at: 0 }
  const refreshing_until = portal.clock.ms + 45_000
  await portal.db
    .insertInto('upstream_tokens')
    .values({ ...claim, refreshing_until })
    .execute()
  let waitedMs = 0
  const wait = async (ms: number) => {
    waitedMs += ms
  }
  await expect(open(APP, wait as () => Promise<void>).sign(PAGE)).rejects.toMatchObject({ code: 'no token' })
  expect(waitedMs).toBe(15_000)
  portal.clock.ms = refreshing_until
  expect(await usedTicket()).toBe('ticket-1')
})

test('a wrong secret is a refusal whose words hold no secret; nothing is kept of it', async () => {
  const error = await open({ ...APP, appSecret: 'geheim-falsch' })
    .sign(PAGE)
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'refused', code: '40125' })
  expect(String((error as Error).stack)).not.toContain('geheim')
  expect(await kept()).toMatchObject([
    { value: null, refreshing_until: portal.clock.ms + FAILED_REST_MS },
    { value: null, refreshing_until: portal.clock.ms + FAILED_REST_MS },
  ])
})

test('another account has tokens of its own', async () => {
  await usedTicket()
  const other = open({ ...APP, appId: 'wx-other' }).sign(PAGE)
  await expect(other).rejects.toMatchObject({ code: '40013' })
})

test.each([
  ['no token', { expires_in: 7200 }],
  ['an empty token', { access_token: '', expires_in: 7200 }],
  ['no time', { access_token: 'token-1' }],
  ['a time that is over', { access_token: 'token-1', expires_in: 0 }],
])('an answer with %s is none', async (_, body) => {
  platform.answer = () => ({ body })
  await expect(open().sign(PAGE)).rejects.toMatchObject({ kind: 'unreachable' })
})

/** The example of WeChat's documentation. */
const EXAMPLE = {
  ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
  nonceStr: 'Wm3WZYTPz0wzccnW',
  timestamp: 1414587457,
}

test.each(['http://mp.weixin.qq.com?params=value', 'http://mp.weixin.qq.com?params=value#a#b'])(
  'the published example has the published signature: %s',
  (url) => {
    expect(signPage({ ...EXAMPLE, url })).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
  },
)
