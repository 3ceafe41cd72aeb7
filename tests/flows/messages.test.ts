import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendMessage } from '../../server/news/messages.ts'
import type { Message } from '../../src/lib/contract/account/message.ts'
import { logIn, OFFLINE, openPage, openVisitor, type Page, until, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: Page

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openPage()
  await logIn(page, visitor)
})
afterEach(() => visitor.close())

/** Sends messages to the company of the first customer, whose welcome message has id 1. */
async function arrive({ portal }: Visitor, count: number): Promise<void> {
  const news = { message: '办理进度', category: 'application', application_id: 7 } as const
  for (let index = 0; index < count; index += 1)
    await sendMessage(portal.db, { company_id: 2, ...news }, Date.now())
}

function items(page: Page): readonly Message[] {
  const state = page.$messages.get()
  return state.status === 'idle' ? [] : state.items
}

const ids = (page: Page) => items(page).map(({ id }) => id)

function shown(page: Page, id: number): Message {
  const found = items(page).find((item) => item.id === id)
  if (!found) throw new Error(`message ${id} is not shown`)
  return found
}

const notice = () => page.$messageNotice.get()
const statuses = async () => {
  const rows = await visitor.portal.db
    .selectFrom('messages')
    .select(['id', 'status'])
    .where('company_id', '>', 0)
    .execute()
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

const countDown = (from: number, to = 1) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

async function scrollToEnd() {
  for (let step = 0; step < 10; step += 1) {
    const state = page.$messages.get()
    if (state.status !== 'ready' || state.items.length >= state.total) return
    await page.loadMoreMessages()
  }
  throw new Error(`the list never ends: ${ids(page)}`)
}

describe('paging', () => {
  test('after deletions none is left out', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    await page.loadMoreMessages()
    for (const id of [24, 20, 8]) await page.removeMessage(shown(page, id))
    await scrollToEnd()
    expect(ids(page)).toEqual(countDown(25).filter((id) => ![24, 20, 8].includes(id)))
  })

  test('a page that cannot be had says why, keeps the rows, and can be tried again', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    visitor.network = OFFLINE
    await page.loadMoreMessages()
    expect(page.$messages.get()).toMatchObject({ status: 'failed', text: '网络连接失败，请检查网络后重试' })
    expect(ids(page)).toEqual(countDown(25, 16))
    visitor.online()
    await page.loadMoreMessages()
    expect(ids(page)).toEqual(countDown(25, 6))
  })
})

describe('reading', () => {
  test('marks the message here and on the server, and lowers the count', async () => {
    await arrive(visitor, 1)
    await page.openMessages()
    await page.markRead(shown(page, 1))
    expect(shown(page, 1).status).toBe(1)
    expect(page.$unread.get()).toBe(1)
    expect(await statuses()).toEqual({ 1: 1, 2: 0 })
  })

  test('leads to the original of a policy, or to the order of an application', async () => {
    await arrive(visitor, 1)
    await page.openMessages()
    expect(page.messageTarget(shown(page, 1))).toBe('/review/12')
    const ofNews = { ...shown(page, 1), platform_policy_id: null }
    expect(page.messageTarget(ofNews)).toBe('/information')
    expect(page.messageTarget(shown(page, 2))).toBe('/mylist/1?poid=7')
    expect(page.messageTarget({ ...shown(page, 2), application_id: null })).toBe('/mylist/1')
  })
})

describe('deleting', () => {
  test('removes the message here and on the server; an unread one lowers the count', async () => {
    await arrive(visitor, 2)
    await page.openMessages()
    await page.markRead(shown(page, 2))
    await page.removeMessage(shown(page, 2))
    expect(page.$unread.get()).toBe(2)
    await page.removeMessage(shown(page, 3))
    expect(page.$unread.get()).toBe(1)
    expect(page.$messages.get()).toMatchObject({ status: 'ready', total: 1 })
    expect(ids(page)).toEqual([1])
    expect(await statuses()).toEqual({ 1: 0 })
  })

  test('that fails shows the reason and keeps the row; the next success removes the notice', async () => {
    await arrive(visitor, 1)
    await page.openMessages()
    visitor.network = OFFLINE
    expect(await page.removeMessage(shown(page, 2))).toBe(false)
    expect(notice()).toBe('网络连接失败，请检查网络后重试')
    expect(ids(page)).toEqual([2, 1])
    visitor.online()
    await page.removeMessage(shown(page, 2))
    expect(notice()).toBeNull()
    expect(ids(page)).toEqual([1])
  })
})

describe('after an expired session', () => {
  test.each<[string, (on: Page) => Promise<void>]>([
    ['opening', (on) => on.openMessages()],
    ['scrolling', (on) => on.loadMoreMessages()],
    ['counting', (on) => on.refreshUnread()],
    ['reading', (on) => on.markRead(shown(page, 5))],
    ['deleting', async (on) => void (await on.removeMessage(shown(page, 5)))],
  ])('%s empties the list and signs out', async (_, act) => {
    await arrive(visitor, 11)
    await page.openMessages()
    await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
    await act(page)
    expect(page.$messages.get()).toEqual({ status: 'idle' })
    expect(page.$unread.get()).toBe(0)
    expect(page.$session.get().code).toBe(401)
    expect(visitor.shownAs()).toBe('out')
  })

  test('logging out empties the list, and a page still on its way does not fill it again', async () => {
    const stop = page.followTabs()
    await arrive(visitor, 11)
    await page.openMessages()
    const loading = page.loadMoreMessages()
    await page.logOutHere()
    await loading
    expect(page.$messages.get()).toEqual({ status: 'idle' })
    expect(page.$unread.get()).toBe(0)
    stop()
  })
})

describe('tabs', () => {
  test('the other tab follows reading, deleting and logout', async () => {
    const other = await openPage()
    other.followTabs()
    await other.openMessages()
    await page.openMessages()
    await page.markRead(shown(page, 1))
    await until(other.$unread, (count) => count === 0)
    await until(other.$messages, () => items(other)[0]?.status === 1)
    await page.removeMessage(shown(page, 1))
    await until(other.$messages, (state) => state.status === 'ready' && state.total === 0)
    await page.logOutHere()
    await until(other.$messages, ({ status }) => status === 'idle')
  })
})

describe('muting', () => {
  test('a message about a followed policy mutes it; another message shows why it cannot', async () => {
    await arrive(visitor, 1)
    await page.openMessages()
    const { db, clock } = visitor.portal
    const { company_id, id } = await db
      .selectFrom('customers')
      .select(['company_id', 'id'])
      .where('id', '>', 0)
      .executeTakeFirstOrThrow()
    const follow = { company_id, customer_id: id, policy_id: 11, created_at: clock.ms }
    await db.insertInto('follows').values(follow).execute()
    await db
      .updateTable('messages')
      .set({ topic: 'deadline', platform_policy_id: 11 })
      .where('id', '=', 2)
      .execute()
    expect(await page.muteLike(shown(page, 2))).toBe('不再提醒这项政策')
    expect(
      await db.selectFrom('follows').select('muted').orderBy('company_id').execute(),
      'not the neighbour’s',
    ).toEqual([{ muted: 0 }, { muted: 1 }])
    expect(await page.muteLike(shown(page, 1))).toBeUndefined()
    expect(notice()).not.toBeNull()
  })
})
