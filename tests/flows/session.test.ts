/** Who is logged in: asked only where it is worth it, ended on the server, followed by the other tabs. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
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
afterEach(() => visitor.close())

/** Another tab, or the next page of this one, with its session in use. */
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
  test('without the hint cookie nothing is asked', async () => {
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

  test('a session that is over: the hint is forgotten, the next page asks nothing', async () => {
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

  test('without an answer the hint stands, and the next page asks again', async () => {
    await logIn(page, visitor)
    visitor.network = OFFLINE
    const tab = await openTab()
    expect(tab.$session.get().code).toBe(401)
    expect(visitor.shownAs()).toBe('in')
    visitor.online()
    expect(await loggedIn(await openTab())).toEqual(SOMEBODY)
  })

  test('after thirty days nobody is logged in', async () => {
    await logIn(page, visitor)
    visitor.waitSeconds(30 * 24 * 3600 + 1)
    visitor.requests.length = 0
    expect((await openTab()).$session.get()).toEqual(NOBODY)
    expect(visitor.requests).toEqual([])
  })
})

describe('logging out', () => {
  test('ends the session on the server: the old cookie opens nothing any more', async () => {
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

  test('that fails says why, and nothing has changed', async () => {
    await logIn(page, visitor)
    visitor.network = OFFLINE
    expect(await page.logOutHere()).toBe('网络连接失败，请检查网络后重试')
    expect(page.$session.get()).toEqual(SOMEBODY)
    expect(visitor.shownAs()).toBe('in')
    expect(await sessions()).toHaveLength(1)
  })

  test('leaves the overlay as it is', async () => {
    const tab = await openTab()
    await logIn(tab, visitor)
    tab.askForLogin()
    await tab.logOutHere()
    expect(tab.$session.get()).toEqual({ ...NOBODY, topShow: true })
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

  test('a login elsewhere closes the overlay here', async () => {
    const other = await openTab()
    other.askForLogin()
    await logIn(page, visitor)
    expect((await loggedIn(other)).topShow).toBe(false)
  })

  test('the tab itself does not hear what it tells: nothing is asked twice', async () => {
    const tab = await openTab()
    await logIn(tab, visitor)
    await settled(visitor)
    expect(visitor.requests).not.toContain(ASKED)
    expect(tab.$session.get()).toEqual(SOMEBODY)
  })
})
