/** The bell from its store to the database: count, paging, reading, deleting. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { arrive, ids, shown } from './support/messages.ts'
import { logIn, OFFLINE, openPage, openVisitor, type Page, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: Page

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openPage()
  await logIn(page, visitor)
})
afterEach(() => visitor.close())

const countDown = (from: number, to = 1) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

/** Scrolls to the end; an endless list fails. */
async function scrollToEnd() {
  for (let step = 0; step < 10; step += 1) {
    const state = page.$messages.get()
    if (state.status !== 'ready' || state.items.length >= state.total) return
    await page.loadMoreMessages()
  }
  throw new Error(`the list never ends: ${ids(page)}`)
}

describe('the count', () => {
  test("of unread messages is the server's", async () => {
    await arrive(visitor, 24)
    await page.refreshUnread()
    expect(page.$unread.get()).toBe(25)
  })

  test('stays the same without an answer', async () => {
    await page.refreshUnread()
    visitor.network = OFFLINE
    await page.refreshUnread()
    expect(page.$unread.get()).toBe(1)
  })
})

describe('paging', () => {
  test('25 messages load in three pages, newest first, each once', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    expect(ids(page)).toEqual(countDown(25, 16))
    await scrollToEnd()
    expect(ids(page)).toEqual(countDown(25))
    const asked = visitor.requests.length
    await page.loadMoreMessages()
    expect(visitor.requests).toHaveLength(asked)
  })

  test.each([1, 9, 10, 12])(
    '%i that arrive in between are shown as well, in order, each once',
    async (count) => {
      await arrive(visitor, 24)
      await page.openMessages()
      await arrive(visitor, count)
      await scrollToEnd()
      expect(ids(page)).toEqual(countDown(25 + count))
    },
  )

  test('one that arrives before the last page is shown as well', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    await page.loadMoreMessages()
    await arrive(visitor, 1)
    await scrollToEnd()
    expect(ids(page)).toEqual(countDown(26))
  })

  test('after deletions none is left out', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    await page.loadMoreMessages()
    for (const id of [24, 20, 8]) await page.removeMessage(shown(page, id))
    await scrollToEnd()
    expect(ids(page)).toEqual(countDown(25).filter((id) => ![24, 20, 8].includes(id)))
  })

  test('after deletions elsewhere none is left out', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    await visitor.portal.db.deleteFrom('messages').where('id', 'in', [24, 20]).execute()
    await scrollToEnd()
    expect(ids(page)).toEqual(countDown(25).filter((id) => ![24, 20].includes(id)))
  })

  test('a row deleted while a page loads does not return', async () => {
    await arrive(visitor, 24)
    await page.openMessages()
    const loading = page.loadMoreMessages()
    expect(await page.removeMessage(shown(page, 25))).toBe(true)
    await loading
    expect(ids(page)).not.toContain(25)
    await scrollToEnd()
    expect(ids(page)).toEqual(countDown(24))
  })

  test('a page that fails shows the reason, keeps the rows, and can be repeated', async () => {
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
