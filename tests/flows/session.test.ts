import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answering,
  logIn,
  OFFLINE,
  openPage,
  openVisitor,
  type Page,
  settled,
  until,
  type Visitor,
} from './support/visitor.ts'

const ASKED = 'GET /customer/api/v1/login'
const NOBODY = { code: 401, name: '', topShow: false }
const SOMEBODY = { code: 200, name: '企业用户2', topShow: false }
let visitor: Visitor
let page: Page

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openPage()
})
afterEach(async () => {
  await visitor.close()
})

async function openTab(): Promise<Page> {
  const tab = await openPage()
  tab.$session.listen(() => {})
  await settled(visitor)
  return tab
}

const sessions = () =>
  visitor.portal.db.selectFrom('sessions').selectAll().where('customer_id', '>', 0).execute()
const loggedIn = (tab: Page) => until(tab.$session, ({ code }) => code === 200)
const loggedOut = (tab: Page) => until(tab.$session, ({ code }) => code === 401)

describe('at the start of a page', () => {
  test('without the hint cookie nothing is requested', async () => {
    const tab = await openTab()
    expect(visitor.requests).toEqual([])
    expect(tab.$session.get()).toEqual(NOBODY)
  })

  test('with it the server is asked once', async () => {
    await logIn(page, visitor)
    visitor.requests.length = 0
    const tab = await openTab()
    expect(await loggedIn(tab)).toEqual(SOMEBODY)
    tab.$session.get()
    expect(visitor.requests).toEqual([ASKED])
    expect(visitor.shownAs()).toBe('in')
  })

  test('after an expired session the hint is deleted, and the next page asks nothing', async () => {
    await logIn(page, visitor)
    await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
    const tab = await openTab()
    expect(tab.$session.get()).toEqual(NOBODY)
    expect(visitor.shownAs()).toBe('out')
    expect(document.cookie).not.toContain('logged_in=1')
    visitor.requests.length = 0
    await openTab()
    expect(visitor.requests).toEqual([])
  })
})

describe('a session check without an answer', () => {
  const DOWN = answering('<h1>502</h1>', 502)
  const asked = () => visitor.requests.filter((request) => request === ASKED).length

  beforeEach(async () => {
    await logIn(page, visitor)
    visitor.requests.length = 0
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  })

  async function later(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    await settled(visitor)
  }

  test.each([
    ['nobody', OFFLINE, '网络连接失败，请检查网络后重试'],
    ['a fault', DOWN, '服务暂时不可用，请稍后重试'],
    ['a page of HTML', answering('<!doctype html><title>登录</title>'), '服务返回的内容有误，请稍后重试'],
  ])('%s answers: it is told, and nobody is logged out', async (_, network, text) => {
    visitor.network = network
    const tab = await openTab()
    expect(tab.$sessionCheck.get()).toEqual({ status: 'failed', text })
    expect(tab.$hasExpired.get()).toBe(false)
    expect(visitor.shownAs()).toBe('in')
  })

  test('repeats with pauses that double up to a minute, until the answer', async () => {
    visitor.network = DOWN
    const tab = await openTab()
    for (const [nth, ms] of [800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000, 60_000].entries()) {
      await later(ms - 1)
      expect(asked(), `before the end of pause ${nth + 1}`).toBe(nth + 1)
      await later(1)
      expect(asked()).toBe(nth + 2)
    }
    visitor.online()
    await later(60_000)
    expect(tab.$session.get()).toEqual(SOMEBODY)
    expect(tab.$sessionCheck.get()).toEqual({ status: 'idle' })
    await later(600_000)
    expect(asked()).toBe(11)
  })

  test('repeats at once by 重试, and when the network returns', async () => {
    visitor.network = DOWN
    const tab = await openTab()
    tab.checkAgain()
    expect(tab.$sessionCheck.get()).toEqual({ status: 'asking' })
    await settled(visitor)
    expect(asked()).toBe(2)
    visitor.online()
    window.dispatchEvent(new window.Event('online'))
    await settled(visitor)
    expect(tab.$session.get()).toEqual(SOMEBODY)
    expect(asked()).toBe(3)
  })
})

describe('logging out', () => {
  test('ends the session on the server: the old cookie is invalid', async () => {
    await logIn(page, visitor)
    const stolen = new Map(visitor.secrets)
    expect([...stolen.keys()]).toEqual(['browser', 'session'])
    expect(await page.logOutHere()).toBeUndefined()
    expect(await sessions()).toEqual([])
    expect([...visitor.secrets.keys()]).toEqual(['browser'])
    expect(page.$session.get()).toEqual(NOBODY)
    expect(visitor.shownAs()).toBe('out')
    const thief = visitor.portal.browser()
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect((await thief.get('/customer/api/v1/login')).body.code).toBe(401)
  })

  test('that fails shows why, and nothing has changed', async () => {
    await logIn(page, visitor)
    visitor.network = OFFLINE
    expect(await page.logOutHere()).toBe('网络连接失败，请检查网络后重试')
    expect(page.$session.get()).toEqual(SOMEBODY)
    expect(visitor.shownAs()).toBe('in')
    expect(await sessions()).toHaveLength(1)
  })
})

describe('tabs', () => {
  test('the other tab follows login and logout', async () => {
    const other = await openTab()
    await logIn(page, visitor)
    expect(await loggedIn(other)).toEqual(SOMEBODY)
    await page.logOutHere()
    expect(await loggedOut(other)).toEqual(NOBODY)
  })
})
