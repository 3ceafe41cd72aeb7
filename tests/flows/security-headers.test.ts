import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, stopListening } from '../../server/listen.ts'
import { serveSite } from '../../server/site/serve-site.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'

const FILES = {
  'dist/index.html': '<h1>首页</h1>',
  'dist/404.html': '<h1>没有找到</h1>',
  'dist/openapi.json': '{}',
  'dist/embed/match/index.html': '<h1>一键匹配</h1>',
  'dist/embed/policy/2/index.html': '<h1>政策判断</h1>',
  'dist/frontend/assets/app.js': 'plain script',
  'dist/frontend/assets/app.js.br': 'brotli script',
  'dist/frontend/data/catalogue.json': '{}',
  'dist/frontend/files/附件.pdf': 'x'.repeat(600_000),
  'objects/.keep': '',
}
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}
const OF_PAGES = {
  ...EVERYWHERE,
  'content-security-policy':
    "frame-ancestors 'none'; connect-src 'self' http://localhost:4322; img-src 'self' data: http://localhost:4322",
}
const OF_API = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

let folder: string
let portal: TestPortal
let server: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headers-'))
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const sendSms = () => Promise.reject(new Error('gateway down'))
  portal = await openPortal({ env: { DATA_DIR: folder, TRUSTED_PROXY_HOPS: '1' }, sendSms })
  portal.app.all('*', serveSite(join(folder, 'dist')))
  server = await listen(portal.app, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await stopListening(server)
  await portal.close()
  await rm(folder, { recursive: true })
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Not `fetch`, which refuses to send a broken host. */
function ask(path: string, { body, ...options }: Asked) {
  const { port } = server.address() as AddressInfo
  const headers = { 'sec-fetch-site': 'same-origin', ...options.headers }
  return new Promise<{ status: number | undefined; headers: object }>((resolve, reject) => {
    const asked = request({ port, path, ...options, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode, headers: answer.headers }))
    })
    asked.on('error', reject).end(body)
  })
}

const SMS = '/main/api/v1/sms'
const json = (body: string): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

const CLASSES: [string, number, string, object, Asked?][] = [
  ['a page', 200, '/', OF_PAGES],
  ['a page asked for by HEAD', 200, '/', OF_PAGES, { method: 'HEAD' }],
  ['a page that the browser has', 304, '/', OF_PAGES, { headers: { 'if-none-match': '*' } }],
  ['an asset', 200, '/frontend/assets/app.js', OF_PAGES],
  ['a packed asset', 200, '/frontend/assets/app.js', OF_PAGES, { headers: { 'accept-encoding': 'br' } }],
  ['data of the build', 200, '/frontend/data/catalogue.json', OF_PAGES],
  ['a file that flows through', 200, '/frontend/files/%E9%99%84%E4%BB%B6.pdf', OF_PAGES],
  ['the description of the API', 200, '/openapi.json', OF_PAGES],
  ['the 404 page', 404, '/nope', OF_PAGES],
  ['the 404 page by its name', 404, '/404', OF_PAGES],
  ['a redirect', 301, '/review/1/', OF_PAGES],
  ['a page that was posted to', 405, '/', OF_PAGES, { method: 'POST' }],
  ['an answer of the API', 200, '/customer/api/v1/index/data', OF_API],
  ['an answer that sets cookies', 200, '/customer/api/v1/logout', OF_API],
  ['a refusal', 200, '/customer/api/v1/message', OF_API],
  ['a malformed body', 400, SMS, OF_API, json('{')],
  ['another content type', 415, SMS, OF_API, { method: 'POST', body: 'phone' }],
  ['a body that is too large', 413, SMS, OF_API, json(`"${'x'.repeat(70_000)}"`)],
  ['a fault', 500, SMS, OF_API, json('{"phone":"13800000001"}')],
  ['an unknown call', 404, '/main/api/v1/nope', OF_API],
  ['a wrong method', 405, SMS, OF_API],
  ['a call of operators', 200, '/operator/api/v1/orders', OF_API],
  ['the life sign', 200, '/healthz', OF_API],
  ['the readiness', 200, '/readyz', OF_API],
]

test.each(CLASSES)('%s (%i)', async (_, status, path, expected, { headers, ...options } = {}) => {
  const secure = { 'x-forwarded-proto': 'https', ...headers }
  const answer = await ask(path, { ...options, headers: secure })
  expect(answer).toMatchObject({ status, headers: expected })
  expect(answer.headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(answer.headers).not.toHaveProperty('x-powered-by')
  expect((await ask(path, { ...options, headers: headers ?? {} })).headers).not.toHaveProperty(
    'strict-transport-security',
  )
})

test.each([
  ['', "'self'"],
  ['https://www.example.cn, https://*.gov.example', "'self' https://www.example.cn https://*.gov.example"],
  ['*', "'self' *"],
])('with EMBED_HOSTS=%s only what is made for it may stand in pages of others', async (hosts, ancestors) => {
  const chosen = await openPortal({ env: { EMBED_HOSTS: hosts } })
  chosen.app.all('*', serveSite(join(folder, 'dist')))
  const policyOf = async (path: string, headers: Record<string, string> = {}) =>
    (await chosen.browser().get(path, headers)).headers.get('content-security-policy')?.split(';')[0]
  for (const path of ['/embed/match', '/embed/policy/2?color=0b5c63']) {
    for (const headers of [{}, { 'if-none-match': '*' }])
      expect([path, await policyOf(path, headers)]).toEqual([path, `frame-ancestors ${ancestors}`])
  }
  const others = ['/', '/embed', '/embed-not', '/match', '/frontend/embed.js', '/embed/../match']
  const missing = ['/embed/nope', '/embed/policy/999999', '/embed/match/nope']
  for (const path of [...others, ...missing])
    expect([path, await policyOf(path)]).toEqual([path, "frame-ancestors 'none'"])
  expect(await policyOf('/embed/%2e%2e/match')).toBe("frame-ancestors 'none'")
  await chosen.close()
})

test("the store's address uses the portal's names, not the request's", async () => {
  const storeFor = async (chosen: TestPortal, host: string) =>
    /connect-src 'self' ([^;]+)/.exec(
      (await chosen.app.request(`http://${host}/`)).headers.get('content-security-policy') ?? '',
    )?.[1]
  const chosen = await openPortal({ env: { PUBLIC_ORIGINS: 'http://a.test,http://b.test:8080' } })
  chosen.app.all('*', serveSite(join(folder, 'dist')))
  expect(await storeFor(chosen, 'a.test')).toBe('http://a.test:4322')
  expect(await storeFor(chosen, 'b.test:8080')).toBe('http://b.test:4322')
  expect(await storeFor(chosen, 'evil.example')).toBe('http://a.test:4322')
  await chosen.close()
  expect(await storeFor(portal, '192.168.1.5:4321')).toBe('http://192.168.1.5:4322')
})

test.each(['/', SMS])('%s covers the names below this one if that was chosen', async (path) => {
  const chosen = await openPortal({ env: { HSTS_SUBDOMAINS: '1', TRUSTED_PROXY_HOPS: '1' } })
  chosen.app.all('*', serveSite(join(folder, 'dist')))
  const answer = await chosen.browser().get(path, { 'x-forwarded-proto': 'https' })
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  await chosen.close()
})

test.each(['/', SMS, '/healthz'])('an invalid host, requested for %s', async (path) => {
  const answer = await ask(path, { headers: { host: 'bad host[' } })
  expect(answer).toMatchObject({ status: 400, headers: OF_API })
})

test('a server that is not ready', async () => {
  await rm(join(folder, 'objects'), { recursive: true })
  portal.clock.ms += 3000
  expect(await ask('/readyz', {})).toMatchObject({ status: 503, headers: OF_API })
})

test('a preview keeps search engines out, the portal itself does not', async () => {
  const preview = await openPortal({ env: { PREVIEW_OF: '分支 main' } })
  preview.app.all('*', serveSite(join(folder, 'dist')))
  const robots = async ({ app }: TestPortal) =>
    (await app.request('http://localhost/')).headers.get('x-robots-tag')
  expect([await robots(preview), await robots(portal)]).toEqual(['noindex, nofollow', null])
  await preview.close()
})
