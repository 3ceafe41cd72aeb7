import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { serveSite } from './serve-site.ts'

const FILES = {
  'index.html': '<h1>首页</h1>',
  '404.html': '<h1>没有找到</h1>',
  'review/1/index.html': '原文一',
  'popular/3/index.html': '热门三',
  'enterprise/1/3/index.html': '服务商三',
  'enterprise/approved/index.html': '新入驻',
  'providerlist/1/index.html': '类别一',
  'providerlist/added/index.html': '新增类别',
  'loan/index.html': '贷款',
  'long/index.html': '长文'.repeat(1000),
  'robots.txt': 'User-agent: *',
  'frontend/assets/app.a1b2.js': 'plain script',
  'frontend/sw.js': 'worker',
  'frontend/assets/app.a1b2.js.br': 'brotli script',
  'frontend/search/terms-0.bin': 'shard '.repeat(400),
  'frontend/assets/photo.png': 'png',
  'frontend/data/catalogue.json': '{}',
  'frontend/files/附件 1.pdf': 'x'.repeat(600_000),
  '.env': 'secret',
  'empty/deep/index.html': 'deep',
}
let folder: string
let portal: TestPortal

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dist-'))
  const inDist = Object.entries(FILES).map(([name, text]) => [join('dist', name), text] as const)
  for (const [name, text] of [...inDist, ['outside.txt', 'secret'] as const]) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  portal = await openPortal()
  portal.app.all(
    '*',
    serveSite(join(folder, 'dist'), async (path) => !path.endsWith('9')),
  )
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => portal.browser().get(path, headers)
const MISSING = { status: 404, body: FILES['404.html'] }

test.each(['/enterprise/1/1000009', '/providerlist/9'])(
  '%s, which does not exist, is a real 404',
  async (path) => {
    expect(await get(path)).toMatchObject(MISSING)
  },
)

describe('which file', () => {
  test.each([
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/review/1', 'review/1/index.html', 'text/html; charset=utf-8'],
    ['/review/1?from=home', 'review/1/index.html', 'text/html; charset=utf-8'],
    ['/loan', 'loan/index.html', 'text/html; charset=utf-8'],
    ['/popular/3', 'popular/3/index.html', 'text/html; charset=utf-8'],
    ['/popular/3/anything/below', 'popular/3/index.html', 'text/html; charset=utf-8'],
    ['/enterprise/1/3', 'enterprise/1/3/index.html', 'text/html; charset=utf-8'],
    ['/enterprise/1/1000001', 'enterprise/approved/index.html', 'text/html; charset=utf-8'],
    ['/providerlist/1', 'providerlist/1/index.html', 'text/html; charset=utf-8'],
    ['/providerlist/7', 'providerlist/added/index.html', 'text/html; charset=utf-8'],
    ['/robots.txt', 'robots.txt', 'text/plain; charset=utf-8'],
    ['/frontend/data/catalogue.json', 'frontend/data/catalogue.json', 'application/json'],
    ['/frontend/files/%E9%99%84%E4%BB%B6%201.pdf', 'frontend/files/附件 1.pdf', 'application/pdf'],
  ] as const)('%s', async (path, file, type) => {
    const response = await portal.app.request(path)
    expect(await response.text()).toBe(FILES[file])
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(FILES[file])))
  })

  test.each([
    '/nope',
    '/404',
    '/404/anything',
    '/404.html',
    '/empty',
    '/popular/99/below',
    '/enterprise/1/4',
    '/enterprise/x/1000001',
    '/enterprise/1/1000001/more',
    '/%zz',
    '/%',
    '/%00',
    '/.env',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
    '/popular/..%2f..%2f..%2foutside.txt/x',
    '/review//1',
    '//evil.example',
    '//evil.example/',
    '/review/1/index.html/x',
    `/${'a'.repeat(5000)}`,
    "/<script>alert(1)</script>'--",
  ])('%s is not found', async (path) => {
    expect(await get(path)).toMatchObject(MISSING)
  })

  test('an API path never gets a page', async () => {
    expect(await get('/main/review/1')).toMatchObject({ status: 404, body: { code: 404 } })
  })
})

test.each([
  ['/review/1/', '/review/1'],
  ['/review/1/?page=2&q=%E4%BC%81', '/review/1?page=2&q=%E4%BC%81'],
  ['/nope/', '/nope'],
])('%s leads to %s', async (path, target) => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, target])
})

describe('compression', () => {
  const script = '/frontend/assets/app.a1b2.js'
  test.each([
    ['gzip, deflate, br, zstd', 'br', 'brotli script'],
    ['identity', null, 'plain script'],
  ])('%s: %s', async (accept, encoding, text) => {
    const answer = await get(script, { 'accept-encoding': accept })
    expect(answer.body).toBe(text)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe(encoding && 'Accept-Encoding')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test.each(['gzip', 'br;q=0, gzip;q=0.5'])('%s: packed as it is sent', async (accept) => {
    for (const path of ['/long', '/frontend/search/terms-0.bin'] as const) {
      const answer = await portal.app.request(path, { headers: { 'accept-encoding': accept } })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      const text = String(gunzipSync(await answer.arrayBuffer()))
      expect(text).toBe(path === '/long' ? FILES['long/index.html'] : FILES['frontend/search/terms-0.bin'])
    }
  })

  test('without a sibling the file itself', async () => {
    const answer = await get('/robots.txt', { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-encoding')).toBeNull()
  })
})

describe('a part of a file', () => {
  const path = '/robots.txt'
  test.each([
    ['bytes=0-3', 'User', 'bytes 0-3/13'],
    ['bytes=6-', 'gent: *', 'bytes 6-12/13'],
    ['bytes=12-99', '*', 'bytes 12-12/13'],
    ['bytes=-5', 'nt: *', 'bytes 8-12/13'],
  ])('%s', async (range, text, said) => {
    const answer = await get(path, { range })
    expect([answer.status, answer.body]).toEqual([206, text])
    expect(answer.headers.get('content-range')).toBe(said)
    expect(answer.headers.get('content-length')).toBe(String(text.length))
  })

  test('is never one of a compressed form', async () => {
    const answer = await get('/frontend/assets/app.a1b2.js', { range: 'bytes=0-4', 'accept-encoding': 'br' })
    expect([answer.status, answer.body]).toEqual([206, 'plain'])
  })

  test('outside the file is refused', async () => {
    expect((await get(path, { range: 'bytes=13-' })).status).toBe(416)
  })

  test('of a page that is missing is the whole page that says so', async () => {
    expect(await get('/nope', { range: 'bytes=0-3' })).toMatchObject(MISSING)
  })
})

describe('caching', () => {
  test.each([
    ['/frontend/assets/photo.png', 'public, max-age=31536000, immutable'],
    ['/frontend/assets/missing.png', 'no-cache'],
    ['/frontend/data/catalogue.json', 'no-cache'],
    ['/frontend/sw.js', 'no-cache'],
    ['/review/1', 'no-cache'],
    ['/nope', 'no-cache'],
  ])('%s: %s', async (path, expected) => {
    expect((await get(path)).headers.get('cache-control')).toBe(expected)
  })

  test('only the worker may answer for pages above its folder', async () => {
    const allowed = async (path: string) => (await get(path)).headers.get('service-worker-allowed')
    expect(await allowed('/frontend/sw.js')).toBe('/')
    for (const path of ['/review/1', '/frontend/assets/app.a1b2.js', '/frontend/missing/sw.js'])
      expect(await allowed(path)).toBe(null)
  })

  test('what the browser has already is not sent again', async () => {
    const etag = (await get('/review/1')).headers.get('etag') as string
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const answer = await get('/review/1', { 'if-none-match': known })
      expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get('/review/1', { 'if-none-match': '"x"' })).status).toBe(200)
  })
})

describe('methods', () => {
  test('HEAD tells everything but the body', async () => {
    for (const path of ['/review/1', '/nope', '/frontend/files/%E9%99%84%E4%BB%B6%201.pdf']) {
      const [head, full] = [await portal.browser().send('HEAD', path, {}), await get(path)]
      expect([head.status, head.body]).toEqual([full.status, ''])
      expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'))
    }
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s: 405', async (method) => {
    const answer = await portal.browser().send(method, '/review/1', {})
    expect(answer).toMatchObject({ status: 405, body: { code: 405 } })
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})

test('without any build the answer is still a 404', async () => {
  const bare = await openPortal()
  bare.app.all('*', serveSite(join(folder, 'nowhere')))
  expect(await bare.browser().get('/')).toMatchObject({ status: 404, body: '页面不存在' })
  await bare.close()
})
