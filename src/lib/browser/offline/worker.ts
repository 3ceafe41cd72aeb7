/**
 * The worker that answers for pages while the browser is offline (docs/offline.md), at most 3 KB. Online, the server's answer
 * always comes first; a copy is marked as one, with its time. The worker ignores calls, signed addresses, ranges and other
 * origins.
 */
import { DAY_MS } from '../../rules/time/durations.ts'
import { emptyStores, KEPT_AT, KEPT_DAYS, KEPT_TITLE, OFFLINE_PATH, STORES } from './pages.ts'

/** The used part of a worker's types: types for pages and for workers exclude each other. */
export interface WorkerScope {
  location: { origin: string }
  registration: Pick<ServiceWorkerRegistration, 'navigationPreload' | 'unregister'>
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: (type: string, hear: (event: WorkerEvent) => void) => void
}

export interface WorkerEvent {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  data: unknown
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (answer: Promise<Response>) => void
}

/** The oldest entries go first; a longer page is not stored. */
export const MOST = { read: 40, followed: 41, assets: 150, pageCharacters: 300_000 } as const

/** No pages for readers: calls, the desk, embedded pages, data and feeds. */
const NO_PAGE = /^\/(main|customer|startup|wechat|operator|embed|healthz|readyz|frontend(?!\/offline$))(\/|$)/

type Kind = 'page' | 'asset' | undefined

export function kindOf({ url, method, mode, headers }: Request, ours: string): Kind {
  const { origin, pathname } = new URL(url)
  if (origin !== ours || method !== 'GET' || headers.has('range')) return undefined
  if (mode === 'navigate') return NO_PAGE.test(pathname) ? undefined : 'page'
  return pathname.startsWith('/frontend/assets/') ? 'asset' : undefined
}

export function keepPages(worker: WorkerScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
  worker.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]))
  })
  worker.addEventListener('fetch', (event) => {
    const kind = kindOf(event.request, worker.location.origin)
    if (kind) event.respondWith(kind === 'page' ? answerPage(event) : answerAsset(event))
  })
  worker.addEventListener('message', (event) => {
    const paths = event.data as string[]
    // Deletes all, also the page that lists them: the person is logged out.
    event.waitUntil(
      paths[0] ? follow(paths) : Promise.all(Object.values(STORES).map((name) => caches.delete(name))),
    )
  })
}

/** Replaces the worker when the site switches it off: deletes all stores, then itself. */
export function leave(worker: WorkerScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
  worker.addEventListener('activate', (event) => {
    event.waitUntil(emptyStores().then(() => worker.registration.unregister()))
  })
}

async function answerPage(event: WorkerEvent): Promise<Response> {
  const { request } = event
  // The query does not change a page, and may contain a person's search words.
  const { pathname } = new URL(request.url)
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request))
    event.waitUntil(keepPage(STORES.read, pathname, answer.clone()))
    return answer
  } catch {
    return (await readPage(pathname)) ?? (await readPage(OFFLINE_PATH)) ?? Response.error()
  }
}

/** Its name contains a hash of its content. The browser's own cache comes first, but forgets sooner. */
async function answerAsset(event: WorkerEvent): Promise<Response> {
  const { request } = event
  const cacheName = STORES.assets
  try {
    const answer = await fetch(request)
    const copy = answer.clone()
    const keep = async () => {
      if (copy.ok && !(await caches.match(request, { cacheName })))
        await put(cacheName, request.url, copy, MOST.assets)
    }
    event.waitUntil(keep())
    return answer
  } catch {
    return (await caches.match(request, { cacheName })) ?? Response.error()
  }
}

async function follow(paths: readonly string[]): Promise<void> {
  const store = STORES.followed
  const cache = await openStore(store)
  if (!cache) return
  for (const { url } of await cache.keys()) {
    if (!paths.includes(new URL(url).pathname)) await cache.delete(url)
  }
  for (const path of paths) {
    const kept = await cache.match(path)
    if (kept && keptAt(kept) > Date.now() - DAY_MS) continue
    // Offline, the next day's run loads it.
    await fetch(path)
      .then((answer) => keepPage(store, path, answer))
      .catch(() => {})
  }
}

async function keepPage(store: string, path: string, answer: Response): Promise<void> {
  if (answer.status === 404) await (await openStore(store))?.delete(path)
  if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) return
  const html = await answer.text()
  if (html.length > MOST.pageCharacters) return
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(KEPT_AT, `${Date.now()}`)
  headers.set(KEPT_TITLE, encodeURIComponent(/<title>(.*?)</.exec(html)?.[1] ?? path))
  const most = store === STORES.read ? MOST.read : MOST.followed
  await put(store, path, new Response(html, { headers }), most)
}

async function put(store: string, path: string, answer: Response, most: number): Promise<void> {
  const cache = await openStore(store)
  if (!cache) return
  await cache.delete(path)
  await cache.put(path, answer)
  for (const oldest of (await cache.keys()).slice(0, -most)) await cache.delete(oldest)
}

/** Returns the store only while it exists: a logout may just have deleted it, and opening would recreate it. */
async function openStore(name: string): Promise<Cache | undefined> {
  const cache = await caches.open(name)
  if (await caches.has(name === STORES.read ? STORES.assets : STORES.read)) return cache
  await caches.delete(name)
  return undefined
}

async function readPage(path: string): Promise<Response | undefined> {
  const [read, followed] = await Promise.all(
    [STORES.read, STORES.followed].map((cacheName) => caches.match(path, { cacheName })),
  )
  const newest = keptAt(read) > keptAt(followed) ? read : followed
  if (!newest || keptAt(newest) < Date.now() - KEPT_DAYS * DAY_MS) return undefined
  if (path === OFFLINE_PATH) return newest
  return new Response(withNote(await newest.text(), new Date(keptAt(newest))), newest)
}

function keptAt(answer?: Response): number {
  return Number(answer?.headers.get(KEPT_AT) ?? 0)
}

/** Inserts the note before the main text, in classes that every page has: the page's policy allows no other style. */
export function withNote(html: string, at: Date): string {
  const time = at.toLocaleString('zh-CN', { dateStyle: 'long', timeStyle: 'short' })
  const note = `<p class="page" role="status"><b class="mark">离线查看</b> 保存于${time}，其后的变化未显示，期限请联网核对。<a href="${OFFLINE_PATH}">可离线查看的页面</a></p>`
  return html.replace('<title>', '<title>离线查看：').replace('<main', () => `${note}<main`)
}
