import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { defineCall } from '../../src/lib/contract/call.ts'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { openPortal } from '../testing/portal.ts'
import { FAULT_MESSAGE } from './errors.ts'
import { BODY_LIMIT } from './parse.ts'
import { route } from './route.ts'

const SMS = '/main/api/v1/sms'

openPortalForEach()

const postRaw = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  portal.browser().send('POST', SMS, { body, headers, ...({ duplex: 'half' } as object) })

describe('transport faults', () => {
  test.each(['', '{', '"', '[1', '{"phone":}', '\u0000'])('malformed JSON %j: 400', async (body) => {
    expect(await postRaw(body)).toMatchObject({ status: 400, body: { code: 400 } })
  })

  test('bytes that are no UTF-8: 400', async () => {
    expect(await postRaw(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ status: 400 })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'content type %j: 415',
    async (type) => {
      const answer = await postRaw('{"phone":"13800000001"}', { 'content-type': type })
      expect(answer).toMatchObject({ status: 415, body: { code: 415 } })
    },
  )

  test('a declared length beyond the limit is refused unread: 413', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': String(BODY_LIMIT + 1) }
    const answer = await postRaw('{"phone":"1"}', headers)
    expect(answer).toMatchObject({ status: 413, body: { code: 413 } })
  })

  test('a body of unknown length is left as soon as it passes the limit', async () => {
    let pulled = 0
    const long = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(8192).fill(32))
        if (pulled === 64) controller.close()
      },
    })
    expect(await postRaw(long)).toMatchObject({ status: 413 })
    expect(pulled).toBeLessThan(16)
  })

  test('a body of just the limit is read', async () => {
    const body = JSON.stringify({ phone: '1' }).padEnd(BODY_LIMIT)
    expect(await postRaw(body)).toMatchObject({ status: 200, body: { code: 400 } })
  })

  test.each([
    '/main/api/v1/nothing',
    '/customer',
    '/startup/',
    '/wechat/x',
    '/operator/api/v1/x',
    '/main/%zz',
  ])('unknown API path %s: 404', async (path) => {
    expect(await portal.browser().get(path)).toMatchObject({ status: 404, body: { code: 404 } })
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s on a POST path: 405',
    async (method) => {
      const answer = await portal.browser().send(method, SMS, {})
      expect(answer).toMatchObject({ status: 405, body: { code: 405 } })
      expect(answer.headers.get('allow')).toBe('POST')
    },
  )
})

describe('words for people', () => {
  test.each([
    [{ phone: '12345678901' }, '请输入正确的手机号'],
    [{ phone: 13_800_000_001 }, '请输入正确的手机号'],
    [{}, '请输入正确的手机号'],
    [[], '请输入正确的手机号'],
    [null, '请求内容的格式不正确'],
    ['13800000001', '请求内容的格式不正确'],
  ])('body %j: %s', async (body, message) => {
    expect((await portal.browser().post(SMS, body)).body).toEqual({ code: 400, message })
  })

  test('a field without words of its own is named', async () => {
    const call = defineCall({
      summary: '试',
      method: 'POST',
      path: '/main/api/v1/words',
      access: 'visitor',
      body: v.object({ amount: v.number(), place: v.object({ city: v.string() }) }),
      answer: v.object({}),
    })
    const { app, close, browser } = await openPortal()
    route(call, () => ({}))(app)
    const ask = async (body: unknown) => (await browser().post(call.path, body)).body.message
    expect(await ask({ amount: '1', place: { city: '' } })).toBe('“amount”的内容不正确')
    expect(await ask({ amount: 1, place: {} })).toBe('缺少“place.city”')
    expect(await ask({ place: { city: '' } })).toBe('缺少“amount”')
    await close()
  })
})

describe('access', () => {
  const operatorCall = defineCall({
    summary: '试',
    method: 'GET',
    path: '/operator/api/v1/probe',
    access: 'operator',
    answer: v.object({ role: v.string() }),
  })

  test('operators only: 401 for visitors, 403 for companies', async () => {
    route(operatorCall, ({ session }) => ({ role: session.customer.role }))(portal.app)
    const ask = async (browser = portal.browser()) => (await browser.get(operatorCall.path)).body
    expect(await ask()).toEqual({ code: 401, message: '请先登录' })
    expect(await ask(await portal.loggedIn('13800000001'))).toMatchObject({ code: 403 })
    expect(await ask(await portal.loggedIn('13900000000'))).toEqual({ code: 200, role: 'operator' })
  })
})

describe('faults', () => {
  const broken = defineCall({
    summary: '试',
    method: 'GET',
    path: '/main/api/v1/broken',
    access: 'visitor',
    answer: v.object({}),
  })

  test('a fault is logged with the id that the person sees, and shows nothing of itself', async () => {
    route(broken, () => {
      throw new Error('secret detail')
    })(portal.app)
    const answer = await portal.browser().get(broken.path)
    expect(answer.status).toBe(500)
    const request_id = answer.headers.get('x-request-id')
    expect(answer.body).toEqual({ code: 500, message: FAULT_MESSAGE, request_id })
    const fault = portal.logs.find((entry) => entry.event === 'fault')
    expect(fault).toMatchObject({ request_id, error: 'Error: secret detail' })
  })

  test('an answer that breaks the contract is a fault while it is being developed', async () => {
    const call = { ...broken, answer: v.object({ size: v.number() }) }
    route(call, () => ({ size: 'big' }) as never)(portal.app)
    expect((await portal.browser().get(call.path)).status).toBe(500)
  })
})
