import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { outboxPath } from '../../server/sms/gateway.ts'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'
import { CATALOGUE } from '../../server/testing/portal.ts'

const PHONE = '13800000001'
let folder: string
let children: ReturnType<typeof runNode>[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-'))
  children = []
  await mkdir(join(folder, 'dist/frontend/data'), { recursive: true })
  await mkdir(join(folder, 'dist/providerlist/added'), { recursive: true })
  await writeFile(join(folder, 'dist/providerlist/added/index.html'), '<h1>服务商</h1>')
  await writeFile(join(folder, 'dist/index.html'), '<h1>首页</h1>')
  await writeFile(join(folder, 'dist/404.html'), '<h1>没有找到</h1>')
  await writeFile(join(folder, 'dist/frontend/data/catalogue.json'), JSON.stringify(CATALOGUE))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  await rm(folder, { recursive: true })
})

function run(env: Record<string, string> = {}) {
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), DIST_DIR: join(folder, 'dist'), ...env }
  const child = runNode(['server/index.ts'], settings)
  children.push(child)
  return child
}

async function startServer(env: Record<string, string> = {}) {
  const child = run(env)
  const { groups, input } = await outputOf(child, /请打开：(?<origin>\S+).*按 Ctrl\+C/s)
  return { child, origin: groups?.['origin'] ?? '', said: input }
}

const post = (origin: string, path: string, body: object, cookie = '') =>
  fetch(origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
  })

async function logIn(origin: string): Promise<string> {
  const browser = cookiesOf(await post(origin, '/main/api/v1/sms', { phone: PHONE }))
  const { code } = JSON.parse(await readFile(outboxPath(join(folder, 'data')), 'utf8'))
  return cookiesOf(await post(origin, '/customer/api/v1/customer', { phone: PHONE, captcha: code }, browser))
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

const checkSession = async (origin: string, cookie: string) =>
  (await fetch(`${origin}/customer/api/v1/login`, { headers: { cookie } })).json()

test('pages and API on one port; a login outlives stop, start and kill', async () => {
  const first = await startServer()
  expect(await (await fetch(first.origin)).text()).toBe('<h1>首页</h1>')
  expect((await fetch(`${first.origin}/nope`)).status).toBe(404)
  expect((await fetch(`${first.origin}/providerlist/2`)).status, 'a category that the database has').toBe(200)
  expect((await fetch(`${first.origin}/providerlist/99`)).status, 'and one that it has not').toBe(404)
  const figures = (await (await fetch(`${first.origin}/customer/api/v1/index/data`)).json()) as object
  expect(figures).toMatchObject({ code: 200, data: { originals: 2 } })
  const cookie = await logIn(first.origin)
  first.child.kill('SIGTERM')
  expect(await ended(first.child)).toBe(0)

  const second = await startServer()
  expect(await checkSession(second.origin, cookie)).toMatchObject({ code: 200 })
  second.child.kill('SIGKILL')
  await ended(second.child)

  const third = await startServer()
  expect(await checkSession(third.origin, cookie)).toMatchObject({ code: 200 })
})

test('a stop lets a running request finish', async () => {
  const { child, origin } = await startServer()
  const answered = new Promise<string>((resolve, reject) => {
    const body = JSON.stringify({ phone: PHONE })
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'content-length': body.length,
      expect: '100-continue',
    }
    const slow = request(`${origin}/main/api/v1/sms`, { method: 'POST', headers }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    })
    slow.on('error', reject)
    outputOf(child, /正在停止/).then(() => slow.end(body.slice(5)), reject)
    slow.once('continue', () => {
      slow.write(body.slice(0, 5))
      child.kill('SIGTERM')
    })
    slow.flushHeaders()
  })
  expect(JSON.parse(await answered)).toMatchObject({ code: 200 })
  expect(await ended(child)).toBe(0)
})

test('while it waits for the balancer, only /readyz refuses; Ctrl+C ends the wait', async () => {
  const { child, origin } = await startServer({ DRAIN_SECONDS: '300' })
  const statuses = async () => {
    const answers = await Promise.all(['/healthz', '/readyz', '/'].map((path) => fetch(origin + path)))
    return answers.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200, 200])
  child.kill('SIGTERM')
  await outputOf(child, /正在停止/)
  expect(await statuses()).toEqual([200, 503, 200])
  const { message } = (await (await fetch(`${origin}/readyz`)).json()) as { message: string }
  expect(message).toBe('服务正在停止')
  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
})

test('what hinders a start is said in Chinese, with exit code 1', async () => {
  const { origin } = await startServer()
  const port = new URL(origin).port
  const portTaken = new RegExp(`端口 ${port} 已被占用.*PORT（网站）.*OBJECTS_PORT（文件）`)
  const newer = join(folder, 'newer')
  const { db, close } = await connect(newer)
  await sql`insert into migrations (number, applied_at) values (9999, 1)`.execute(db)
  await close()
  const blocked = join(folder, 'blocked')
  await mkdir(join(blocked, 'lock.sqlite'), { recursive: true })
  const cases = [
    [{ PORT: 'eighty' }, /PORT 应为/],
    [{}, /正被另一个进程使用/],
    [
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/portal' },
      /数据库 127\.0\.0\.1:1\/portal 不能使用：服务器没有应答/,
    ],
    [{ PORT: port, OBJECTS_PORT: '0', DATA_DIR: join(folder, 'other') }, portTaken],
    [{ OBJECTS_PORT: port, DATA_DIR: join(folder, 'other') }, portTaken],
    [{ DATA_DIR: newer }, /数据由更新版本的程序写成/],
    [{ DATA_DIR: join(folder, 'dist/index.html') }, /数据目录不能使用，请检查 DATA_DIR.*dist\/index\.html/],
    [{ DATA_DIR: blocked }, /数据目录不能使用，请检查 DATA_DIR.*unable to open/],
  ] as const
  for (const [settings, words] of cases) {
    const child = run(settings)
    await outputOf(child, words)
    expect(await ended(child)).toBe(1)
  }
})

test('is compiled without being started', async () => {
  const cache = join(folder, 'compiled')
  const child = runNode(['server/index.ts', '--compile'], {
    NODE_COMPILE_CACHE: cache,
    DATA_DIR: join(folder, 'data'),
  })
  children.push(child)
  expect(await ended(child)).toBe(0)
  expect(existsSync(cache)).toBe(true)
  expect(existsSync(join(folder, 'data'))).toBe(false)
})
