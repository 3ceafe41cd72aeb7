import { afterEach, beforeEach, expect, test } from 'vitest'
import { APP, type FakeWeChat, openFakeWeChat, refuse } from '../testing/fake-wechat.ts'
import { EARLY_MS, FAILED_REST_MS } from './tokens.ts'
import { openWeChat, signPage, type WeChat } from './wechat.ts'

const PAGE = 'http://portal.test/pmobile/23'
const LIFE_MS = 7_200_000
let platform: FakeWeChat
let nowMs: number
let wechat: WeChat

beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00+08:00')
  platform = await openFakeWeChat()
  wechat = open()
})
afterEach(() => platform.close())

const open = (settings = APP) => openWeChat({ ...settings, endpoint: platform.url }, () => nowMs)

async function usedTicket(): Promise<string> {
  const { nonceStr, timestamp, signature } = await wechat.sign(PAGE)
  const tickets = ['ticket-1', 'ticket-2', 'ticket-3']
  const isUsed = (ticket: string) => signPage({ ticket, nonceStr, timestamp, url: PAGE }) === signature
  return tickets.find(isUsed) ?? 'another'
}

test('a signature is made with the ticket; each has its own nonce', async () => {
  const [first, second] = [await wechat.sign(PAGE), await wechat.sign(PAGE)]
  expect(first).toMatchObject({ appId: APP.appId, timestamp: nowMs / 1000 })
  expect(first.nonceStr).toMatch(/^[\da-f]{16}$/)
  expect(second.nonceStr).not.toBe(first.nonceStr)
  expect(await usedTicket()).toBe('ticket-1')
})

test('kept until shortly before the end, then fetched anew', async () => {
  await usedTicket()
  platform.ticketNumber = 2
  nowMs += LIFE_MS - EARLY_MS - 1
  expect(await usedTicket()).toBe('ticket-1')
  nowMs += 1
  expect(await usedTicket()).toBe('ticket-2')
  expect([platform.countToken(), platform.countTicket()]).toEqual([2, 2])
})

test('a failure is thrown; requests at once ask once, and again after a rest', async () => {
  const answer = platform.answer
  platform.answer = () => refuse(40164)
  const ended = await Promise.allSettled(Array.from({ length: 20 }, () => wechat.sign(PAGE)))
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  const refused = { name: 'GatewayError', kind: 'refused', code: '40164' }
  await expect(wechat.sign(PAGE)).rejects.toMatchObject(refused)
  expect([platform.countToken(), platform.countTicket()]).toEqual([1, 0])
  platform.answer = answer
  nowMs += FAILED_REST_MS
  expect(await usedTicket()).toBe('ticket-1')
})

test.each([40001, 40014, 42001])('a token that ended early (%i) is fetched anew, once', async (errcode) => {
  const answer = platform.answer
  platform.answer = (asked) => {
    if (!asked.target.includes('token-1')) return answer(asked)
    platform.tokenNumber = 2
    return refuse(errcode)
  }
  expect(await usedTicket()).toBe('ticket-1')
  expect([platform.countToken(), platform.countTicket()]).toEqual([2, 2])
})

test('a platform that refuses every token is asked twice, not for ever', async () => {
  const answer = platform.answer
  platform.answer = (asked) => (asked.method === 'GET' ? refuse(40001) : answer(asked))
  await expect(wechat.sign(PAGE)).rejects.toMatchObject({ kind: 'refused', code: '40001' })
  expect([platform.countToken(), platform.countTicket()]).toEqual([2, 2])
})

test('a wrong secret is a refusal whose words hold no secret', async () => {
  const error = await open({ ...APP, appSecret: 'geheim-falsch' })
    .sign(PAGE)
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'refused', code: '40125' })
  expect(String((error as Error).stack)).not.toContain('geheim')
})

test.each([
  ['no token', { expires_in: 7200 }],
  ['an empty token', { access_token: '', expires_in: 7200 }],
  ['no time', { access_token: 'token-1' }],
  ['a time that is over', { access_token: 'token-1', expires_in: 0 }],
])('an answer with %s is none', async (_, body) => {
  platform.answer = () => ({ body })
  await expect(wechat.sign(PAGE)).rejects.toMatchObject({ kind: 'unreachable' })
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
