/** A logged-in browser's uploads to a whole portal, with a fault proxy before its store. */
import type { AddressInfo } from 'node:net'
import { listenObjectStore } from '../../../server/objects/object-store.ts'
import { openPortal } from '../../../server/testing/portal.ts'
import { Locks } from '../../flows/support/lock-manager.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { NodeXhr } from './node-xhr.ts'

const ORIGIN = 'http://portal.test'
const PHONE = '13800000001'

export interface Lab {
  proxy: FaultProxy
  calls: string[]
  /** Selects a call's fault before or after it reaches the portal, a wait, or another answer; undefined for none. */
  chooseCall: (call: string) => 'refuse' | 'lose answer' | 'fault' | Response | Promise<void> | undefined
  /** Changes the answers of token calls, for tests of their lifetime. */
  changeToken: (token: Record<string, unknown>) => void
  /** How far the portal's clock is ahead: calls beyond the rate need not wait. */
  aheadMs: number
  companyId: number
  folderId: number
  files: () => Promise<{ id: number; local_name: string; size: number }[]>
  remove: (name: string) => Promise<void>
  clear: () => Promise<void>
  /** Returns the rest in the store and the reserved space. Files of a broken request are no parts: the store removes them. */
  leftovers: () => Promise<{ uploads: number; objects: number; reservedBytes: number }>
  close: () => Promise<void>
}

export async function openLab(): Promise<Lab> {
  const portal = await openPortal({ hasNeighbour: false })
  const { cookies } = await portal.loggedIn(PHONE, ORIGIN)
  const server = await listenObjectStore(portal.objects(), { port: 0, host: '127.0.0.1' })
  const proxy = await openFaultProxy((server.address() as AddressInfo).port)
  let documents = ''
  const lab: Lab = {
    proxy,
    calls: [],
    chooseCall: () => undefined,
    changeToken: () => {},
    aheadMs: 0,
    companyId: 0,
    folderId: 0,
    files: async () => {
      const content = await (await send(`${documents}/document/${lab.folderId}`)).json()
      return (content as { result: { files: { id: number; local_name: string; size: number }[] } }).result
        .files
    },
    remove: async (name) => {
      const files = (await lab.files()).filter(({ local_name }) => local_name === name)
      for (const { id } of files) await send(`/startup/api/v1/document/file/${id}`, { method: 'DELETE' })
    },
    clear: async () => {
      for (const { local_name } of await lab.files()) await lab.remove(local_name)
    },
    leftovers: async () => {
      await portal.runStorageJobs()
      const { reserved_bytes } = await portal.db
        .selectFrom('companies')
        .select(({ fn }) => fn.sum<number>('reserved_bytes').as('reserved_bytes'))
        .executeTakeFirstOrThrow()
      const objects = await portal.storage.list('documents', 'companies/')
      // The sweep deletes what was left.
      const { uploads } = await portal
        .objects()
        .sweep({ uploadsOlderThanMs: -60_000, filesOlderThanMs: -60_000 })
      return {
        uploads: uploads.length,
        objects: objects.length,
        reservedBytes: reserved_bytes,
      }
    },
    close: async () => {
      await new Promise(setImmediate)
      restore()
      await proxy.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await portal.close()
    },
  }

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const call = `${init.method ?? 'GET'} ${path.split('?')[0]}`
    lab.calls.push(call)
    const fault = lab.chooseCall(call)
    if (fault === 'refuse') throw new TypeError('fetch failed')
    if (fault instanceof Response) return fault
    if (fault instanceof Promise) await fault
    if (fault === 'fault') return new Response('', { status: 503 })
    portal.clock.ms = Date.now() + lab.aheadMs
    const headers = new Headers(init.headers)
    headers.set('sec-fetch-site', 'same-origin')
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await portal.app.request(ORIGIN + path, { ...init, headers })
    if (fault === 'lose answer') throw new TypeError('fetch failed')
    if (!call.endsWith('/sts_not_token')) return response
    const body = (await response.json()) as { data?: Record<string, unknown> }
    if (body.data) {
      body.data['endpoint'] = proxy.origin
      lab.changeToken(body.data)
    }
    return Response.json(body)
  }

  const restore = putGlobals({
    fetch: send,
    XMLHttpRequest: NodeXhr,
    localStorage: memoryStorage(),
    navigator: { locks: new Locks(), userAgent: navigator.userAgent },
    document: {
      cookie: '',
      documentElement: { dataset: {} },
      dispatchEvent: () => true,
      addEventListener: () => {},
    },
    // Lets a test trigger the next attempt at once.
    window: {
      addEventListener: (type: string, heard: () => void) => type === 'online' && setImmediate(heard),
      removeEventListener: () => {},
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  const post = (path: string, body: unknown) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const guide = await (await send('/startup/api/v1/company/guide')).json()
  const { company_id } = (guide as { result: { company_id: number } }).result
  lab.companyId = company_id
  documents = `/startup/api/v1/company/${company_id}`
  const made = await post(`${documents}/documents`, { name: '申报材料', org_id: 1 })
  lab.folderId = ((await made.json()) as { folder: { id: number } }).folder.id
  lab.calls.length = 0
  return lab
}

/** As in a browser, what is kept are its own keys. */
function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept: Record<string, string> = Object.create({
    getItem: (key: string) => (Object.hasOwn(kept, key) ? kept[key] : null),
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  })
  return kept as unknown as Storage
}

function putGlobals(globals: Record<string, unknown>): () => void {
  const before = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}
