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
