/**
 * Pages of each kind, whose island starts by itself or by a press, under every fault of a running portal: nobody who
 * is logged in is asked to log in, what is missing is said with 重试, the server is not stormed, and when the fault is
 * over the page goes on.
 */
import type { Locator, Page, Route } from 'playwright/test'
import { type Company, openCompany } from './support/company.ts'
import { deskPhone } from './support/desk.ts'
import { expect, logIn, test } from './support/portal.ts'

interface Place {
  path: string
  /** At the desk: which of its phones. */
  desk?: number
  /** What tells it from another place of its path. */
  name?: string
  /** What is pressed to start it, one after the other. */
  press?: readonly (string | RegExp)[]
  /** There when everything works. */
  content: (page: Page) => Locator
  /** There without the server, too. */
  isOfItself?: true
  /** What fails; unless said, every call of the API. */
  asks?: RegExp
  /** What answers visitors, too: none of it is ever refused for want of a login. */
  visitors?: RegExp
  /** Its own part, where the name of its file tells nothing. */
  part?: string
}

const PLACES: readonly Place[] = [
  { path: '/mylist/1', content: (page) => page.getByText('还没有申报') },
  { path: '/mylist/2', content: (page) => page.locator('.policy-list li').first() },
  { path: '/account', content: (page) => page.getByLabel('企业名称') },
  { path: '/documents', content: (page) => page.getByRole('button', { name: '新建文件夹' }) },
  { path: '/loan/success?poid=999999', content: (page) => page.getByText('没有找到这份申请') },
  {
    path: '/help',
    press: ['查看专家和可约时间'],
    content: (page) => page.getByText(/暂无可预约的专家|时间由工作人员安排/).first(),
    visitors: /\/experts/,
  },
  { path: '/grade', content: (page) => page.locator('.grades li').first(), visitors: /\/packages/ },
  { path: '/loan/declare?poid=999999', content: (page) => page.getByText('没有找到这份申请') },
  { path: '/', press: [/^消息/], content: (page) => page.getByRole('button', { name: /^消息，1 条未读/ }) },
  { path: '/operator', desk: 19, content: (page) => page.getByRole('heading', { name: '待处理' }) },
  {
    path: '/operator/conversations',
    desk: 25,
    content: (page) => page.getByRole('region', { name: '咨询队列' }),
  },
  { path: '/operator/orders', desk: 26, content: (page) => page.getByRole('region', { name: '政策申报' }) },
  { path: '/operator/companies', desk: 27, content: (page) => page.getByRole('row', { name: /编号/ }) },
  { path: '/enter?poid=999999', content: (page) => page.getByText('没有找到这份申请') },
  {
    path: '/pmanagement/2',
    name: '选择企业文件',
    press: ['用企业文件备齐材料', /选择文件$/],
    content: (page) => page.getByRole('dialog', { name: '选择企业文件' }).getByText('暂无文件夹'),
    part: 'DocumentPicker',
  },
  {
    path: '/pmanagement/2',
    name: '选择企业文件，已知谁登录',
    press: ['用企业文件备齐材料', /选择文件$/],
    content: (page) => page.getByRole('dialog', { name: '选择企业文件' }).getByText('暂无文件夹'),
    asks: /\/api\/v1\/.*document/,
    part: 'DocumentPicker',
  },
  {
    path: '/facilitator',
    name: '所在地区',
    press: [/^所在地区/],
    content: (page) => page.getByLabel('省（区、市）'),
    asks: /\/api\/v1\/|\/divisions\//,
    visitors: /\/divisions\//,
    part: 'RegionChoice',
  },
  // What is written and looked up here needs nobody to be logged in.
  { path: '/match', content: (page) => page.getByRole('main').getByRole('button').first(), isOfItself: true },
  { path: '/enter', content: (page) => page.getByRole('textbox').first(), isOfItself: true },
  { path: '/loan/declare', content: (page) => page.getByRole('textbox').first(), isOfItself: true },
  {
    path: '/pmanagement/2#declare',
    press: ['我要申报'],
    content: (page) => page.getByRole('dialog').getByRole('textbox').first(),
    isOfItself: true,
  },
  {
    path: '/loan/home',
    name: '还款试算',
    content: (page) => page.getByLabel(/^贷款金额/),
    isOfItself: true,
    part: 'LoanCalculator',
  },
  {
    path: '/review/2',
    name: '分享',
    press: ['分享'],
    content: (page) => page.getByRole('dialog', { name: '分享' }).getByRole('button', { name: '复制链接' }),
    isOfItself: true,
    part: 'ShareButton',
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
  test(`${[place.path, place.name].filter(Boolean).join(' ')} under every fault`, async ({
    page,
    context,
    phone,
  }) => {
    test.slow()
    await logIn(page, place.desk === undefined ? phone : deskPhone(place.desk))
    const line = await openLine(page, place)

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
      const parts = place.part
        ? new RegExp(`/${place.part}\\.[^/]*\\.js`)
        : /\/(?!RegionChoice|AccountMenu|ChatI|ChatB)[A-Z]\w+(Island|List|Form|Manager|Receipt|Desk|Bell)\.[^/]*\.js/
      await page.route(parts, (route) => route.abort())
      await open(page, place)
      // A form that was built into the page wakes when somebody is about to use it.
      if (await place.content(page).isVisible()) await place.content(page).click()
      await expect(page.getByText(/Loading chunk .* failed/).first()).toBeVisible()
      await page.unroute(parts)
      await retry(page)
      // The reload has closed what another part had opened.
      if ((place.press?.length ?? 0) > 1) await press(page, place)
      await expect(place.content(page)).toBeVisible()
    })
    for (const [name, { forbid, years }] of Object.entries(DEVICES)) {
      await test.step(name, async () => {
        const tab = await context.newPage()
        const tabLine = await openLine(tab, place)
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
  /** At the desk: which of its phones, and what a company has done before. */
  desk?: { place: number; given: (company: Company) => Promise<unknown> }
  /** Up to the press that asks the server. */
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Locator
  done: (page: Page) => Locator
  /** What was typed: a failure leaves it where it is. */
  typed?: (page: Page) => Locator
}

const deskDialog = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`^${name}`) })

async function openApplication(page: Page): Promise<void> {
  await page.getByRole('region', { name: '政策申报' }).getByRole('row').getByRole('button').first().click()
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
    typed: (page) => page.getByLabel('哪里有错，应该是什么'),
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
    typed: (page) => page.getByLabel('联系人'),
  },
  受理申报: {
    path: '/operator/orders?q=',
    desk: { place: 21, given: (company) => company.declare(2) },
    prepare: openApplication,
    press: (page) => page.getByRole('dialog').getByRole('button', { name: '受理' }),
    done: (page) => page.getByText('已由您受理'),
  },
  审核申报: {
    path: '/operator/orders?q=',
    desk: { place: 22, given: (company) => company.declare(2) },
    prepare: async (page) => {
      await openApplication(page)
      await page.getByRole('button', { name: '受理' }).click()
      await page.getByRole('button', { name: '审核通过' }).click()
      await deskDialog(page, '审核通过').getByRole('textbox').fill('材料齐全')
    },
    press: (page) => deskDialog(page, '审核通过').getByRole('button', { name: '审核通过' }),
    done: (page) => page.getByText('审核通过，已通知企业'),
    typed: (page) => deskDialog(page, '审核通过').getByRole('textbox'),
  },
  调整等级: {
    path: '/operator/companies?q=',
    desk: { place: 23, given: async () => {} },
    prepare: async (page) => {
      await page.getByRole('button', { name: '调整等级' }).click()
      await deskDialog(page, '调整').getByRole('textbox', { name: /说明/ }).fill('已签约')
    },
    press: (page) => deskDialog(page, '调整').getByRole('button', { name: '调整等级' }),
    done: (page) => page.getByText('等级已调整，并通知企业'),
    typed: (page) => deskDialog(page, '调整').getByRole('textbox', { name: /说明/ }),
  },
}

for (const [name, { path, desk, prepare, press, done, typed }] of Object.entries(ACTS)) {
  test(`${name} under every fault`, async ({ page, phone, playwright }) => {
    const company = desk && (await openCompany(playwright, phone, `示例 ${phone}`))
    if (company) await desk.given(company)
    await company?.close()
    await logIn(page, desk ? deskPhone(desk.place) : phone)
    const line = await openLine(page)
    // Before, a press asks something else first: who is logged in.
    const isKnown = page.waitForResponse((answer) => answer.url().endsWith('/customer/api/v1/login'))
    await page.goto(desk ? path + phone : path)
    await isKnown
    await prepare?.(page)
    const kept = typed && (await contentOf(typed(page)))
    for (const [fault, { fault: answer, told }] of Object.entries(BROKEN)) {
      await test.step(fault, async () => {
        line.fault = answer
        await expect(page.getByText(told), 'what an earlier fault left to read is gone').toHaveCount(0)
        await press(page).click()
        await expect(page.getByText(told).first()).toBeVisible()
        await expect(done(page)).toBeHidden()
        await expect(login(page)).toBeHidden()
        if (typed) expect(await contentOf(typed(page))).toBe(kept)
      })
    }
    line.fault = undefined
    await press(page).click()
    await expect(done(page)).toBeVisible()
  })
}

function contentOf(place: Locator): Promise<string> {
  return place.evaluate((element) => (element as HTMLInputElement).value ?? element.textContent)
}

test('a reply of the desk under every fault', async ({ page, phone, playwright }) => {
  const company = await openCompany(playwright, phone, `示例 ${phone}`)
  await company.say('您好')
  await logIn(page, deskPhone(24))
  const line = await openLine(page)
  await page.goto(`/operator/conversations?q=${phone}`)
  await page.getByRole('list', { name: '咨询' }).getByRole('button').click()
  const log = page.getByRole('log')
  const field = page.getByRole('textbox', { name: '回复内容' })
  for (const [name, { fault, told }] of Object.entries(BROKEN)) {
    await test.step(name, async () => {
      line.fault = fault
      await field.fill(`请讲：${name}`)
      await page.getByRole('button', { name: '发送', exact: true }).click()
      await expect(log.getByText(told)).toBeVisible()
      await expect(log).toContainText(`请讲：${name}`)
      expect(await company.heard()).not.toContain(`请讲：${name}`)
      await expect(login(page)).toBeHidden()
      line.fault = undefined
      const again = log.getByRole('button', { name: '重新发送' })
      // Where there was no line, it is sent by itself, perhaps while somebody points at the button: pressed in one go.
      await again.evaluateAll((buttons) => {
        for (const button of buttons as HTMLElement[]) button.click()
      })
      await expect.poll(company.heard).toContain(`请讲：${name}`)
      await expect(log.getByText(told)).toBeHidden()
    })
  }
  expect(await company.heard()).toHaveLength(1 + Object.keys(BROKEN).length)
  await company.close()
})

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
async function openLine(
  page: Page,
  { asks = API }: Partial<Place> = {},
): Promise<{ fault?: Fault | undefined }> {
  const line: { fault?: Fault | undefined } = {}
  await page.route(asks, (route) => (line.fault ? line.fault(route) : route.continue()))
  return line
}

async function open(page: Page, place: Place): Promise<void> {
  const { path } = place
  await page.goto('about:blank')
  await page.goto(path)
  if (!path.includes('#')) await press(page, place)
}

async function press(page: Page, { press: names = [] }: Place): Promise<void> {
  for (const name of names) await page.getByRole('button', { name }).first().click()
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
