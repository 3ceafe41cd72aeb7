import { afterEach, expect, test, vi } from 'vitest'
import { shareSignature } from '../contract/policies/share.ts'
import { ask } from './ask.ts'
import { ContractError } from './errors.ts'

const SIGNATURE = { appId: 'wx1', timestamp: 1414587457, nonceStr: 'n', signature: 's' }

afterEach(() => vi.unstubAllGlobals())

function answer(body: object) {
  const headers = { 'content-type': 'application/json' }
  const send = vi.fn(async (_path: string) => new Response(JSON.stringify(body), { headers }))
  vi.stubGlobal('fetch', send)
  return send
}

test('the address is encoded once, so that the server reads it as the page sees it', async () => {
  const send = answer({ code: 200, ...SIGNATURE })
  const page = 'https://a.example.cn/pmobile/23?q=%E9%AB%98+a%2Bb&x=1#top'
  expect(await ask(shareSignature, { query: { url: page } })).toEqual(SIGNATURE)
  const asked = new URL(String(send.mock.calls[0]?.[0]), 'https://a.example.cn')
  expect(asked.pathname).toBe('/wechat/api/v1/share/signature')
  expect([...asked.searchParams]).toEqual([['url', page]])
})

test('a timestamp in words would not be understood by the JS-SDK', async () => {
  answer({ code: 200, ...SIGNATURE, timestamp: '1414587457' })
  await expect(ask(shareSignature, { query: { url: 'https://a.example.cn/' } })).rejects.toThrow(
    ContractError,
  )
})
