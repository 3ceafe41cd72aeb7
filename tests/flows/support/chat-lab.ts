/** Tabs of one browser that chat over a faulty connection: each has its own modules, and they share the device. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { vi } from 'vitest'
import { makeOrder, uploaded, whoIs } from '../../../server/testing/chat-room.ts'
import { type FaultProxy, openFaultProxy } from '../../torture/uploads/fault-proxy.ts'
import { Locks } from './lock-manager.ts'
import { logIn, openPage, openVisitor, PHONE, until, type Visitor } from './visitor.ts'

const OPERATOR = '13900000000'
const POST = 'POST /customer/api/v1/chat/detail/phone'

const realFetch = globalThis.fetch

export type ChatLab = Awaited<ReturnType<typeof openChatLab>>
export type Tab = Awaited<ReturnType<typeof openTab>>

export async function openChatLab() {
  const visitor = await openVisitor()
  const { portal } = visitor
  const server = createServer(getRequestListener(portal.app.fetch, { hostname: 'portal.test' }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await openFaultProxy((server.address() as AddressInfo).port)
  const device = Object.assign(new EventTarget(), { kept: new Map<string, string>() })
  const removeEventListener = device.removeEventListener.bind(device)
  const line = {
    removeEventListener,
    // Everything due at the first signal of the connection is due at once: no test waits.
    addEventListener(type: string, heard: () => void, options?: AddEventListenerOptions) {
      device.addEventListener(type, heard, options)
      if (type === 'online') setImmediate(heard)
    },
  }
  for (const [name, value] of Object.entries({
    fetch: (path: string, init: RequestInit = {}) => send(visitor, proxy, path, init),
    navigator: { locks: new Locks(), userAgent: navigator.userAgent },
    sessionStorage: storageOn(device.kept),
    window: line,
    addEventListener: device.addEventListener.bind(device),
    removeEventListener,
    dispatchEvent: device.dispatchEvent.bind(device),
  }))
    vi.stubGlobal(name, value)
  await logIn(await openPage(), visitor)
  const operator = await portal.loggedIn(OPERATOR)
  const tabs = new Set<Tab>()
  return {
    visitor,
    proxy,
    /** Opens a freshly loaded page with the chat; waits until it is ready, unless `isAwaited` is false. */
    async openTab(options?: { isOpen?: boolean; isAwaited?: boolean }): Promise<Tab> {
      const tab = await openTab(options)
      tabs.add(tab)
      return tab
    },
    async said(): Promise<string[]> {
      const rows = await portal.db
        .selectFrom('chat_messages')
        .select('detail')
        .where('conversation_id', '>', 0)
        .orderBy('seq')
        .execute()
      return rows.map(({ detail }) => detail)
    },
    async answer(text: string): Promise<void> {
      const { id } = await portal.db
        .selectFrom('conversations')
        .select('id')
        .where('company_id', '>', 0)
        .executeTakeFirstOrThrow()
      const path = `/operator/api/v1/conversations/${id}/messages`
      const { body } = await operator.post(path, { type: 0, detail: text, client_id: crypto.randomUUID() })
      if (body.code !== 200) throw new Error(JSON.stringify(body))
    },
    async addTopics(count: number): Promise<void> {
      const { company_id, id } = await portal.db
        .selectFrom('customers')
        .select(['company_id', 'id'])
        .where('phone', '=', PHONE)
        .executeTakeFirstOrThrow()
      const { db, clock } = portal
      const expert = await whoIs(operator)
      for (let number = 1; number <= count; number++) {
        const orderId = await makeOrder(portal, company_id, id)
        const at = { created_at: clock.ms, last_at: clock.ms + number }
        const conversation = await db
          .insertInto('conversations')
          .values({
            company_id,
            kind: 'advisory',
            order_id: orderId,
            topic_no: 1,
            title: `话题 ${number}`,
            last_seq: 1,
            ...at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const said = {
          seq: 1,
          side: 'operator',
          sender_id: expert.id,
          admin: '王老师（示例）',
          type: 0,
        } as const
        await db
          .insertInto('chat_messages')
          .values({
            ...said,
            conversation_id: conversation.id,
            detail: '请补材料',
            client_id: `topic-${number}`,
            created_at: clock.ms,
            object_id: null,
          })
          .execute()
      }
    },
    async giveFile(local_name: string): Promise<void> {
      const { id } = await portal.db
        .selectFrom('conversations')
        .select('id')
        .where('company_id', '>', 0)
        .executeTakeFirstOrThrow()
      const file = await uploaded(portal, operator, local_name)
      const { body } = await operator.post(`/operator/api/v1/conversations/${id}/files`, file)
      if (body.code !== 200) throw new Error(JSON.stringify(body))
    },
    /** Signals that the person returns to the window, or that the connection is back. */
    notice: (type: 'focus' | 'online') => device.dispatchEvent(new Event(type)),
    async close() {
      for (const tab of tabs) tab.leave()
      await proxy.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await visitor.close()
    },
  }
}

/** Waits like a person who returns to the window again and again. */
export async function insist<Value>(...[store, wanted]: Parameters<typeof until<Value>>): Promise<Value> {
  const nudge = setInterval(() => dispatchEvent(new Event('online')), 20)
  return until(store, wanted).finally(() => clearInterval(nudge))
}

export async function fillHistory({ visitor: { portal } }: ChatLab, upTo: number): Promise<void> {
  const { db } = portal
  const first = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('conversation_id', '>', 0)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: upTo - 1 }, (_, index) => {
    const { id, object_id, ...message } = first
    return { ...message, seq: index + 2, detail: `第 ${index + 2} 条`, client_id: `history-${index}` }
  })
  for (let start = 0; start < rows.length; start += 1000) {
    await db
      .insertInto('chat_messages')
      .values(rows.slice(start, start + 1000))
      .execute()
  }
  await db
    .updateTable('conversations')
    .set({ last_seq: upTo })
    .where('id', '=', first.conversation_id)
    .execute()
}

async function openTab({
  isOpen = true,
  isAwaited = isOpen,
}: {
  isOpen?: boolean
  isAwaited?: boolean
} = {}) {
  vi.resetModules()
  if (isOpen) sessionStorage.setItem('chat:open', '1')
  else sessionStorage.removeItem('chat:open')
  const [
    session,
    leaving,
    login,
    chat,
    open,
    { chatShelf },
    consultations,
    consultation,
    dialogue,
    conversation,
  ] = await Promise.all([
    import('../../../src/lib/stores/session.ts'),
    import('../../../src/lib/stores/log-out.ts'),
    import('../../../src/lib/stores/login.ts'),
    import('../../../src/lib/stores/chat/chat.ts'),
    import('../../../src/lib/stores/chat/open.ts'),
    import('../../../src/lib/stores/chat/shelf.ts'),
    import('../../../src/lib/stores/chat/chat.ts'),
    import('../../../src/lib/stores/chat/consultation.ts'),
    import('../../../src/lib/stores/chat/dialogue.ts'),
    import('../../../src/lib/stores/chat/conversation.ts'),
  ])
  const stopFollowing = chat.followChat()
  const stopOpening = open.$chat.subscribe(({ status }) => {
    if (isOpen && status === 'bar') open.expandChat()
  })
  const stopShelf = chatShelf.follow(chat.chatDialogue.$files)
  const forget = session.$session.listen(() => {})
  if (isAwaited) await insist(chat.chatDialogue.$state, ({ status }) => status === 'ready')
  return {
    ...session,
    ...leaving,
    ...login,
    ...chat,
    ...open,
    ...dialogue,
    chatShelf,
    ...consultations,
    ...consultation,
    ...conversation,
    texts: () =>
      chat.chatDialogue.$lines
        .get()
        .map(({ detail }) => (detail.kind === 'text' ? detail.text : detail.kind)),
    say: (text: string) => dialogue.sendText('chat', text),
    /** Closes or leaves the page: nothing of it continues. */
    leave() {
      stopFollowing()
      stopOpening()
      stopShelf()
      forget()
    },
  }
}

/** Sends a real request over the connection. A minute of the server's clock allows 60 messages. */
async function send(
  { portal, secrets, document, requests }: Visitor,
  { origin }: FaultProxy,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const call = `${init.method ?? 'GET'} ${path}`
  requests.push(call)
  if (call === POST) portal.clock.ms += 1001
  const headers = new Headers(init.headers)
  headers.set('sec-fetch-site', 'same-origin')
  const cookies = [...secrets].map(([name, value]) => `${name}=${value}`)
  headers.set('cookie', [...cookies, document.cookie].filter(Boolean).join('; '))
  const response = await realFetch(origin + path, { ...init, headers })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/httponly/i.test(line)) secrets.set(name, value)
    else document.cookie = line
  }
  return response
}

function storageOn(kept: Map<string, string>): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
    },
    removeItem: (key) => {
      kept.delete(key)
    },
  }
}
