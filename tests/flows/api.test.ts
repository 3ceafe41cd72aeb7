/** Calls of the contract against the real routes: requests, answers, refusals. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GatewayError } from '../../server/http/ask-json.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { HttpError, NetworkError, RefusedError } from '../../src/lib/api/errors.ts'
import { CONSENT_VERSION, checkSession, logIn, logOut } from '../../src/lib/contract/account/customer.ts'
import { deleteMessage, listMessages, readMessage } from '../../src/lib/contract/account/message.ts'
import { sendSms } from '../../src/lib/contract/account/sms.ts'
import { homeData } from '../../src/lib/contract/policies/home.ts'
import { answering, OFFLINE, openVisitor, PHONE, type Visitor } from './support/visitor.ts'

let visitor: Visitor

beforeEach(async () => {
  visitor = await openVisitor()
})
afterEach(() => visitor.close())

const enter = (captcha: string) => ask(logIn, { body: { phone: PHONE, captcha, consent: CONSENT_VERSION } })

const CUSTOMER = {
  id: 1,
  name: '企业用户2',
  phone: '138****0001',
  company_id: 2,
  company_name: null,
  role: 'company',
}

const CALLS = {
  sendSms: () => ask(sendSms, { body: { phone: PHONE } }),
  logIn: () => enter(visitor.portal.codes.get(PHONE) ?? '000000'),
  checkSession: () => ask(checkSession, {}),
  homeData: () => ask(homeData, {}),
  listMessages: () => ask(listMessages, { query: { page: 1 } }),
  listUnread: () => ask(listMessages, { query: { status: 0 } }),
  readMessage: () => ask(readMessage, { params: { id: 1 } }),
  deleteMessage: () => ask(deleteMessage, { params: { id: 1 } }),
  logOut: () => ask(logOut, {}),
}

test("each call uses its own path and returns the server's answer", async () => {
  const messages = (total: number) => ({ result: expect.objectContaining({ total }) })
  const steps: [string, () => Promise<unknown>, unknown][] = [
    ['POST /main/api/v1/sms', CALLS.sendSms, { data: expect.objectContaining({ retry_after: 60 }) }],
    ['POST /customer/api/v1/customer', CALLS.logIn, { data: { ...CUSTOMER, is_new: true } }],
    ['GET /customer/api/v1/login', CALLS.checkSession, { data: CUSTOMER }],
    ['GET /customer/api/v1/index/data', CALLS.homeData, { data: expect.objectContaining({ originals: 2 }) }],
    ['GET /customer/api/v1/message?page=1', CALLS.listMessages, messages(1)],
    ['GET /customer/api/v1/message?status=0', CALLS.listUnread, messages(1)],
    ['POST /customer/api/v1/message/1/read', CALLS.readMessage, {}],
    ['GET /customer/api/v1/message?status=0', CALLS.listUnread, messages(0)],
    ['DELETE /customer/api/v1/message/1', CALLS.deleteMessage, {}],
    ['GET /customer/api/v1/logout', CALLS.logOut, {}],
  ]
  for (const [asked, call, answer] of steps) {
    expect(await call()).toEqual(answer)
    expect(visitor.requests.at(-1)).toBe(asked)
  }
  expect(visitor.requests).toHaveLength(steps.length)
  expect(new Set(steps.map(([, call]) => call)).size).toBe(Object.keys(CALLS).length)
})

test.each(Object.entries(CALLS))(
  '%s: no answer, a fault, a refusal and an invalid answer are distinct errors',
  async (_, call) => {
    visitor.network = OFFLINE
    await expect(call()).rejects.toBeInstanceOf(NetworkError)
    visitor.network = answering({ code: 500 }, 500)
    await expect(call()).rejects.toBeInstanceOf(HttpError)
    visitor.network = answering({ code: 409, message: '冲突' })
    await expect(call()).rejects.toMatchObject({ name: 'RefusedError', code: 409, message: '冲突' })
    visitor.network = answering('garbage')
    await expect(call()).rejects.toMatchObject({ name: 'ContractError' })
  },
)

test.each(Object.entries(CALLS).filter(([name]) => /Session|Message|Unread/.test(name)))(
  '%s without a session is refused with 401',
  async (_, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'RefusedError', code: 401, message: '请先登录' })
  },
)

test("the server's own fault and its own refusal arrive as such", async () => {
  await visitor.close()
  let down = true
  const sendToGateway = () =>
    down ? Promise.reject(new GatewayError('refused', 'sms', 'Down')) : Promise.resolve()
  visitor = await openVisitor({ sendSms: sendToGateway })
  await expect(CALLS.sendSms()).rejects.toMatchObject({ name: 'HttpError', status: 500 })
  down = false
  await CALLS.sendSms()
  const again = await CALLS.sendSms().catch((error: unknown) => error)
  expect(again).toBeInstanceOf(RefusedError)
  expect(again).toMatchObject({ code: 429, fields: { retry_after: 60 } })
})

test('an unknown path is a fault', async () => {
  visitor.network = async () => visitor.portal.app.request('/customer/api/v1/nothing')
  await expect(CALLS.homeData()).rejects.toMatchObject({ name: 'HttpError', status: 404 })
})
