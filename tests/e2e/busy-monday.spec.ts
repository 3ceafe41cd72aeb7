/** A busy Monday by keys alone: waiting items are processed from 我的待办 through every list, and nothing is lost. */
import { spawn } from 'node:child_process'
import type { Page } from 'playwright/test'
import { endingWithUs } from '../../server/testing/end-with-us.ts'
import { faults } from './support/look.ts'
import { expect, test as portalTest } from './support/portal.ts'
import { codeFor } from './support/server.ts'

interface Desk {
  origin: string
  data: string
}

/** Its own server: other tests do not expect so many rows, and must not add to them. */
const test = portalTest.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const server = spawn(...endingWithUs('node', ['tests/e2e/support/serve.ts']), {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const desk = await new Promise<Desk>((ready, fail) => {
        let said = ''
        server.stdout.on('data', (text) => {
          said += text
          const [, port, data] = /^e2e port (\d+) others \d+ data (.+)$/m.exec(said) ?? []
          if (port && data) ready({ origin: `http://localhost:${port}`, data })
        })
        server.once('exit', (code) => fail(new Error(`the server ended: ${code}`)))
      })
      await use(desk)
      const ended = new Promise((end) => server.once('exit', end))
      if (server.kill()) await ended
    },
    { scope: 'worker' },
  ],
  baseURL: ({ desk }, use) => use(desk.origin),
})

test.use({ viewport: { width: 1280, height: 800 } })

const SIZES = { companies: 150, conversations: 300, applications: 80 }
const REPLY = { title: '材料', text: '{企业名称}您好，{政策名称}的材料清单已发出' }

/** Logs in, and then fills the desk. */
async function openMonday(page: Page, { data }: Desk): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const addOperator = async (): Promise<string> =>
    (await page.request.post('/scenes/addOperator', { data: [], headers })).json()
  const [colleague, me] = [await addOperator(), await addOperator()]
  for (const phone of [colleague, me]) {
    await page.request.post('/main/api/v1/sms', { data: { phone }, headers })
    const entered = { phone, captcha: codeFor(phone, data) }
    await page.request.post('/customer/api/v1/customer', { data: entered, headers })
  }
  const filled = await page.request.post('/scenes/fillDesk', { data: [me, SIZES], headers })
  expect(filled.ok(), await filled.text()).toBe(true)
  await page.request.put('/operator/api/v1/replies', { data: { items: [REPLY], revision: 0 }, headers })
}

/** Returns the count of each section, and the rows of its list. */
async function readCounts(page: Page): Promise<Record<string, number>> {
  const links = page.getByRole('link', { name: /待.+，全部 \d+$/ })
  await expect(links).toHaveCount(5)
  const counts: Record<string, number> = {}
  for (const link of await links.all()) {
    const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', 'http://desk')
    const list = pathname.replace('/operator/', '')
    counts[list] = await rowsOf(page, `${CALLS[list]}${search.replace('?', list === 'orders' ? '&' : '?')}`)
    await expect(link).toHaveText(`${counts[list]}`)
  }
  return counts
}

const CALLS: Readonly<Record<string, string>> = {
  conversations: 'conversations',
  orders: 'orders?kind=application',
  requests: 'additional',
  reservations: 'reservations',
  corrections: 'corrections',
}

async function rowsOf(page: Page, list: string): Promise<number> {
  const { result } = await (await page.request.get(`/operator/api/v1/${list}`)).json()
  return result.total
}

test('a Monday of 300 conversations and 80 applications, by keys alone', async ({ page, desk }) => {
  await page.addInitScript(() => {
    // A toast may disappear before a busy machine has checked it.
    const told: string[] = []
    Object.assign(window, { told })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.toast')) told.push(node.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await openMonday(page, desk)
  const { keyboard } = page
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const focused = page.locator(':focus')
  const expectDone = async (toast: string) => {
    await expect(page.locator('.ant-modal')).toHaveCount(0)
    await page.waitForFunction((words) => {
      const { told } = window as unknown as { told: string[] }
      const place = told.findIndex((text) => text.includes(words))
      if (place >= 0) told.splice(0, place + 1)
      return place >= 0
    }, toast)
  }
  /** Submits the dialog that a key opens, with or without a note. */
  const submit = async (key: string, note = '') => {
    await press(key)
    await expect(page.locator('.ant-modal').locator(':is(textarea, input):focus')).toHaveCount(1)
    await keyboard.type(note)
    await press('Control+Enter')
  }
  /** In the focused select. */
  const choose = async (down: number) => {
    const options = page.locator('.ant-select-dropdown:visible')
    await expect(page.locator('.ant-select-input:focus')).toHaveCount(1)
    await press('ArrowDown')
    await expect(options).toHaveCount(1)
    await press(...Array<string>(down - 1).fill('ArrowDown'), 'Enter')
    await expect(options).toHaveCount(0)
  }
  const go = async (key: string, title: string) => {
    await press('g', key)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  }
  const reply = page.getByRole('textbox', { name: '回复内容' })
  const rows = page.getByRole('list', { name: '咨询' }).getByRole('button')

  await page.goto('/operator')
  const morning = await readCounts(page)
  expect(morning).toMatchObject({ conversations: 225, orders: 10, requests: 10 })

  // Everything fits on a phone and at a desk.
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const path of ['/operator/orders', '/operator/companies', '/operator']) {
    await page.goto(path)
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    await expect(page.getByRole('table').getByRole('row').nth(3)).toBeVisible()
    for (const size of [{ width: 375, height: 812 }, desktop]) {
      await page.setViewportSize(size)
      expect(await faults(page), `${path} at ${size.width}`).toEqual([])
    }
  }

  // From 我的待办 to the longest wait: a quick reply, with its empty field filled in.
  await press('j', 'Enter')
  await expect(reply).toBeFocused()
  await press('/')
  await expect(page.locator('.ant-select-item-option-active')).toContainText(REPLY.title)
  await press('Enter')
  await expect(reply).toHaveValue(/\{政策名称\}的材料清单/)
  await expect(reply).toBeFocused()
  await page.waitForFunction(() => getSelection()?.toString() === '{政策名称}')
  await keyboard.type('科技创新券')
  await expect(reply).toHaveValue(/号科技有限公司您好，科技创新券的材料清单已发出/)
  await expect(reply).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('log')).toContainText('材料清单已发出')

  // The next unassigned one: taken, and handed over with a note.
  await press('Escape', 'g', 't')
  await page.getByRole('radio', { name: '无人负责' }).press('Space')
  await expect(page).toHaveURL(/assigned=none/)
  await expect(page.locator('.desk-row').first()).toContainText('无人负责')
  await page.locator('h1').click()
  await press('e')
  await expect(reply).toBeFocused()
  await press('Escape', 'e')
  await expectDone('已由您负责')
  await press('Escape', 'a')
  await choose(1)
  await press('Tab')
  await expect(page.getByLabel('交接说明')).toBeFocused()
  await keyboard.type('企业要书面答复')
  await press('Control+Enter')
  await expectDone('已转交')
  await expect(page.locator('.hand-over-note')).toContainText('企业要书面答复')

  // Deferred, and no reply needed: the next ones of the queue.
  await expect(rows).toHaveCount(20)
  await press('Alt+ArrowDown')
  await expect(page.locator('.hand-over-note')).toHaveCount(0)
  await expect(reply).toBeFocused()
  await press('Escape', 's')
  await expect(page.getByRole('dialog', { name: '稍后处理' })).toBeVisible()
  await press('Tab', 'Tab', 'Enter')
  await expectDone('再提醒')
  await press('Escape', 'Alt+ArrowDown')
  await expect(reply).toBeFocused()
  await press('Escape', 'n')
  await expectDone('已移出待回复')

  // An application: taken, its documents requested; another one to its end.
  const drawer = page.getByRole('dialog', { name: /科技创新券|入驻/ })
  const take = async () => {
    await press('e')
    await expect(drawer.getByRole('button', { name: '受理', exact: true })).toHaveCount(0)
    await expect(drawer.getByRole('button', { name: '审核通过' })).toBeEnabled()
  }
  await press('Escape')
  await go('o', '政策申报')
  await press('/')
  await keyboard.type('SB20261123-000048')
  await press('Enter')
  await expect(page.locator('.desk-row')).toHaveCount(1)
  await press('Escape', 'j', 'Enter')
  await expect(drawer).toContainText('已提交')
  await take()
  await submit('1', '请补充营业执照')
  await expectDone('要求补充，已通知企业')
  await expect(drawer).toContainText('请补充营业执照')
  await expect(focused, 'the focus is where it was').toHaveClass(/ant-drawer/)
  await press('Escape')
  await expect(page.locator('.desk-row :focus')).toHaveCount(1)
  await press('/')
  await keyboard.type('SB20261123-000000')
  await press('Enter')
  await expect(page.locator('.desk-row')).toContainText('第 0 份')
  await press('Escape', 'j', 'Enter')
  await expect(drawer).toContainText('第 0 份')
  await take()
  for (const [key, done] of [
    ['2', '审核通过'],
    ['1', '进入公示'],
    ['1', '确认兑现'],
  ] as const) {
    await submit(key)
    await expectDone(`${done}，已通知企业`)
  }
  await expect(drawer).toContainText('已经办结')

  // A provider, with its documents.
  await press('Escape')
  await go('r', '入驻与贷款')
  await press('/')
  await choose(2)
  await expect(page).toHaveURL(/kind=provider/)
  await expect(page.locator('.desk-row')).toHaveCount(5)
  await press('Escape', 'j', 'Enter')
  await expect(drawer.getByRole('button', { name: /营业执照/ })).toBeVisible()
  await take()
  await submit('2')
  await expectDone('审核通过，已通知企业')

  // A reservation and a correction, each in its row; the list is saved as a file.
  await press('Escape')
  await go('v', '预约')
  await press('/', 'Tab')
  await choose(1)
  await expect(page).toHaveURL(/state=requested/)
  await expect(page.locator('.desk-row').first()).toContainText('待确认')
  await press('Escape', 'j')
  await submit('1')
  await expectDone('已处理，并通知企业')
  await go('e', '内容纠错')
  await press('/')
  await choose(1)
  await expect(page).toHaveURL(/state=open/)
  await expect(page.locator('.desk-row').getByText('已改正')).toHaveCount(0)
  await press('Escape', 'j')
  await submit('1')
  await expectDone('已答复')
  // The clear button follows the filter.
  await press('/', 'Tab', 'Tab')
  await expect(focused).toHaveText('导出 CSV')
  const download = page.waitForEvent('download')
  await press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect(focused).toHaveText('导出 CSV')

  // A company, and its history.
  await go('q', '企业与等级')
  await press('/')
  await keyboard.type('示例48号')
  await press('Enter')
  await expect(page.locator('.desk-row')).toHaveCount(1)
  await press('Escape', 'j', 'Enter')
  await page.getByRole('tab', { name: '操作记录' }).press('Enter')
  await expect(page.getByRole('region', { name: '操作记录' })).toContainText('运营操作')
  await press('Escape')
  await expect(page.locator('.desk-row')).toHaveCount(1)
  await press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
  await press('Escape')

  // Nothing is lost: processed items are no longer counted, and all others are.
  await go('t', '我的待办')
  expect(await readCounts(page)).toEqual({
    conversations: 225 - 3,
    orders: 10 - 2,
    requests: 10 - 1,
    reservations: (morning.reservations ?? 0) - 1,
    corrections: (morning.corrections ?? 0) - 1,
  })
  expect(await rowsOf(page, 'conversations?state=all')).toBe(SIZES.conversations)
  expect(await rowsOf(page, 'orders')).toBe(SIZES.applications)
})
