/** Every function of the API layer against the real routes: what it asks, what it gets, what refusals become. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GatewayError } from '../../server/upstream/gateway-error.ts'
import * as customer from '../../src/lib/api/customer.ts'
import { HttpError, NetworkError, RefusedError } from '../../src/lib/api/errors.ts'
import { fetchHomeFigures } from '../../src/lib/api/home.ts'
import * as message from '../../src/lib/api/message.ts'
import { CONSENT_VERSION } from '../../src/lib/contract/account/customer.ts'
import { answering, OFFLINE, openVisitor, PHONE, type Visitor } from './support/visitor.ts'

let visitor: Visitor

beforeEach(async () => {
  visitor = await openVisitor()
})
afterEach(() => visitor.close())

const openSession = () => customer.openSession(PHONE, visitor.portal.codes.get(PHONE) ?? '', CONSENT_VERSION)

const CUSTOMER = { id: 1, name: '企业用户2', phone: '138****0001', company_id: 2, role: 'company' }

test('each function asks its own path and gives what the server says', async () => {
  const steps: [string, () => Promise<unknown>, unknown][] = [
    ['POST /main/api/v1/sms', () => customer.sendCode(PHONE), 60],
    ['POST /customer/api/v1/customer', openSession, CUSTOMER],
    ['GET /customer/api/v1/login', customer.readSession, CUSTOMER],
    ['GET /customer/api/v1/index/data', fetchHomeFigures, expect.objectContaining({ originals: 2 })],
    [
      'GET /customer/api/v1/message?page=1',
      () => message.fetchMessages(1),
      expect.objectContaining({ total: 1 }),
    ],
    ['GET /customer/api/v1/message?status=0&page=1', message.fetchUnreadCount, 1],
    ['POST /customer/api/v1/message/1/read', () => message.markMessageRead(1), undefined],
    ['GET /customer/api/v1/message?status=0&page=1', message.fetchUnreadCount, 0],
    ['DELETE /customer/api/v1/message/1', () => message.removeMessage(1), undefined],
    ['GET /customer/api/v1/logout', customer.closeSession, undefined],
  ]
  for (const [asked, call, answer] of steps) {
    expect(await call()).toEqual(answer)
    expect(visitor.requests.at(-1)).toBe(asked)
  }
  expect(visitor.requests).toHaveLength(steps.length)
  const listed = [customer, message].flatMap((functions) => Object.keys(functions))
  expect(listed).toHaveLength(8)
})

const CALLS: [string, () => Promise<unknown>][] = [
  ['sendCode', () => customer.sendCode(PHONE)],
  ['openSession', () => customer.openSession(PHONE, '000000', CONSENT_VERSION)],
  ['readSession', customer.readSession],
  ['closeSession', customer.closeSession],
  ['fetchHomeFigures', fetchHomeFigures],
  ['fetchMessages', () => message.fetchMessages(1)],
  ['fetchUnreadCount', message.fetchUnreadCount],
  ['markMessageRead', () => message.markMessageRead(1)],
  ['removeMessage', () => message.removeMessage(1)],
]

test.each(CALLS)('%s: no answer, a fault, a refusal and a broken answer are told apart', async (_, call) => {
  visitor.network = OFFLINE
  await expect(call()).rejects.toBeInstanceOf(NetworkError)
  visitor.network = answering({ code: 500 }, 500)
  await expect(call()).rejects.toBeInstanceOf(HttpError)
  visitor.network = answering({ code: 409, message: '冲突' })
  await expect(call()).rejects.toMatchObject({ name: 'RefusedError', code: 409, message: '冲突' })
  visitor.network = answering('garbage')
  await expect(call()).rejects.toMatchObject({ name: 'ContractError' })
})

test.each(CALLS.filter(([name]) => /Session$|Message/.test(name) && !/^(open|close)/.test(name)))(
  '%s without a session is refused with 401',
  async (_, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'RefusedError', code: 401, message: '请先登录' })
  },
)

test("the server's own fault and its own refusal arrive as such", async () => {
  await visitor.close()
  let down = true
  const sendSms = () =>
    down ? Promise.reject(new GatewayError('refused', 'sms', 'Down')) : Promise.resolve()
  visitor = await openVisitor({ sendSms })
  await expect(customer.sendCode(PHONE)).rejects.toMatchObject({ name: 'HttpError', status: 500 })
  down = false
  await customer.sendCode(PHONE)
  const again = await customer.sendCode(PHONE).catch((error: unknown) => error)
  expect(again).toBeInstanceOf(RefusedError)
  expect(again).toMatchObject({ code: 429, fields: { retry_after: 60 } })
})

test('a path that nobody answers is a fault', async () => {
  visitor.network = async () => visitor.portal.app.request('/customer/api/v1/nothing')
  await expect(fetchHomeFigures()).rejects.toMatchObject({ name: 'HttpError', status: 404 })
})
