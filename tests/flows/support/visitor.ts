/**
 * One browser and the whole portal behind it in one process. Makes the window here, because Vitest's happy-dom environment
 * would hide Node's Request and Response from the server in the same process.
 */
import { Window } from 'happy-dom'
import { cleanStores } from 'nanostores'
import { vi } from 'vitest'
import { openPortal, type PortalOptions } from '../../../server/testing/portal.ts'
import { beginPageLife } from '../../page-life.ts'

const ORIGIN = 'http://portal.test'
export const PHONE = '13800000001'

type Network = (pass: () => Promise<Response>) => Promise<Response>

export const OFFLINE: Network = () => Promise.reject(new TypeError('fetch failed'))

export function answering(body: unknown, status = 200): Network {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return async () => new Response(text, { status, headers: { 'content-type': 'application/json' } })
}

export type Visitor = Awaited<ReturnType<typeof openVisitor>>

/**
 * Opens a fresh browser on a fresh portal, both with one stopped clock. Close it after the test. The ids of the neighbour's
 * rows are negative.
 */
export async function openVisitor(options: PortalOptions = {}) {
  const portal = await openPortal(options)
  vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.ms })
  Object.defineProperty(portal.clock, 'ms', { get: () => Date.now(), set: (ms) => vi.setSystemTime(ms) })

  const window = new Window({ url: ORIGIN })
  const endPageLife = beginPageLife()
  const { document, localStorage, sessionStorage, CustomEvent } = window
  const globals = {
    window,
    document,
    localStorage,
    sessionStorage,
    CustomEvent,
    fetch: send,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)

  const visitor = {
    portal,
    document,
    requests: [] as string[],
    underway: new Set<Promise<Response>>(),
    secrets: new Map<string, string>(),
    network: ((pass) => pass()) as Network,
    online() {
      visitor.network = (pass) => pass()
    },
    waitSeconds: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000),
    shownAs: () => document.documentElement.dataset['session'],
    async close() {
      // Closed pages must ask nothing again.
      for (const { $session } of opened.splice(0)) cleanStores($session)
      vi.useRealTimers()
      endPageLife()
      vi.unstubAllGlobals()
      await window.happyDOM.close()
      await portal.close()
    },
  }

  function send(path: string, init: RequestInit = {}): Promise<Response> {
    visitor.requests.push(`${init.method ?? 'GET'} ${path}`)
    const answer = visitor.network(async () => {
      const headers = new Headers(init.headers)
      headers.set('sec-fetch-site', 'same-origin')
      const secrets = [...visitor.secrets].map(([name, value]) => `${name}=${value}`)
      headers.set('cookie', [...secrets, document.cookie].filter(Boolean).join('; '))
      const response = await portal.app.request(ORIGIN + path, { ...init, headers })
      for (const cookie of response.headers.getSetCookie()) keepCookie(cookie)
      return response
    })
    visitor.underway.add(answer)
    return answer.finally(() => visitor.underway.delete(answer))
  }

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (!/httponly/i.test(line)) document.cookie = line
    else if (/max-age=0/i.test(line)) visitor.secrets.delete(name)
    else visitor.secrets.set(name, value)
  }

  return visitor
}

type Session = typeof import('../../../src/lib/stores/session.ts')

const opened: Pick<Session, '$session'>[] = []

type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Opens a page: fresh modules of these stores, in one object. */
export async function openStores<Loads extends Promise<unknown>[]>(load: () => [...Loads]) {
  vi.resetModules()
  const page = Object.assign({}, ...(await Promise.all(load())))
  opened.push(page)
  return page as Both<Awaited<Loads[number]>>
}

export type Page = Awaited<ReturnType<typeof openPage>>

export async function openPage() {
  const { showHint } = await import('../../../src/lib/browser/session-hint.ts')
  showHint()
  return openStores(() => [
    import('../../../src/lib/api/errors.ts'),
    import('../../../src/lib/stores/session.ts'),
    import('../../../src/lib/stores/log-out.ts'),
    import('../../../src/lib/stores/session-check.ts'),
    import('../../../src/lib/stores/login.ts'),
    import('../../../src/lib/stores/messages.ts'),
  ])
}

export async function logIn(
  page: Pick<Page, 'requestCode' | 'enter'>,
  { portal }: Visitor,
  phone = PHONE,
): Promise<void> {
  await page.requestCode(phone)
  if (!(await page.enter(phone, portal.codes.get(phone) ?? '', true))) throw new Error('not logged in')
}

/** Waits until the tabs have received each other's messages and no request is under way. */
export async function settled(visitor: Visitor): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (visitor.underway.size > 0) quiet = 0
    await Promise.allSettled(visitor.underway)
  }
}

interface Store<Value> {
  subscribe: (listener: (value: Value) => void) => () => void
}

export function until<Value>(store: Store<Value>, wanted: (value: Value) => boolean): Promise<Value> {
  return new Promise((resolve) => {
    const stop = store.subscribe((value) => {
      if (!wanted(value)) return
      resolve(value)
      queueMicrotask(() => stop())
    })
  })
}
