/**
 * Offline: read and followed pages are available, with their time; a form keeps typed text. Online, no copy is
 * shown. The site can switch it off, whatever the devices' worker does.
 */
import type { BrowserContext, Page } from 'playwright/test'
import { workerScript } from '../../src/lib/browser/offline/integration.ts'
import { STORES } from '../../src/lib/browser/offline/pages.ts'
import { overflow, violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { E2E_ORIGIN, WORKER_COOKIE } from './support/server.ts'

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|dynamically imported module/,
})
/** Selects another worker for this browser's next request. */
async function switchWorker(context: BrowserContext, browser: string, script: string): Promise<void> {
  await fetch(`${E2E_ORIGIN}/worker/${browser}`, { method: 'POST', body: script })
  await context.addCookies([{ name: WORKER_COOKIE, value: browser, url: E2E_ORIGIN }])
}

function keptPaths(page: Page, store: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    if (!(await caches.has(name))) return []
    const keys = await (await caches.open(name)).keys()
    return keys.map(({ url }) => new URL(url).pathname)
  }, store)
}

async function missingAssets(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const kept = await keptPaths(page, STORES.assets)
  return loaded.filter((path) => path.startsWith('/frontend/assets/') && !kept.includes(path))
}

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)
const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test('read and followed pages are available offline, and hidden after a logout', {
  tag: '@journey',
}, async ({ page, context, phone }) => {
  await page.goto('/review/24')
  expect([await workers(page), await page.evaluate(() => caches.keys())]).toEqual([0, []])
  await logIn(page, phone)
  await page.goto('/review/2')
  await page
    .getByRole('button', { name: /^关注：/ })
    .first()
    .click()
  await expect.poll(() => keptPaths(page, STORES.followed)).toContain('/review/2')
  expect(await keptPaths(page, STORES.followed)).toContain('/pmanagement/2')
  await expect.poll(() => isControlled(page)).toBe(true)
  await page.goto('/information/consultation/1')
  await expect.poll(() => keptPaths(page, STORES.read)).toEqual(['/information/consultation/1'])

  await context.setOffline(true)
  const note = page.getByText(/^离线查看 保存于20\d\d年\d+月\d+日 \d\d:\d\d，其后的变化未显示/)
  await page.goto('/pmanagement/2?from=list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(note).toBeVisible()
  await expect(page).toHaveTitle(/^离线查看：/)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.goto('/review/1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有网络，这一页还没有保存到本设备。')
  await expect(page.getByRole('listitem')).toHaveCount(3)
  for (const link of await page.getByRole('listitem').getByRole('link').all()) {
    await expect(link).toHaveCSS('display', 'block')
    await expect(link).not.toHaveText(/ - 知策$/)
  }
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await context.setOffline(false)
  await expect(page).toHaveTitle(/^(?!离线|没有网络)./)
  await page.goto('/information/consultation/1')
  await expect(note).toBeHidden()

  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  // A moment later it goes home by itself: calls on the page before that may be lost.
  await expect(page).toHaveURL('/')
  await expect.poll(() => workers(page)).toBe(0)
  await page.goto('/review/2')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

test('a form keeps typed text through a reload, saves it online again, and is submitted once, on request', async ({
  page,
  context,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/pmanagement/15')
  await expect.poll(() => isControlled(page)).toBe(true)
  await page.goto('/account')
  await page.getByRole('form', { name: '企业档案' }).getByLabel('联系人').fill('韩梅')
  await page.goto('/pmanagement/15#declare')
  await page.reload()
  const form = page.getByRole('dialog', { name: /^申报/ })
  await form.getByLabel('联系人').fill('李雷')
  await expect(form.getByText('已存入账户')).toBeVisible()
  await expect.poll(() => missingAssets(page)).toEqual([])

  await context.setOffline(true)
  await form.getByLabel('联系电话').fill(phone)
  const kept = form.getByText('当前没有网络，填写的内容自动保存到本设备，联网后请点“提交”。')
  await expect(kept).toBeVisible()
  await page.reload()
  await expect(page).toHaveTitle(/^离线查看：/)
  await expect(form.getByLabel('联系电话')).toHaveValue(phone)
  await expect(form.getByLabel('联系人')).toHaveValue('李雷')
  await expect(kept).toBeVisible()
  const submit = form.getByRole('button', { name: /^(登录并)?提交申报$/ })
  await submit.click()
  await expect(form.getByText(/^当前没有网络，尚未提交。/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/account')
  const profile = page.getByRole('region', { name: '尚未提交的企业档案' })
  await expect(profile.getByRole('definition')).toHaveText(['韩梅'])
  expect(await violations(page)).toEqual([])
  await page.goto('/pmanagement/15#declare')
  await page.reload()
  await submit.click()
  await expect(form.getByText(/^当前没有网络，尚未提交。/)).toBeVisible()

  await context.setOffline(false)
  await expect(form.getByText(/^网络已恢复，请再点一次/)).toBeVisible()
  await expect(form.getByText('已存入账户')).toBeVisible()
  await expect(submit).toBeEnabled()
  await submit.click()
  await expect(form.getByRole('heading', { name: '已提交' })).toBeVisible()
  await page.goto('/mylist/1')
  await expect(page.locator('.order-row')).toHaveCount(1)
})

test('a worker that answers nothing is replaced by the next build, and removed by the switch', async ({
  page,
  context,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/review/2')
  await expect.poll(() => isControlled(page)).toBe(true)
  await switchWorker(
    context,
    phone,
    `addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => event.respondWith(Response.error()))`,
  )
  await page.goto('/review/24')
  const isBroken = () =>
    page.goto('/review/24').then(
      () => false,
      () => true,
    )
  await expect.poll(isBroken).toBe(true)
  await switchWorker(context, phone, await workerScript('leave'))
  await expect.poll(isBroken).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => workers(page)).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})
