import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const COMPANY = '/customer/api/v1/company'
const DAY_MS = 86_400_000

let portal: TestPortal
let founder: Browser

beforeEach(async () => {
  portal = await openPortal()
  founder = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

const invite = async (browser = founder): Promise<string> =>
  (await browser.post(`${COMPANY}/invitations`)).body.invitation_code
const join = (browser: Browser, code: string, discard = false) =>
  browser.post(`${COMPANY}/join`, { code, discard })
const people = async (browser = founder) => (await browser.get(`${COMPANY}/colleagues`)).body.result.items
const meOf = async (browser: Browser) => (await browser.get('/customer/api/v1/login')).body.data
const bell = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/customer/api/v1/message')).body.result.items.map(
    ({ message }: { message: string }) => message,
  )

async function colleague(phone: string): Promise<Browser> {
  portal.clock.ms += 60_000
  const browser = await portal.loggedIn(phone)
  expect((await join(browser, await invite())).body.code).toBe(200)
  return browser
}

test('an invitation moves a fresh login into the company, and its own one is gone', async () => {
  const newcomer = await portal.loggedIn('13800000002')
  const before = await meOf(newcomer)
  const code = await invite()
  expect(code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
  const { body } = await join(newcomer, ` ${code.toLowerCase()} `)
  const host = await meOf(founder)
  const newName = `企业用户${before.company_id}`
  expect(body).toMatchObject({
    code: 200,
    data: { company_id: host.company_id },
    company_name: `企业用户${host.company_id}`,
  })
  expect((await meOf(newcomer)).company_id).toBe(host.company_id)
  expect(await people()).toMatchObject([
    { name: `企业用户${host.company_id}`, phone: '138****0001', me: true, removable: false },
    { name: newName, me: false, removable: true },
  ])
  expect((await bell(founder))[0]).toBe(`${newName}已通过邀请码加入企业。`)
  const gone = await portal.db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', before.company_id)
    .execute()
  expect(gone).toEqual([])
})

test('open invitations are those of the company that are neither used nor over', async () => {
  const stranger = await portal.loggedIn('13800000009')
  await invite(stranger)
  const open = async () => (await founder.get(`${COMPANY}/colleagues`)).body.result.invitations
  await invite()
  portal.clock.ms += DAY_MS
  await portal.proveAll()
  await join(await portal.loggedIn('13800000002'), await invite())
  await invite()
  const items = await open()
  expect(items).toHaveLength(2)
  portal.clock.ms = Date.parse(items[1].expires_at) - 1
  expect(await open()).toEqual(items)
  portal.clock.ms += 1
  expect(await open()).toEqual([items[0]])
})

test('a code is used once, also by ten people at once', async () => {
  const code = await invite()
  const phones = Array.from({ length: 10 }, (_, index) => `1381000000${index}`)
  const browsers = await Promise.all(phones.map((phone) => portal.loggedIn(phone)))
  const answers = await Promise.all(browsers.map((browser) => join(browser, code)))
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
  const refused = answers.find(({ body }) => body.code !== 200)
  expect(refused?.body).toEqual({ code: 400, message: '邀请码已被使用，请同事重新生成' })
  expect(await people()).toHaveLength(2)
})

test('an expired or revoked code opens nothing', async () => {
  const [old, revoked] = [await invite(), await invite()]
  const newcomer = await portal.loggedIn('13800000002')
  const { invitations: items } = (await founder.get(`${COMPANY}/colleagues`)).body.result
  expect(items).toHaveLength(2)
  expect((await newcomer.delete(`${COMPANY}/invitations/${items[0].id}`)).body.code).toBe(404)
  expect((await founder.delete(`${COMPANY}/invitations/${items[0].id}`)).body.code).toBe(200)
  expect((await join(newcomer, revoked)).body.message).toBe('邀请码不正确，请检查是否有误')
  portal.clock.ms += 7 * DAY_MS
  const later = await portal.loggedIn('13800000002')
  expect((await join(later, old)).body.message).toBe('邀请码已过期，请同事重新生成')
})

test('guessing is slow, and the right code is not told apart then', async () => {
  const code = await invite()
  const guesser = await portal.loggedIn('13800000002')
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await join(guesser, 'AAAAA-AAAAA')).body.code).toBe(400)
  }
  expect((await join(guesser, code)).body).toEqual({ code: 429, message: '尝试次数过多，请一小时后再试' })
  portal.clock.ms += 3_600_000
  expect((await join(guesser, code)).body.code).toBe(200)
})

test('a company has so many open invitations at most', async () => {
  const codes = await Promise.all(Array.from({ length: 12 }, () => founder.post(`${COMPANY}/invitations`)))
  expect(codes.filter(({ body }) => body.code === 200)).toHaveLength(10)
  expect(codes.filter(({ body }) => body.code === 409)).toHaveLength(2)
})

test('what was tried out does not come along, and that is asked first', async () => {
  const newcomer = await portal.loggedIn('13800000002')
  await newcomer.post('/customer/api/v1/fixed/question', { answers: [{ id: 5, value: 12 }] })
  const code = await invite()
  expect((await join(newcomer, code)).body).toMatchObject({ code: 409, discards: true })
  expect((await join(newcomer, code, true)).body.code).toBe(200)
  const { items } = (await founder.get('/customer/api/v1/fixed/question')).body.result
  expect(items.every(({ answer }: { answer: unknown }) => answer === null)).toBe(true)
})

test('a login with orders, with colleagues or of the operators stays where it is', async () => {
  const busy = await portal.loggedIn('13800000002')
  const { company_id } = await meOf(busy)
  const order = { item_id: 22, fields: {}, client_id: 'client-of-this-test' }
  await busy.post(`/startup/api/v1/company/order/${company_id}`, order)
  const code = await invite()
  expect((await join(busy, code, true)).body.message).toContain('不能加入其他企业')
  const member = await colleague('13800000003')
  const host = await portal.loggedIn('13800000004')
  expect((await join(member, await invite(host), true)).body.message).toContain('请先退出该企业')
  expect((await join(founder, await invite(), true)).body.message).toBe('您已经是这家企业的成员')
  const operator = await portal.loggedIn('13900000000')
  expect((await join(operator, code, true)).body.message).toBe('运营人员不能加入其他企业')
  expect((await join(await portal.loggedIn('13800000005'), code)).body.code).toBe(200)
})

test('who came later is removed, logged out everywhere, and goes on alone', async () => {
  const [second, third] = [await colleague('13800000002'), await colleague('13800000003')]
  const [{ id: founderId }, { id: secondId, name: secondName }, { id: thirdId, name: thirdName }] =
    await people()
  expect((await second.delete(`${COMPANY}/colleagues/${founderId}`)).body).toEqual({
    code: 403,
    message: '只能移出比您晚加入的成员',
  })
  expect((await second.delete(`${COMPANY}/colleagues/${thirdId}`)).body.code).toBe(200)
  expect((await third.get('/customer/api/v1/login')).body.code).toBe(401)
  portal.clock.ms += 60_000
  const alone = await portal.loggedIn('13800000003')
  expect(await people(alone)).toHaveLength(1)
  expect((await meOf(alone)).company_id).not.toBe((await meOf(founder)).company_id)
  expect((await bell(founder))[0]).toBe(`${secondName}已将${thirdName}移出企业。`)
  const stranger = await portal.loggedIn('13800000004')
  expect((await stranger.delete(`${COMPANY}/colleagues/${secondId}`)).body.code).toBe(404)
})

test('whoever leaves stays logged in; the last one cannot, nor two at once', async () => {
  const second = await colleague('13800000002')
  const [first, other] = await people()
  const answers = await Promise.all([
    founder.delete(`${COMPANY}/colleagues/${first.id}`),
    second.delete(`${COMPANY}/colleagues/${other.id}`),
  ])
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 409])
  expect((await meOf(founder)).company_id).not.toBe((await meOf(second)).company_id)
  expect((await founder.get('/customer/api/v1/login')).body.code).toBe(200)
})

test('who was removed can be invited again', async () => {
  await colleague('13800000002')
  const [, second] = await people()
  await founder.delete(`${COMPANY}/colleagues/${second.id}`)
  await colleague('13800000002')
  expect(await people()).toHaveLength(2)
})

test.each(['', 'ABC', 'AAAAA-AAAA0', 7, null])('code %j is refused in Chinese', async (code) => {
  const { body } = await founder.post(`${COMPANY}/join`, { code })
  expect(body.code).toBe(400)
  expect(body.message).toMatch(/邀请码/)
})
