import type { Browser, Page } from 'playwright/test'
import { openChat } from './support/chat.ts'
import { type Company, openCompany } from './support/company.ts'
import { expectAccessible, openDesk } from './support/desk.ts'
import { expect, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const PER_PAGE = 20
const QUEUE = 3 * PER_PAGE

let company: Company
test.use({ viewport: { width: 1600, height: 900 } })
test.beforeEach(async ({ playwright, phone }) => {
  company = await openCompany(playwright, phone, `示例 ${phone}`)
})
test.afterEach(() => company.close())

async function sendPicture(browser: Browser, name: string): Promise<void> {
  const context = await browser.newContext({ storageState: await company.state() })
  const page = await context.newPage()
  await page.goto('/')
  const chat = await openChat(page)
  await chat
    .locator('.composer input[type=file]')
    .setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE })
  await expect(chat.getByText('发送成功')).toBeVisible()
  await context.close()
}

async function openNext(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: '咨询' }).getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Alt+ArrowDown')
}

function isPainted(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

test('a picture of the company opens large, and is saved', async ({ page, browser, phone, operator }) => {
  await sendPicture(browser, '营业执照.png')
  await openDesk(page, `/operator/conversations?q=${phone}`, operator)
  await openNext(page)
  const small = page.getByRole('button', { name: '查看大图：营业执照.png' })
  await expect.poll(() => isPainted(page, '.bubble-picture img')).toBe(true)
  await small.press('Enter')
  const large = page.getByRole('dialog', { name: '营业执照.png' })
  await expect(large.getByRole('img', { name: '营业执照.png' })).toBeVisible()
  await expect.poll(() => isPainted(page, '.picture-view img')).toBe(true)
  const saved = page.waitForEvent('download')
  await large.getByRole('button', { name: '下载' }).click()
  expect((await saved).suggestedFilename()).toBe('营业执照.png')
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(small, 'the focus is back').toBeFocused()
})

test.describe('an expired address', () => {
  test.use({ expectedErrors: /Failed to load resource.*403/ })

  test('a picture whose address is over gets another', async ({ page, browser, phone, operator }) => {
    await sendPicture(browser, '厂房.png')
    await page.clock.install()
    let first: string | null = null
    await page.route(/\/documents\/companies\/.*x-oss-signature=/, (route) => {
      first ??= route.request().url()
      return route.request().url() === first ? route.fulfill({ status: 403 }) : route.continue()
    })
    await openDesk(page, `/operator/conversations?q=${phone}`, operator)
    await openNext(page)
    await expect.poll(() => first).not.toBeNull()
    // Within one second the store signs the same address again.
    const refused = nowSeconds()
    await expect.poll(nowSeconds).toBeGreaterThan(refused)
    await page.goBack()
    await expect(page.getByText('从左边选择一个咨询', { exact: false })).toBeVisible()
    await page.clock.fastForward('05:00')
    await openNext(page)
    await expect.poll(() => isPainted(page, '.bubble-picture img')).toBe(true)
  })
})

test('a queue of several pages is gone through, and who was answered leaves it', async ({
  page,
  phone,
  operator,
}) => {
  const title = `长队 ${phone}`
  await scene('addQueue', title, QUEUE)
  await openDesk(page, `/operator/conversations?q=${encodeURIComponent(title)}`, operator)
  const rows = page.getByRole('list', { name: '咨询' }).getByRole('listitem')
  await expect(page.getByText(`共 ${QUEUE} 个咨询`)).toBeVisible()
  const expectPage = async (first: number) => {
    await expect(rows).toHaveCount(PER_PAGE)
    await expect(rows.first()).toContainText(`第 ${first} 家的问题`)
    await expect(rows.last()).toContainText(`第 ${first + PER_PAGE - 1} 家的问题`)
  }
  await expectPage(1)
  const pages = page.locator('.queue-pages')
  await pages.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/[?&]page=2/)
  await expectPage(PER_PAGE + 1)
  await pages.getByRole('textbox').fill('3')
  await pages.getByRole('textbox').press('Enter')
  await expect(page).toHaveURL(/[?&]page=3/)
  await expectPage(QUEUE - PER_PAGE + 1)
  await rows.first().getByRole('button').click()
  await page.getByRole('textbox', { name: '回复内容' }).fill('请讲')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`共 ${QUEUE - 1} 个咨询`)).toBeVisible()
  await expect(rows).toHaveCount(PER_PAGE - 1)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/[?&]page=2/)
  await expectPage(PER_PAGE + 1)
  await expectAccessible(page)
})
