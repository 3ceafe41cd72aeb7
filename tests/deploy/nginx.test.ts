/** Tests docs/nginx.conf in the machine's nginx: what it serves, refuses, logs and hides. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveSite } from '../../server/site/serve-site.ts'
import { FILES_HOST, type Nginx, type NginxAnswer, SITE_HOST, startNginx } from './nginx.ts'

const FILES = {
  'index.html': '<h1>首页</h1>',
  '404.html': '<h1>没有找到</h1>',
  'review/1/index.html': '原文一'.repeat(200),
  'frontend/search/v/results-0.pack': 'packed '.repeat(400),
  'popular/3/index.html': '热门三',
  'enterprise/1/3/index.html': '服务商三',
  'enterprise/approved/index.html': '新入驻',
  'robots.txt': 'User-agent: *',
  'embed/index.html': '嵌入',
  'embed/match/index.html': '一键匹配',
  'frontend/assets/app.a1b2.js': 'plain script '.repeat(200),
  'frontend/data/places.json': '{}',
  'frontend/sw.js': 'keep pages',
  'frontend/sw-off.js': 'leave',
  'frontend/calendar/all.ics': 'BEGIN:VCALENDAR',
  'frontend/feed/news.xml': '<feed/>',
  '.env': 'secret',
}
let folder: string
let behind: Server[]
let nginx: Nginx

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  chmodSync(folder, 0o755)
  const dist = join(folder, 'dist')
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, name), text)
  }
  const answer: RequestListener = ({ url, headers }, response) => {
    response.end(JSON.stringify({ url, ...headers }))
  }
  behind = await Promise.all(
    ['site', 'files'].map(async (host) => {
      const server = createServer(answer)
      const socket = join(folder, `1.${host}`)
      await new Promise<void>((resolve) => server.listen({ path: socket, writableAll: true }, resolve))
      return server
    }),
  )
  nginx = await startNginx({ folder: join(folder, 'nginx'), dist, processes: [join(folder, '1')] })
})
afterAll(async () => {
  await nginx.stop()
  await Promise.all(behind.map((server) => new Promise((resolve) => server.close(resolve))))
  rmSync(folder, { recursive: true })
})

test('pages are those that the reference server gives', async () => {
  const site = new Hono().all('*', serveSite(join(folder, 'dist')))
  const paths = [
    ...[
      '/',
      '/review/1',
      '/review/1/',
      '/review/1/?from=home',
      '/review/2',
      '/popular/3',
      '/popular/3/below/it',
    ],
    ...['/popular/99/below', '/enterprise/1/3', '/enterprise/1/4', '/enterprise/approved'],
    ...[
      '/robots.txt',
      '/404',
      '/404/anything',
      '/404.html',
      '/.env',
      '/frontend/assets/app.a1b2.js',
      '/empty',
    ],
    ...[
      '/frontend/data/places.json',
      '/frontend/assets/gone.js',
      '/frontend/sw.js',
      '/frontend/calendar/all.ics',
      '/frontend/feed/news.xml',
    ],
  ]
  for (const path of paths) {
    const { status, headers, body } = await nginx.ask(path)
    const own = await site.request(`http://localhost${path}`)
    const place = own.headers.get('location') ?? undefined
    expect([path, status, headers.location]).toEqual([path, own.status, place])
    if (status === 301) continue
    expect([path, body.toString()]).toEqual([path, await own.text()])
    for (const name of ['cache-control', 'service-worker-allowed'])
      expect([path, name, headers[name] ?? null]).toEqual([path, name, own.headers.get(name)])
  }
  // A cached worker could not be withdrawn.
  for (const path of ['/frontend/sw.js', '/frontend/sw-off.js'])
    expect([path, (await nginx.ask(path)).headers['cache-control']]).toEqual([path, 'no-cache'])
})

test('what came after the build is asked of the server, which alone knows whether it is there', async () => {
  for (const path of ['/enterprise/1/1000001', '/providerlist/7']) {
    const { body } = await nginx.ask(path)
    expect(JSON.parse(body.toString())).toMatchObject({ url: path })
  }
})

test('by plain http only pages lead to https: a program that sends data so is to notice', async () => {
  expect(await nginx.askPlain('/review/1', SITE_HOST)).toEqual([301, `https://${SITE_HOST}/review/1`])
  for (const path of [
    '/main/api/v1/sms',
    '/customer/api/v1/login',
    '/operator/api/v1/order',
    '/startup',
    '/wechat/x',
  ]) {
    expect(await nginx.askPlain(path, SITE_HOST), path).toEqual([403, undefined])
  }
  expect(await nginx.askPlain('/documents/companies/1/x/a', FILES_HOST)).toEqual([403, undefined])
})

describe('nobody is led to another site', () => {
  test.each([
    '/%5Cevil.test/',
    '/%5C%5Cevil.test/',
    '/%5C/evil.test/',
    '//evil.test/',
    '/%2Fevil.test/',
    '/%2F%2Fevil.test/',
    '/%09/evil.test/',
    '/%0d%0aLocation:%20https:%2F%2Fevil.test/',
    '/x/..%2F%5Cevil.test/',
    '/review/%5C..%5C..%5Cevil.test/',
    '/@evil.test/',
  ])('%s', async (path) => {
    const { status, headers } = await nginx.ask(path)
    if (headers.location === undefined) return expect(status).toBe(404)
    const location = String(headers.location)
    expect(new URL(location, 'https://zhengce.example.cn').origin).toBe('https://zhengce.example.cn')
    expect(location).not.toMatch(/[\\\s]/)
  })
})

describe('headers', () => {
  test.each(['/review/1', '/frontend/assets/app.a1b2.js'])(
    '%s says that its form depends on the browser',
    async (path) => {
      for (const accept of ['gzip', 'identity']) {
        const { headers } = await nginx.ask(path, { headers: { 'accept-encoding': accept } })
        expect([accept, headers.vary]).toEqual([accept, 'Accept-Encoding'])
        expect(headers['content-encoding']).toBe(accept === 'gzip' ? 'gzip' : undefined)
      }
    },
  )

  test('of a pack of the search, the bytes that are asked for', async () => {
    const path = '/frontend/search/v/results-0.pack'
    const { status, headers, body } = await nginx.ask(path, { headers: { range: 'bytes=7-12' } })
    expect([status, headers['content-encoding'], String(body)]).toEqual([206, undefined, 'packed'])
  })

  test('what is made for other sites may stand in our own pages', async () => {
    const { headers } = await nginx.ask('/embed/match')
    expect(headers['content-security-policy']).toMatch(/^frame-ancestors 'self'; /)
  })

  test.each([
    '/',
    '/embed',
    '/embed/nope',
    '/nope',
    '/frontend/assets/app.a1b2.js',
    '/frontend/calendar/all.ics',
  ])('%s is protected', async (path) => {
    const { headers } = await nginx.ask(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(headers.server).toBe('nginx')
  })
})

describe('calls', () => {
  test('reach the service with the visitor and the scheme', async () => {
    const { body } = await nginx.ask('/customer/api/v1/login?a=1')
    expect(JSON.parse(body.toString())).toMatchObject({
      url: '/customer/api/v1/login?a=1',
      host: 'zhengce.example.cn',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    })
  })

  test('of one address are limited; others, probes and pages are not', async () => {
    const flood = { from: '127.0.0.9', isKept: true }
    const answers: NginxAnswer[] = []
    const isRefused = ({ status }: NginxAnswer) => status === 429
    while (!answers.some(isRefused) && answers.length < 20_000) {
      const some = Array.from({ length: 100 }, () => nginx.ask('/main/api/v1/static/download', flood))
      answers.push(...(await Promise.all(some)))
    }
    const refused = answers.filter(isRefused)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(200)
    expect(JSON.parse(String(refused[0]?.body))).toEqual({ code: 429, message: '操作太频繁，请稍后再试' })
    expect(refused[0]?.headers['retry-after']).toBe('2')
    for (const path of ['/', '/readyz']) expect((await nginx.ask(path, flood)).status).toBe(200)
    expect((await nginx.ask('/customer/api/v1/login', { from: '127.0.0.10' })).status).toBe(200)
  })
})

test('the log has no query: a signed address would open its file to whoever reads it', async () => {
  const signed = '/documents/companies/1/a/file?x-oss-signature=5ecret'
  expect((await nginx.ask(signed, { host: FILES_HOST })).status).toBe(200)
  await nginx.ask('/customer/api/v1/login?phone=13800138000')
  const logs = nginx.logs()
  for (const path of ['/documents/companies/1/a/file', '/customer/api/v1/login', '/popular/99/below'])
    expect(logs.includes(`"GET ${path}"`)).toBe(true)
  expect(logs.match(/5ecret|13800138000/g)).toBe(null)
})
