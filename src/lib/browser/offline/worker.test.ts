/** Runs the worker on stores in memory that keep the order of insertion, as browsers do. */
import { beforeEach, expect, test, vi } from 'vitest'
import { OFFLINE_PATH, STORES } from './pages.ts'
import { keepPages, kindOf, leave, type WorkerEvent, type WorkerScope } from './worker.ts'

const SITE = 'https://zhengce.example.cn'
const DAY_MS = 86_400_000

class Store {
  readonly entries = new Map<string, Response>()
  readonly keys = async () => [...this.entries.keys()].map((url) => new Request(url))
  readonly delete = async (name: string | Request) => this.entries.delete(at(name))
  readonly put = async (name: string, answer: Response) => {
    this.entries.set(at(name), answer)
  }
  readonly match = async (name: string | Request) => this.entries.get(at(name))?.clone()
}

const at = (name: string | Request) => new URL(typeof name === 'string' ? name : name.url, SITE).href

let stores: Map<string, Store>
let online: ((path: string) => Response) | undefined
let asked: string[]
let hear: Map<string, (event: WorkerEvent) => void>
const worker: WorkerScope = {
  location: { origin: SITE },
  registration: {
    unregister: async () => true,
    navigationPreload: { enable: async () => {} } as NavigationPreloadManager,
  },
  clients: { claim: async () => {} },
  skipWaiting: async () => {},
  addEventListener: (type, react) => hear.set(type, react),
}

beforeEach(() => {
  vi.useRealTimers()
  hear = new Map()
  asked = []
  stores = new Map(Object.values(STORES).map((name) => [name, new Store()]))
  vi.stubGlobal('caches', {
    has: async (name: string) => stores.has(name),
    open: async (name: string) => stores.get(name) ?? stores.set(name, new Store()).get(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (name: string | Request, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.match(name),
  })
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const { pathname } = new URL(at(request))
    asked.push(pathname)
    if (!online) throw new TypeError('no line')
    return online(pathname)
  })
  online = (path) => page(path, '今天')
  keepPages(worker)
})

function page(path: string, words: string): Response {
  const html = `<html><head><title>${path}</title></head><body id="top"><main>${words}</main></body></html>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Returns the request of a person who opens a page. Node cannot create one with that mode. */
function navigation(path: string, init?: RequestInit): Request {
  return Object.defineProperty(new Request(at(path), init), 'mode', { value: 'navigate' })
}

/** Returns the worker's answer after all its work; undefined when it leaves the request to the browser. */
async function ask(request: Request): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined
  const work: Promise<unknown>[] = []
  hear.get('fetch')?.({
    request,
    data: undefined,
    waitUntil: (each) => work.push(each),
    respondWith: (given) => {
      answer = given
    },
  })
  const given = await answer
  await Promise.all(work)
  return given
}

async function tell(type: string, data?: unknown): Promise<void> {
  const work: Promise<unknown>[] = []
  hear.get(type)?.({
    request: new Request(SITE),
    data,
    waitUntil: (each) => work.push(each),
    respondWith: () => {},
  })
  await Promise.all(work)
}

const pathsIn = (store: string) =>
  [...(stores.get(store)?.entries.keys() ?? [])].map((url) => new URL(url).pathname)

test.each(['/', '/pmanagement/2', '/operators-handbook', OFFLINE_PATH])('serves the page %s', (path) => {
  expect(kindOf(navigation(path), SITE)).toBe('page')
})

test.each<[string, RequestInit?]>([
  ['/customer/api/v1/login'],
  ['/main/api/v1/policy-feed.atom'],
  ['/operator'],
  ['/operator/orders'],
  ['/embed/match'],
  ['/frontend/feed/news.xml'],
  ['/frontend/offline-list'],
  ['/loan/declare', { method: 'POST' }],
  ['/review/2', { headers: { range: 'bytes=0-9' } }],
  ['https://files.example.cn/documents/a?signature=1'],
])('leaves %s alone', (path, init) => {
  expect(kindOf(navigation(path, init), SITE)).toBeUndefined()
})

test('who is online reads what the server says, and offline the same with the day of the copy', async () => {
  await ask(navigation('/review/2?q=secret'))
  expect(pathsIn(STORES.read)).toEqual(['/review/2'])
  online = (path) => page(path, '明天')
  expect(await (await ask(navigation('/review/2')))?.text()).not.toMatch(/离线|今天/)
  online = undefined
  const read = (await (await ask(navigation('/review/2?from=list')))?.text()) ?? ''
  expect(read).toContain('<p class="page" role="status"><b class="mark">离线查看</b> 保存于20')
  expect(read).toContain('<title>离线查看：/review/2</title>')
  expect(read).toContain('</p><main>明天')
})

test('in place of a missing copy comes the page that lists the copies, without a note', async () => {
  await tell('message', [OFFLINE_PATH])
  online = undefined
  const read = await (await ask(navigation('/review/3')))?.text()
  expect(read).toContain(`<title>${OFFLINE_PATH}</title>`)
  expect(read).not.toContain('保存于')
})

test("removed pages, errors and other content are not stored; a removed page's copy is deleted", async () => {
  await ask(navigation('/review/2'))
  for (const [path, status, type] of [
    ['/review/3', 500, 'text/html'],
    ['/sitemap.xml', 200, 'text/xml'],
    ['/review/2', 404, 'text/html'],
  ] as const) {
    online = () => new Response('<title>x</title>', { status, headers: { 'content-type': type } })
    expect((await ask(navigation(path)))?.status).toBe(status)
  }
  expect(pathsIn(STORES.read)).toEqual([])
})

test('pages of what is followed come once a day, and go when it is followed no longer', async () => {
  await tell('message', ['/review/1', '/review/2'])
  await tell('message', ['/review/2', '/review/3'])
  expect(pathsIn(STORES.followed)).toEqual(['/review/2', '/review/3'])
  expect(asked).toEqual(['/review/1', '/review/2', '/review/3'])
  vi.useFakeTimers({ now: Date.now() + DAY_MS + 1, toFake: ['Date'] })
  online = undefined
  await tell('message', ['/review/2', '/review/3'])
  expect(asked).toHaveLength(5)
  expect(await (await ask(navigation('/review/3')))?.text()).toContain('今天')
})

test('a script that was loaded is there without a line', async () => {
  const script = () => new Request(at('/frontend/assets/form.1b2.js'))
  online = () => new Response('export {}')
  await ask(script())
  online = undefined
  expect(await (await ask(script()))?.text()).toBe('export {}')
})

test('after a logout nothing is stored, although the page and its worker still run', async () => {
  stores.clear()
  await ask(navigation('/review/2'))
  await ask(new Request(at('/frontend/assets/form.1b2.js')))
  await tell('message', ['/review/3'])
  expect([...stores.keys()]).toEqual([])
})

test.each([
  ['a page', () => navigation('/review/2')],
  ['a script', () => new Request(at('/frontend/assets/form.1b2.js'))],
])('%s that comes while somebody logs out leaves no store behind', async (_, request) => {
  const before = caches
  const logOut = <Answer>(answer: Answer) => {
    stores.clear()
    return answer
  }
  vi.stubGlobal('caches', { ...before, has: (name: string) => before.has(name).then(logOut) })
  await ask(request())
  await ask(request())
  expect([...stores.keys()]).toEqual([])
})

test('the page of a person whose login has expired deletes everything, online and offline', async () => {
  for (const line of [online, undefined]) {
    stores = new Map(Object.values(STORES).map((name) => [name, new Store()]))
    online = (path) => page(path, '今天')
    await ask(navigation('/review/2'))
    online = line
    await tell('message', [])
    expect([...stores.keys()]).toEqual([])
  }
})

test('the removing worker deletes our stores, and no others', async () => {
  stores.set('of-somebody-else', new Store())
  hear.clear()
  leave(worker)
  await tell('install')
  await tell('activate')
  expect([...stores.keys()]).toEqual(['of-somebody-else'])
  expect([...hear.keys()]).toEqual(['install', 'activate'])
})
