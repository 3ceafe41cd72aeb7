/**
 * Pages of each kind, whose island starts by itself or by a press, under every fault of a running portal: nobody who
 * is logged in is asked to log in, what is missing is said with 重试, the server is not stormed, and when the fault is
 * over the page goes on.
 */
import type { Locator, Page, Route } from 'playwright/test'
import { deskPhone } from './support/desk.ts'
import { expect, logIn, test } from './support/portal.ts'

interface Place {
  path: string
  /** What is pressed to start it. */
  press?: string | RegExp
  /** There when everything works. */
  content: (page: Page) => Locator
  /** There without the server, too. */
  isOfItself?: true
  /** Calls that answer visitors, too: none of them is ever refused for want of a login. */
  visitors?: RegExp
}

const PLACES: readonly Place[] = [
  { path: '/mylist/1', content: (page) => page.getByRole('combobox', { name: '类别' }) },
  { path: '/mylist/2', content: (page) => page.locator('.policy-list li').first() },
  { path: '/account', content: (page) => page.getByLabel('企业名称') },
  { path: '/documents', content: (page) => page.getByRole('button', { name: '新建文件夹' }) },
  { path: '/loan/success?poid=999999', content: (page) => page.getByText('没有找到这份申请') },
  {
    path: '/help',
    press: '查看专家和可约时间',
    content: (page) => page.getByText(/暂无可预约的专家|时间由工作人员安排/).first(),
    visitors: /\/experts/,
  },
  { path: '/grade', content: (page) => page.locator('.grades li').first(), visitors: /\/packages/ },
  { path: '/loan/declare?poid=999999', content: (page) => page.getByText('没有找到这份申请') },
  { path: '/', press: /^消息/, content: (page) => page.getByRole('button', { name: /^消息，1 条未读/ }) },
  { path: '/operator', content: (page) => page.getByRole('navigation', { name: '工作台' }) },
  // What is written and looked up here needs nobody to be logged in.
  { path: '/match', content: (page) => page.getByRole('main').getByRole('button').first(), isOfItself: true },
  { path: '/enter', content: (page) => page.getByRole('textbox').first(), isOfItself: true },
  { path: '/loan/declare', content: (page) => page.getByRole('textbox').first(), isOfItself: true },
  {
    path: '/pmanagement/2#declare',
    press: '我要申报',
    content: (page) => page.getByRole('dialog').getByRole('textbox').first(),
    isOfItself: true,
  },
]

type Fault = (route: Route) => Promise<void> | void

/** What comes instead of an answer, and what people are told of it. Names that are numbers would come first. */
const BROKEN: Record<string, { fault: Fault; told: RegExp }> = {
  'API down': { fault: (route) => route.abort('connectionrefused'), told: /网络连接失败/ },
  'a fault (500)': {
    fault: (route) => route.fulfill({ status: 500, json: { code: 500 } }),
    told: /服务暂时不可用/,
  },
  'HTML instead of JSON': {
    fault: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>登录</title>' }),
    told: /服务返回的内容有误/,
  },
  cut: { fault: (route) => route.abort('connectionreset'), told: /网络连接失败/ },
}

const API = /\/api\/v1\//
/** What a browser says of each answer that failed, and the loader of a part that did not come. */
test.use({ expectedErrors: /Failed to load resource|ERR_|dynamically imported module|Importing a module/ })

for (const place of PLACES) {
  test(`${place.path} under every fault`, async ({ page, context, phone }) => {
    test.slow()
    await logIn(page, place.path.startsWith('/operator') ? deskPhone(19) : phone)
    const line = await openLine(page)

    line.fault = BROKEN['API down']?.fault
    await open(page, place)
    for (const [name, { fault, told }] of Object.entries(BROKEN)) {
      await test.step(name, async () => {
        line.fault = fault
        if (!place.isOfItself && name !== 'API down') await retryButton(page).click()
        await expectHonest(page, place, told)
      })
    }
    await test.step('over, by 重试', async () => {
      line.fault = undefined
      await retry(page)
      await expect(place.content(page)).toBeVisible()
      await expect(login(page)).toBeHidden()
    })
    await test.step('slow: told after a while, and content in the end', async () => {
      const held: Route[] = []
      line.fault = (route) => {
        held.push(route)
      }
      await page.clock.install()
      await open(page, place)
      if (!place.isOfItself) await expect.poll(() => held.length).toBeGreaterThan(0)
      await page.clock.runFor(30_000)
      await expectHonest(page, place, /服务暂未响应|正在/)
      line.fault = undefined
      for (const route of held) await route.continue().catch(() => {})
      await expect(place.content(page)).toBeVisible()
    })
    await test.step('401: the login is asked for where it is needed, once', async () => {
      let checks = 0
      line.fault = (route) => {
        checks += Number(route.request().url().endsWith('/customer/api/v1/login'))
        if (place.visitors?.test(route.request().url())) return route.continue()
        return route.fulfill({ json: { code: 401, message: '请先登录' } })
      }
      await open(page, place)
      await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
      await expect(retryButton(page)).toBeHidden()
      expect(checks).toBeLessThanOrEqual(2)
    })
    await test.step('a part of the page is missing', async () => {
      await logInAgain()
      line.fault = undefined
      const parts =
        /\/(?!RegionChoice|AccountMenu|ChatI|ChatB)[A-Z]\w+(Island|List|Form|Manager|Receipt|Desk|Bell)\.[^/]*\.js/
      await page.route(parts, (route) => route.abort())
      await open(page, place)
      // A form that was built into the page wakes when somebody is about to use it.
      if (await place.content(page).isVisible()) await place.content(page).click()
      await expect(page.getByText(/Loading chunk .* failed/).first()).toBeVisible()
      await page.unroute(parts)
      await retry(page)
      await expect(place.content(page)).toBeVisible()
    })
    for (const [name, { forbid, years }] of Object.entries(DEVICES)) {
      await test.step(name, async () => {
        const tab = await context.newPage()
        const tabLine = await openLine(tab)
        await tab.clock.install({ time: Date.now() + years * YEAR_MS })
        await tab.addInitScript(forbid)
        tabLine.fault = BROKEN['a fault (500)']?.fault
        await open(tab, place)
        await expectHonest(tab, place, /服务暂时不可用/)
        tabLine.fault = undefined
        await retry(tab)
        await expect(place.content(tab)).toBeVisible()
        await expect(login(tab)).toBeHidden()
        await tab.close()
      })
    }

    /** The 401 has taken the hint away. */
    async function logInAgain(): Promise<void> {
      await page.evaluate(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the portal sets it
        document.cookie = 'logged_in=1; Path=/'
      })
    }
  })
}

interface Act {
  path: string
  /** Up to the press that asks the server. */
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Locator
  done: (page: Page) => Locator
}

/** What somebody does by a press that asks the server: under a fault it says why, and the next press does it. */
const ACTS: Record<string, Act> = {
  内容纠错: {
    path: '/review/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: '内容纠错' }).click()
      await page.getByLabel('哪里有错，应该是什么').fill('第十七条的期限写错了。')
    },
    press: (page) => page.getByRole('button', { name: '提交纠错' }),
    done: (page) => page.getByText('已收到，谢谢您。'),
  },
  关注: {
    path: '/review/2',
    press: follow,
    done: (page) => page.getByRole('button', { name: /^关注：/, pressed: true }),
  },
  预约面谈: {
    path: '/fund/1',
    prepare: async (page) => {
      await page.getByRole('button', { name: '预约面谈' }).click()
      const dialog = page.getByRole('dialog', { name: /^预约面谈：/ })
      await dialog.getByLabel('联系人').fill('李雷')
      await dialog.getByLabel('手机号').fill('13800138000')
    },
    press: (page) => page.getByRole('button', { name: '提交预约' }),
    done: (page) => page.getByText(/预约已提交/),
  },
}

for (const [name, { path, prepare, press, done }] of Object.entries(ACTS)) {
  test(`${name} under every fault`, async ({ page, phone }) => {
    await logIn(page, phone)
    const line = await openLine(page)
    // Before, a press asks something else first: who is logged in.
    const isKnown = page.waitForResponse((answer) => answer.url().endsWith('/customer/api/v1/login'))
    await page.goto(path)
    await isKnown
    await prepare?.(page)
    for (const [fault, { fault: answer, told }] of Object.entries(BROKEN)) {
      await test.step(fault, async () => {
        line.fault = answer
        await press(page).click()
        await expect(page.getByText(told).first()).toBeVisible()
        await expect(done(page)).toBeHidden()
        await expect(login(page)).toBeHidden()
      })
    }
    line.fault = undefined
    await press(page).click()
    await expect(done(page)).toBeVisible()
  })
}

test('关注 pressed while it is not known who is logged in is done once it is', async ({ page, phone }) => {
  await logIn(page, phone)
  const line = await openLine(page)
  line.fault = BROKEN['API down']?.fault
  await page.goto('/review/2')
  await follow(page).click()
  const unknown = page.getByRole('dialog', { name: '确认登录状态' })
  for (const [fault, { fault: answer, told }] of Object.entries(BROKEN)) {
    await test.step(fault, async () => {
      line.fault = answer
      await unknown.getByRole('button', { name: '重试' }).click()
      await expect(unknown.getByText(told)).toBeVisible()
    })
  }
  line.fault = undefined
  await unknown.getByRole('button', { name: '重试' }).click()
  await expect(unknown).toBeHidden()
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(login(page)).toBeHidden()
})

test('a page that gets no answer asks again with growing pauses', async ({ page, phone }) => {
  await logIn(page, phone)
  const line = await openLine(page)
  const asked: number[] = []
  await page.clock.install()
  line.fault = async (route) => {
    if (route.request().url().endsWith('/customer/api/v1/login'))
      asked.push(await page.evaluate(() => Date.now()))
    await route.abort('connectionrefused')
  }
  await page.goto('/documents')
  await expect(retryButton(page)).toBeVisible()
  for (let second = 0; second < 120; second += 1) await page.clock.runFor(1000)
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(pauses.length, 'a call every 2 seconds would be 60').toBeLessThan(15)
  expect(pauses.length).toBeGreaterThan(2)
  expect(pauses.at(-1)).toBeGreaterThan(3 * (pauses[0] ?? 0))
})

const YEAR_MS = 366 * 24 * 3600 * 1000

/** A second tab each, on a device with a fault of its own. */
const DEVICES = {
  'storage forbidden, clock behind, a second tab': {
    years: -3,
    forbid: () => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    },
  },
  'storage full, clock ahead, a second tab': {
    years: 3,
    forbid: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  },
}

/** What stands between the page and the API. */
async function openLine(page: Page): Promise<{ fault?: Fault | undefined }> {
  const line: { fault?: Fault | undefined } = {}
  await page.route(API, (route) => (line.fault ? line.fault(route) : route.continue()))
  return line
}

async function open(page: Page, { path, press }: Place): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path)
  if (press && !path.includes('#')) await page.getByRole('button', { name: press }).click()
}

function follow(page: Page): Locator {
  return page.getByRole('button', { name: /^关注：/ })
}

const login = (page: Page) => page.getByRole('dialog', { name: '验证手机' })
const retryButton = (page: Page) => page.getByRole('button', { name: '重试' }).first()

/** Content, or a sentence with a way on; never the login. */
async function expectHonest(page: Page, { content, isOfItself }: Place, told: RegExp): Promise<void> {
  if (isOfItself) await expect(content(page)).toBeVisible()
  else {
    await expect(page.getByText(told).first()).toBeVisible()
    if (!told.source.includes('正在')) await expect(retryButton(page)).toBeVisible()
  }
  await expect(login(page)).toBeHidden()
}

/** Until nothing is left to be tried again: one part of a page may fail after another. */
async function retry(page: Page): Promise<void> {
  for (let round = 0; round < 3 && (await retryButton(page).isVisible()); round += 1) {
    await retryButton(page)
      .click({ timeout: 5000 })
      .catch(() => {})
    await page.waitForLoadState('networkidle')
  }
}
