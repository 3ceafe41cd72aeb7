import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const SMS = '/main/api/v1/sms'
let portal: TestPortal

beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

describe('requests of other sites', () => {
  const own = 'http://portal.test'
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: own }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': '', origin: own }, true],
    [{ 'sec-fetch-site': '', origin: 'http://portal.test:81' }, false],
    [{ 'sec-fetch-site': '', origin: 'https://evil.example' }, false],
    [{ 'sec-fetch-site': '', origin: 'null' }, false],
    [{ 'sec-fetch-site': '' }, false],
  ])('%o: admitted %s', async (headers, admitted) => {
    const { browser } = portal
    const answers = [
      await browser().post(SMS, { phone: '1' }, headers),
      await browser().get('/customer/api/v1/logout', headers),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect(answers.map((answer) => answer.body.code)).toEqual(admitted ? [400, 200] : [403, 403])
  })

  test('with PUBLIC_ORIGINS only those count, not the host', async () => {
    await portal.close()
    portal = await openPortal({ env: { PUBLIC_ORIGINS: 'https://zc.example.cn' } })
    const ask = async (origin: string) =>
      (await portal.browser().post(SMS, { phone: '1' }, { 'sec-fetch-site': '', origin })).body.code
    expect([await ask('https://zc.example.cn'), await ask(own)]).toEqual([400, 403])
  })

  test.each([
    [`${own}/mylist/1`, 200],
    ['https://evil.example/', 403],
    ['not an address', 403],
  ])('for logout, a GET without Origin, the Referer %s gives %i', async (referer, code) => {
    const headers = { 'sec-fetch-site': '', referer }
    const answer = await portal.browser().get('/customer/api/v1/logout', headers)
    expect(answer.body.code).toBe(code)
    const post = await portal.browser().post(SMS, { phone: '1' }, headers)
    expect(post.body.code).toBe(403)
  })

  test('a plain GET needs nothing', async () => {
    const answer = await portal
      .browser()
      .get('/customer/api/v1/index/data', { 'sec-fetch-site': 'cross-site' })
    expect(answer.body.code).toBe(200)
  })
})
