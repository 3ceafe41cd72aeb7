import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUpstream, type Upstream } from '../testing/open-upstream.ts'
import { askJson, GatewayError } from './ask-json.ts'

const SECRET = 'geheim-13800000001'
let upstream: Upstream

beforeEach(async () => {
  upstream = await openUpstream(() => ({ body: { fine: true } }))
})
afterEach(() => upstream.close())

const ask = (giveUp?: AbortSignal) =>
  askJson('Service', new URL(`/?secret=${SECRET}`, upstream.url), {}, giveUp)

async function failure(asked: Promise<unknown>): Promise<GatewayError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GatewayError)) throw new Error(`not a gateway error: ${error}`)
  expect(`${error.message} ${error.stack}`).not.toContain('geheim')
  return error
}

test('status and body come back, whatever the status', async () => {
  expect(await ask()).toEqual({ status: 200, body: { fine: true } })
  upstream.reply = () => ({ status: 403, body: { Code: 'Forbidden' } })
  expect(await ask()).toEqual({ status: 403, body: { Code: 'Forbidden' } })
})

test('nobody listens', async () => {
  await upstream.close()
  expect(await failure(ask())).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' })
})

test('no answer in time', async () => {
  const limit = new AbortController()
  upstream.reply = () => {
    limit.abort()
    return new Promise(() => {})
  }
  expect(await failure(ask(limit.signal))).toMatchObject({ kind: 'unreachable', code: 'timeout' })
})

test.each([
  ['a page of a proxy', 502, `<html>${SECRET}</html>`, 'HTTP 502 without JSON'],
  ['nothing', 200, '', 'HTTP 200 without JSON'],
  ['half an answer', 200, `{"${SECRET}": `, 'HTTP 200 without JSON'],
])('%s', async (_, status, body, code) => {
  upstream.reply = () => ({ status, body })
  const error = await failure(ask())
  expect(error).toMatchObject({ kind: 'unreachable', code })
  expect(error.cause).toBeUndefined()
})

test('what an upstream calls a refusal is repeated only when it looks like a code', () => {
  const code = (text: string) => new GatewayError('refused', 'Service', text).message
  expect(code('isv.BUSINESS_LIMIT_CONTROL')).toBe('Service refused: isv.BUSINESS_LIMIT_CONTROL')
  expect(code(`key=${SECRET}`)).toBe('Service refused: unknown')
  expect(code('x'.repeat(81))).toBe('Service refused: unknown')
})
