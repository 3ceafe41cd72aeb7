import { afterEach, describe, expect, test, vi } from 'vitest'
import { deleteMessage, listMessages } from '../contract/account/message.ts'
import { sendSms } from '../contract/account/sms.ts'
import { divisionsFile, divisionsPath } from '../contract/policies/division-files.ts'
import { ask, noCacheHeaders } from './ask.ts'
import {
  ContractError,
  explainError,
  HttpError,
  LoadError,
  NetworkError,
  RefusedError,
  TimeoutError,
} from './errors.ts'
import { readStaticFile } from './static-file.ts'

afterEach(() => vi.unstubAllGlobals())

const readDivisions = (parent: string) => readStaticFile(divisionsPath(parent), divisionsFile)

function answer(body: string | object, status = 200, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return listen(async () => new Response(text, { status, headers: { 'content-type': type } }))
}

function listen(reply: () => Promise<Response>) {
  const send = vi.fn((_path: string, _init: RequestInit) => reply())
  vi.stubGlobal('fetch', send)
  return send
}

const sms = () => ask(sendSms, { body: { phone: '13800000001' } })
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call becomes a request', () => {
  test('a body goes as JSON', async () => {
    const send = answer({ code: 200, data: { expires_in: 300, retry_after: 60 } })
    await sms()
    const [path, init] = send.mock.calls[0] ?? []
    expect([init?.method, path]).toEqual(['POST', '/main/api/v1/sms'])
    expect(JSON.parse(String(init?.body))).toEqual({ phone: '13800000001' })
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
  })

  test('a query is written behind the path', async () => {
    const send = answer({ code: 200, result: { items: [], total: 0, pages: 0, page: 2 } })
    await ask(listMessages, { query: { status: 0, page: 2 } })
    expect(send.mock.calls[0]?.[0]).toBe('/customer/api/v1/message?status=0&page=2')
    await ask(listMessages, { query: { status: undefined, page: 3 } })
    expect(send.mock.calls[1]?.[0]).toBe('/customer/api/v1/message?page=3')
  })

  test('only a GET of IE11 asks for no cache', async () => {
    const send = answer({ code: 200, result: { items: [], total: 0, pages: 0, page: 1 } })
    const pragma = async (userAgent: string, ask: () => Promise<unknown>) => {
      vi.stubGlobal('navigator', { userAgent })
      await ask().catch(() => undefined)
      return new Headers(send.mock.lastCall?.[1].headers).get('pragma')
    }
    const list = () => ask(listMessages, { query: { page: '1' } })
    const ie11 = 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko'
    expect(await pragma(ie11, list)).toBe('no-cache')
    expect(await pragma(ie11, sms)).toBeNull()
    expect(await pragma('Mozilla/5.0 Chrome/140.0.0.0', list)).toBeNull()
  })

  test('nothing ends a call but its caller', async () => {
    const send = answer({ code: 200, data: { expires_in: 300, retry_after: 60 } })
    await sms()
    expect(send.mock.lastCall?.[1].signal ?? undefined).toBeUndefined()
  })

  test('a parameter cannot leave its place in the path', async () => {
    const send = answer({ code: 200 })
    await ask(deleteMessage, { params: { id: '../logout?x=1' } })
    expect(send.mock.calls[0]?.[0]).toBe('/customer/api/v1/message/..%2Flogout%3Fx%3D1')
  })

  test('fields that the contract does not know are left out of the answer', async () => {
    answer({ code: 200, data: { expires_in: 300, retry_after: 60, secret: 1 } })
    expect(await sms()).toEqual({ data: { expires_in: 300, retry_after: 60 } })
  })
})

describe('what can go wrong', () => {
  test.each([400, 401, 404, 409, 429])('code %i is a refusal, with its words and fields', async (code) => {
    answer({ code, message: '不行', retry_after: 5 })
    const error = await failure(sms())
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ code, message: '不行', fields: { retry_after: 5 } })
  })

  test.each([302, 400, 404, 413, 500, 502])('status %i is a fault, whatever its body', async (status) => {
    answer({ code: 200, data: { expires_in: 300, retry_after: 60 } }, status)
    const error = await failure(sms())
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status })
  })

  test('no answer is a network error that keeps its cause, and is not tried again', async () => {
    const cause = new TypeError('fetch failed')
    const send = listen(() => Promise.reject(cause))
    const error = await failure(sms())
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ cause: { cause } })
    expect(send).toHaveBeenCalledTimes(1)
  })

  test("the caller's time limit is a time-out", async () => {
    listen(() => Promise.reject(new DOMException('too late', 'TimeoutError')))
    expect(await failure(sms())).toBeInstanceOf(TimeoutError)
  })

  test.each<[string, string | object, string]>([
    ['no JSON', '{"code": 20', 'answer'],
    ['an empty answer', '', 'answer'],
    ['null', 'null', 'answer'],
    ['a list', [], 'code'],
    ['a code that is text', { code: '200' }, 'code'],
    ['a message that is no text', { code: 400, message: 5 }, 'message'],
    ['nothing inside', { code: 200 }, 'data'],
    ['a field that is missing', { code: 200, data: { expires_in: 300 } }, 'data.retry_after'],
    [
      'a field of another type',
      { code: 200, data: { expires_in: '300', retry_after: 60 } },
      'data.expires_in',
    ],
  ])('%s breaks the contract, and the field is named', async (_, body, field) => {
    answer(body)
    const error = await failure(sms())
    expect(error).toBeInstanceOf(ContractError)
    expect(String(error)).toContain(`/main/api/v1/sms: ${field}: `)
  })

  test('a page instead of an answer breaks the contract', async () => {
    answer('<!doctype html><title>登录</title>', 200, 'text/html')
    expect(await failure(sms())).toBeInstanceOf(ContractError)
  })
})

describe('divisions', () => {
  test('come from a static file', async () => {
    const send = answer([{ code: '440100', name: '广州市' }])
    expect(await readDivisions('440000')).toEqual([{ code: '440100', name: '广州市' }])
    expect(send.mock.calls[0]?.[0]).toBe('/frontend/data/divisions/440000.json')
  })
})

test.each<[unknown, string]>([
  [new RefusedError(400, '不行', {}), '不行'],
  [new NetworkError('x'), '网络连接失败，请检查网络后重试'],
  [new TimeoutError('x'), '等待时间过长，请重试'],
  [new HttpError(500), '服务暂时不可用，请稍后重试'],
  [new ContractError('data.id: Invalid type'), '服务返回的内容有误，请稍后重试'],
  [new Error('anything'), '服务返回的内容有误，请稍后重试'],
])('%s is told as %s', (error, words) => {
  expect(explainError(error)).toBe(words)
})

test.each([new NetworkError('x'), new LoadError('x')])('%s is a network error when offline', (error) => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(explainError(error)).toBe('当前没有网络，联网后请重试')
  vi.unstubAllGlobals()
})

test.each([
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; SLCC2; .NET4.0E; rv:11.0) like Gecko',
])('IE11 is told not to use its cache: %s', (agent) => {
  expect(noCacheHeaders(agent)).toEqual({ 'Cache-Control': 'no-cache', Pragma: 'no-cache' })
})

test.each([
  '',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:110.0) Gecko/20100101 Firefox/110.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
])('others are left alone: %s', (agent) => {
  expect(noCacheHeaders(agent)).toEqual({})
})
