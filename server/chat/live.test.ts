/** Polls and event streams: neither misses a change, whichever process made it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Subject } from '../db/changes.ts'
import type { Browser } from '../testing/browser.ts'
import {
  CONVERSATIONS,
  DETAIL,
  joinCompany,
  makeOrder,
  openRoom,
  RESOURCE,
  type Room,
  say,
  uploaded,
  whoIs,
} from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

const EVENTS = '/customer/api/v1/chat/events'

let room: Room
beforeEach(async () => {
  room = await openRoom(await openPortal())
  await say(room.customer, '您好')
})
afterEach(() => room.close())

const idOfChat = async () => (await room.customer.get(RESOURCE)).body.data.id
const filesMark = async () => (await room.customer.get(`${DETAIL}?after=0`)).body.files
const pollAs = (browser = room.customer, after: number, files: string) =>
  browser.get(`${DETAIL}?after=${after}`, { 'if-none-match': `"${files}"` })

describe('a poll', () => {
  test('without news is 304, and tells no more than that', async () => {
    const { status, body, headers } = await pollAs(room.customer, 1, await filesMark())
    expect([status, body]).toEqual([304, ''])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toBeTruthy()
  })

  test('with older knowledge of the messages or the files gets an answer', async () => {
    const files = await filesMark()
    expect((await pollAs(room.customer, 0, files)).body.result.items).toHaveLength(1)
    expect((await pollAs(room.customer, 1, `${files}0`)).body).toMatchObject({ code: 200, files })
  })

  test('hears of what was written, after any number of polls without news', async () => {
    const files = await filesMark()
    for (let poll = 0; poll < 3; poll++) expect((await pollAs(room.customer, 1, files)).status).toBe(304)
    await say(room.operator, '请讲', `${CONVERSATIONS}/${await idOfChat()}/messages`)
    await expect
      .poll(async () => (await pollAs(room.customer, 1, files)).body.result?.items[0]?.detail)
      .toBe('请讲')
  })

  test('of somebody who has moved is answered for the other company, of somebody logged out not at all', async () => {
    const files = await filesMark()
    const colleague = await joinCompany(room.portal, '13800000003', room.companyId)
    expect((await pollAs(colleague, 1, files)).status).toBe(304)
    await room.portal.db
      .updateTable('customers')
      .set({ company_id: 1 })
      .where('phone', '=', '13800000003')
      .execute()
    expect((await pollAs(colleague, 0, files)).status).toBe(304)
    expect((await colleague.get(`${DETAIL}?after=0`)).body.result.items).toEqual([])
    await colleague.get('/customer/api/v1/logout')
    expect((await pollAs(colleague, 1, files)).body.code).toBe(401)
  })
})

describe('the database tells a company, and no other, of', () => {
  const customer = (path: string, body: unknown) => room.customer.post(path, body)
  const operator = async (path: string, body: unknown) =>
    room.operator.post(`${CONVERSATIONS}/${await idOfChat()}/${path}`, body)
  const FILES = '/customer/api/v1/chat/file'
  const addFile = async () =>
    (await customer(FILES, { ...(await uploaded(room.portal, room.customer)), remark: '', advisory_id: 0 }))
      .body.data.id
  const acts: [string, () => Promise<unknown>][] = [
    ['a message', () => say(room.customer, '还有')],
    ['an answer', () => operator('messages', { type: 0, detail: '请讲', client_id: 'a' })],
    ['what was read', () => customer(RESOURCE, { read_seq: 1 })],
    ['what the chat is about', () => customer(RESOURCE, { topic: '高企认定' })],
    ['a new file', addFile],
    [
      'a topic of an order',
      async () => room.customer.get(`/startup/api/v1/advisory/${await order()}/groups`),
    ],
    ['the end of a conversation', deleteChat],
  ]
  const order = () => makeOrder(room.portal, room.companyId, room.customerId)
  async function deleteChat(): Promise<void> {
    const { db } = room.portal
    const id = await idOfChat()
    await db.deleteFrom('chat_messages').where('conversation_id', '=', id).execute()
    await db.deleteFrom('conversations').where('id', '=', id).execute()
  }

  test.each(acts)('%s', async (_, act) => {
    const other = await whoIs(room.stranger)
    const own = count(`company:${room.companyId}`)
    const others = count(`company:${other.company_id}`)
    await act()
    await expect.poll(own).toBeGreaterThan(0)
    expect(others()).toBe(0)
  })

  test('a file that was removed, and one that the virus scanner has looked at', async () => {
    const id = await addFile()
    await heardAll()
    const scanned = count(`company:${room.companyId}`)
    await room.portal.db
      .updateTable('stored_objects')
      .set({ scan: 'clean' })
      .where('company_id', '=', room.companyId)
      .execute()
    await expect.poll(scanned).toBe(1)
    await heardAll()
    const removed = count(`company:${room.companyId}`)
    await room.customer.delete(`${FILES}/modify/${id}`)
    await expect.poll(removed).toBeGreaterThan(0)
  })

  /** Waits until all earlier writes have been reported: the database reports in the order of the writes. */
  async function heardAll(): Promise<void> {
    const heard = count(`company:${(await whoIs(room.stranger)).company_id}`)
    await say(room.stranger, '在吗')
    await expect.poll(heard).toBeGreaterThan(0)
  }

  function count(subject: Subject): () => number {
    let times = 0
    const tell = () => {
      times += 1
    }
    room.portal.changes.follow(subject, { onChange: tell, onLoss: tell })
    return () => times
  }
})

describe('an event stream', () => {
  test('says that there is something, at the beginning and when there is, and is forgotten with its reader', async () => {
    const stream = await openStream(room.customer)
    expect(await stream.next()).toBe('news')
    await say(room.operator, '请讲', `${CONVERSATIONS}/${await idOfChat()}/messages`)
    expect(await stream.next()).toBe('news')
    await stream.leave()
    expect(room.portal.streams.count).toBe(0)
  })

  test('is passed on at once by proxies, and kept by nobody', async () => {
    const { headers, leave } = await openStream(room.customer)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=UTF-8')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toBe('no-store')
    await leave()
  })

  test('is only for who is logged in, and who wants no stream is told that he may', async () => {
    expect((await room.portal.browser().get(EVENTS)).body.code).toBe(401)
    expect((await room.customer.get(EVENTS)).body).toEqual({ code: 200 })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a logout', () => room.customer.get('/customer/api/v1/logout')],
    [
      'the end of all sessions',
      () => room.portal.db.deleteFrom('sessions').where('customer_id', '=', room.customerId).execute(),
    ],
    [
      'a move to another company',
      () =>
        room.portal.db
          .updateTable('customers')
          .set({ company_id: 1 })
          .where('id', '=', room.customerId)
          .execute(),
    ],
    ['the end of the line to the database', async () => room.portal.changes.lose()],
    ['the end of the process', async () => room.portal.streams.stop()],
  ])('ends with %s', async (_, act) => {
    const { next } = await openStream(room.customer)
    expect(await next()).toBe('news')
    await act()
    let said = ''
    while (said !== 'end') said = await next()
  })

  test('is refused to who has eight, until one of them is left', async () => {
    const streams = []
    for (let turn = 0; turn < 8; turn++) streams.push(await openStream(room.customer))
    const refused = await room.customer.get(EVENTS, { accept: 'text/event-stream' })
    expect(refused.body).toMatchObject({ code: 429, retry_after: 60 })
    await streams.pop()?.leave()
    streams.push(await openStream(room.customer))
    const { leave } = await openStream(room.operator)
    for (const stream of streams) await stream.leave()
    await leave()
  })

  test('is refused while changes may be missed, and while the process stops', async () => {
    const ask = async () => (await room.customer.get(EVENTS, { accept: 'text/event-stream' })).body.code
    room.portal.changes.lose()
    expect(await ask()).toBe(429)
    room.portal.changes.trust(Number.POSITIVE_INFINITY)
    room.portal.streams.stop()
    expect(await ask()).toBe(429)
  })

  async function openStream(browser: Browser) {
    const headers = {
      accept: 'text/event-stream',
      cookie: cookiesOf(browser),
      'sec-fetch-site': 'same-origin',
    }
    const response = await room.portal.app.request(`http://portal.test${EVENTS}`, { headers })
    const reader = response.body?.getReader()
    return {
      headers: response.headers,
      next: async () => {
        const { done, value } = (await reader?.read()) ?? {}
        return done ? 'end' : new TextDecoder().decode(value).replace(/^data: (\w+)\n\n$/, '$1')
      },
      leave: () => reader?.cancel(),
    }
  }
  const cookiesOf = ({ cookies }: Browser) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
