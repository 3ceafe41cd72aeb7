/**
 * Pages of each kind under every fault of a running portal: logged-in people are not asked to log in, missing parts
 * are reported with 重试, requests are limited, and after the fault the page continues.
 */
import type { Locator, Page, Route } from 'playwright/test'
import { type Company, openCompany } from './support/company.ts'
import { deskPhone } from './support/desk.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

interface Place {
  path: string
  /** At the desk: index of its phone. */
  desk?: number
  /** Elements to press in sequence to start it. */
  press?: readonly (string | RegExp)[]
  /** Visible when everything works. */
  content: (page: Page) => Locator
  /** Visible without the server as well. */
  isOfItself?: true
  /** Calls open to visitors: never refused for lack of a login. */
  visitors?: RegExp
  /** Its own chunk, if the file name does not contain it. */
  part?: string
}

const DOCUMENTS: Place = {
  path: '/documents',
  content: (page) => page.getByRole('button', { name: '新建文件夹' }),
}

/** One of each kind. */
const PLACES: readonly Place[] = [
  DOCUMENTS,
  // Open to visitors as well.
  { path: '/grade', content: (page) => page.locator('.grades li').first(), visitors: /\/packages/ },
  { path: '/', press: [/^消息/], content: (page) => page.getByRole('button', { name: /^消息，1 条未读/ }) },
  { path: '/operator/orders', desk: 21, content: (page) => page.getByRole('region', { name: '政策申报' }) },
  {
    path: '/pmanagement/2',
    press: ['用企业文件备齐材料', /选择文件$/],
    content: (page) => page.getByRole('dialog', { name: '选择企业文件' }).getByText('暂无文件夹'),
    part: 'DocumentPicker',
  },
  // Writing needs no login.
  { path: '/enter', content: (page) => page.getByRole('textbox').first(), isOfItself: true },
]

type Fault = (route: Route) => Promise<void> | void

/** Replacements of answers, and the words for people. Numeric names would come first. */
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
/** The browser's messages on failed answers, and the loader's on a failed chunk. */
test.use({ expectedErrors: /Failed to load resource|ERR_|dynamically imported module|Importing a module/ })

for (const place of PLACES) {
  test(`${place.path} under every fault`, async ({ page, context, phone }) => {
    await enter(page, place, phone)
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
      await retry(page, place)
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
      // A form that is part of the page loads when a person is about to use it.
      if (await place.content(page).isVisible()) await place.content(page).click()
      await expect(page.getByText(/Loading chunk .* failed/).first()).toBeVisible()
      await page.unroute(parts)
      const anew = page.waitForEvent('domcontentloaded')
      await retryButton(page).click()
      await anew
      // The reload has closed what another part had opened.
      if ((place.press?.length ?? 0) > 1) await press(page, place)
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
        await retry(tab, place)
        await expect(login(tab)).toBeHidden()
        await tab.close()
      })
    }

    /** The 401 has deleted the hint. */
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
  /** At the desk: index of its phone, and a company's earlier actions. */
  desk?: { place: number; given: (company: Company) => Promise<unknown> }
  /** Up to the press that calls the server. */
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Locator
  done: (page: Page) => Locator
  /** Typed text: a failure keeps it. */
  typed?: (page: Page) => Locator
}

const deskDialog = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`^${name}`) })

async function openApplication(page: Page): Promise<void> {
  await page.getByRole('region', { name: '政策申报' }).getByRole('row').getByRole('button').first().click()
}

const CORRECTION: Act = {
  path: '/review/2',
  prepare: async (page) => {
    await page.getByRole('button', { name: '内容纠错' }).click()
    await page.getByLabel('哪里有错，应该是什么').fill('第十七条的期限写错了。')
  },
  press: (page) => page.getByRole('button', { name: '提交纠错' }),
  done: (page) => page.getByText('已收到，谢谢您。'),
  typed: (page) => page.getByLabel('哪里有错，应该是什么'),
}

/** Actions that call the server by a press, of a company and at the desk. */
const ACTS: Record<string, Act> = {
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
    done: (page) => page.getByRole('button', { name: '进入公示' }),
    typed: (page) => deskDialog(page, '审核通过').getByRole('textbox'),
  },
}

for (const [name, act] of Object.entries(ACTS)) {
  test(`${name} under every fault`, async ({ page, phone, playwright }) => {
    const company = act.desk && (await openCompany(playwright, phone, `示例 ${phone}`))
    if (company) await act.desk?.given(company)
    await company?.close()
    await enter(page, { desk: act.desk?.place }, phone)
    await expectActHonest(page, { ...act, path: act.desk ? act.path + phone : act.path }, BROKEN)
  })
}

test('a press that calls the server shows why it failed, and the next press succeeds', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  await expectActHonest(page, CORRECTION, pick('API down', 'HTML instead of JSON'))
})

/** Under a fault it shows the reason, typed text stays, and the next press succeeds. */
async function expectActHonest(
  page: Page,
  { path, prepare, press, done, typed }: Act,
  broken: typeof BROKEN,
): Promise<void> {
  const line = await openLine(page)
  // Before that, a press makes the session check.
  const isKnown = page.waitForResponse((answer) => answer.url().endsWith('/customer/api/v1/login'))
  await page.goto(path)
  await isKnown
  await prepare?.(page)
  const kept = typed && (await contentOf(typed(page)))
  for (const [name, { fault, told }] of Object.entries(broken)) {
    await test.step(name, async () => {
      line.fault = fault
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
}

function contentOf(place: Locator): Promise<string> {
  return place.evaluate((element) => (element as HTMLInputElement).value ?? element.textContent)
}

test('a failed reply at the desk shows the reason, and is sent once, by a press or automatically', {
  tag: '@journey',
}, async ({ page, phone, playwright }) => {
  const company = await openCompany(playwright, phone, `示例 ${phone}`)
  await company.say('您好')
  await enter(page, { desk: 24 }, phone)
  const line = await openLine(page)
  await page.goto(`/operator/conversations?q=${phone}`)
  await page.getByRole('list', { name: '咨询' }).getByRole('button').click()
  const log = page.getByRole('log')
  const field = page.getByRole('textbox', { name: '回复内容' })
  const broken = Object.entries(pick('a fault (500)', 'HTML instead of JSON'))
  for (const [name, { fault, told }] of broken) {
    await test.step(name, async () => {
      line.fault = fault
      await field.fill(`请讲：${name}`)
      await page.getByRole('button', { name: '发送', exact: true }).click()
      await expect(log.getByText(told)).toBeVisible()
      await expect(log).toContainText(`请讲：${name}`)
      expect(await company.heard()).not.toContain(`请讲：${name}`)
      await expect(login(page)).toBeHidden()
      line.fault = undefined
      // It may be sent automatically before the press, so it is pressed only if still there.
      await log.getByRole('button', { name: '重新发送' }).evaluateAll((buttons) => {
        for (const button of buttons as HTMLElement[]) button.click()
      })
      await expect.poll(company.heard).toContain(`请讲：${name}`)
      await expect(log.getByText(told)).toBeHidden()
    })
  }
  expect(await company.heard()).toHaveLength(1 + broken.length)
  await company.close()
})

test('a page that loads by itself reports what is missing, and continues after the fault', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  const line = await openLine(page)
  for (const [name, { fault, told }] of Object.entries(pick('API down', 'a fault (500)'))) {
    await test.step(name, async () => {
      line.fault = fault
      await open(page, DOCUMENTS)
      await expectHonest(page, DOCUMENTS, told)
      line.fault = undefined
      await retry(page, DOCUMENTS)
      await expect(login(page)).toBeHidden()
    })
  }
})

function pick(...names: readonly string[]): typeof BROKEN {
  return Object.fromEntries(Object.entries(BROKEN).filter(([name]) => names.includes(name)))
}

const YEAR_MS = 366 * 24 * 3600 * 1000

/** A second tab each, on a device with its own fault. */
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

/** Logs in as a company or an operator. */
async function enter(page: Page, { desk }: { desk?: number | undefined }, phone: string): Promise<void> {
  if (desk !== undefined) await scene('allowNextCode', deskPhone(desk))
  await logIn(page, desk === undefined ? phone : deskPhone(desk))
}

/** Puts faults between the page and the API. */
async function openLine(page: Page): Promise<{ fault?: Fault | undefined }> {
  const line: { fault?: Fault | undefined } = {}
  await page.route(API, (route) => (line.fault ? line.fault(route) : route.continue()))
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

const login = (page: Page) => page.getByRole('dialog', { name: '验证手机' })
const retryButton = (page: Page) => page.getByRole('button', { name: '重试' }).first()

/** Expects content, or a sentence with a way on; never the login. */
async function expectHonest(page: Page, { content, isOfItself }: Place, told: RegExp): Promise<void> {
  if (isOfItself) await expect(content(page)).toBeVisible()
  else {
    await expect(page.getByText(told).first()).toBeVisible()
    if (!told.source.includes('正在')) await expect(retryButton(page)).toBeVisible()
  }
  await expect(login(page)).toBeHidden()
}

/** Retries until nothing fails: parts of a page may fail in sequence, and recover automatically. */
async function retry(page: Page, { content }: Place): Promise<void> {
  const buttons = page.getByRole('button', { name: '重试' })
  await expect(async () => {
    await buttons.evaluateAll((all) => {
      for (const button of all as HTMLElement[]) button.click()
    })
    expect(await content(page).isVisible()).toBe(true)
    expect(await buttons.count()).toBe(0)
  }).toPass()
}
