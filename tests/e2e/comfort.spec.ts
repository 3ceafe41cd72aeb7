import { LAYOUTS } from '../public-pages.ts'
import { openChatByCard, say } from './support/chat.ts'
import { expectAccessible } from './support/desk.ts'
import { openDocuments, openNewFolder } from './support/documents.ts'
import { overflow, violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const look = (page: import('playwright/test').Page) =>
  page.evaluate(() => ({
    text: getComputedStyle(document.body).fontSize,
    ink: getComputedStyle(document.body).color,
  }))

test('larger text and stronger contrast apply on every later page before the first paint', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/review/2')
  const usual = await look(page)
  expect(usual.text).toBe('16px')
  await page.getByRole('button', { name: '字号和配色' }).click()
  const aid = page.getByRole('dialog', { name: '字号和配色' })
  await aid.getByLabel('特大').check()
  await aid.getByLabel('高对比').check()
  await expect.poll(async () => (await look(page)).text).toBe('24px')
  await expect.poll(async () => (await look(page)).ink).not.toBe(usual.ink)
  const chosen = await look(page)
  for (const path of ['/', '/popular/2']) {
    await page.goto(path)
    expect(await look(page)).toEqual(chosen)
    expect(await overflow(page), `${path} is wider than the screen`).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: '字号和配色' }).click()
  await expect(aid.getByLabel('特大')).toBeChecked()
  await aid.getByLabel('标准').first().check()
  await expect.poll(async () => (await look(page)).text).toBe('16px')
})

test.describe('where the system asks for dark pages', () => {
  test.use({ colorScheme: 'dark' })

  test('pages are dark, unless the reader chooses light ones; on paper they are light', async ({ page }) => {
    const ink = async () => (await look(page)).ink
    await page.goto('/review/2')
    const dark = await ink()
    await page.emulateMedia({ media: 'print' })
    const light = await ink()
    expect(light).not.toBe(dark)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: '字号和配色' }).click()
    const aid = page.getByRole('dialog', { name: '字号和配色' })
    await aid.getByLabel('浅色').check()
    await expect.poll(ink).toBe(light)
    await page.goto('/popular/2')
    expect(await ink()).toBe(light)
    await page.getByRole('button', { name: '字号和配色' }).click()
    await aid.getByLabel('高对比').check()
    await aid.getByLabel('深色').check()
    await expect.poll(async () => [light, dark].includes(await ink())).toBe(false)
  })
})

test.describe('on paper', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('every layout prints as paper: text without controls, nothing cut, folded parts open, with its address', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    const more = ['/compare?ids=2,15,1,3', '/pmanagementlist?view=calendar', '/help', '/404']
    for (const path of [...LAYOUTS, ...more]) {
      await page.goto(path)
      if (/compare/.test(path)) await page.getByRole('table').first().waitFor()
      if (/calendar/.test(path)) await page.getByRole('heading', { name: /^接下来/ }).waitFor()
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await expect(page.locator('.printed'), path).toContainText(new URL(path, page.url()).href)
      await expect(page.locator('.printed'), path).toContainText(/\d{4}/)
      const wrong = await page.evaluate(() => {
        const seen = (element: Element) => element.checkVisibility({ contentVisibilityAuto: true })
        const all = [...document.querySelectorAll<HTMLElement>('body *')]
        const controls = all.filter(
          (element) =>
            element.matches(
              'button, nav, header.no-print, footer, .dock, #KF, dialog, .worth a:not([data-words]), .verdict-place:not([data-status])',
            ) && seen(element),
        )
        const cut = all.filter(
          (element) =>
            seen(element) &&
            !element.matches('.visually-hidden') &&
            element.scrollWidth > element.clientWidth + 1 &&
            /auto|scroll/.test(getComputedStyle(element).overflowX),
        )
        const folded = all.filter(
          (element) =>
            element.matches('details > :not(summary)') &&
            seen(element.parentElement as Element) &&
            getComputedStyle(element).display !== 'none' &&
            !seen(element),
        )
        return [...controls, ...cut, ...folded].map(({ outerHTML }) => outerHTML.slice(0, 120))
      })
      expect.soft(wrong, path).toEqual([])
      expect.soft(await overflow(page), `${path} is wider than the paper`).toBeLessThanOrEqual(0)
    }
  })

  test("a company's own pages print as well: its documents, an application and a conversation, without controls", async ({
    page,
    phone,
  }) => {
    await logIn(page, phone)
    await page.goto('/documents')
    await openDocuments(page)
    const folders = Array.from({ length: 60 }, (_, index) => `材料 ${index + 1}`)
    await openNewFolder(page, '材料')
    await scene('addFolders', phone, '材料', folders)
    await scene('addOrders', phone, 1)
    // The folder is in the address.
    await page.reload()
    await expect(page.getByText('材料 1', { exact: true })).toBeVisible()
    expect(await page.locator('.item').count()).toBeLessThan(folders.length)
    const paper = async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.printed')).toBeVisible()
      await expect(page.getByRole('button').filter({ hasNotText: /^文件夹 |综合咨询/ })).toHaveCount(0)
      await expect(page.getByRole('navigation')).toHaveCount(0)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      const text = await page.locator('body').innerText()
      await page.emulateMedia({ media: 'screen' })
      return text
    }
    const papers = await paper()
    expect(folders.filter((name) => !papers.includes(name))).toEqual([])
    expect(papers).not.toMatch(/上传|拖到|升级/)

    await page.goto('/mylist/1')
    await page.locator('.order-row a').first().click()
    const talk = page.getByRole('region', { name: '这份申报的咨询' })
    await say(talk, '请问受理了吗')
    await expect(talk.getByText('发送成功')).toBeVisible()
    const application = await paper()
    for (const words of ['第 1 次申报', '服务单号 SB', '请问受理了吗']) expect(application).toContain(words)

    await page.setViewportSize({ width: 375, height: 812 })
    const chat = await openChatByCard(page)
    await say(chat, '材料怎么准备')
    await expect(chat.getByText('发送成功')).toBeVisible()
    const conversation = await paper()
    expect(conversation).toContain('材料怎么准备')
    expect(conversation).not.toMatch(/第 1 次申报|企业文件/)
    await chat.getByRole('button', { name: '关闭' }).click()
    expect(await paper()).toContain('第 1 次申报')
  })
})

test('a browser that lacks a feature gets its replacement, and no other loads it', async ({ page }) => {
  const helped = () => page.evaluate(() => typeof AbortSignal.any === 'function')
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('older-browsers')) loaded.push(request.url())
  })
  await page.goto('/loan/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loaded).toEqual([])
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  await page.reload()
  await expect.poll(helped).toBe(true)
  expect(loaded).toHaveLength(1)
})

test.describe('长辈版', () => {
  test.use({ viewport: { width: 375, height: 812 }, expectedErrors: /status of 404/ })

  const KINDS = ['/', '/pmanagement/2', '/match']

  const tooSmall = (page: import('playwright/test').Page) =>
    page.evaluate(() => {
      const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      )
      const pressed =
        'button, .button, summary, select, .field, header nav a, footer a, label:has([type=radio]), header input'
      const low = seen.filter(
        (element) =>
          element.matches(pressed) &&
          (element.offsetHeight < 56 || element.offsetWidth < 44) &&
          element.offsetWidth > 1,
      )
      const fine = seen.filter(
        (element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) &&
          Number.parseFloat(getComputedStyle(element).fontSize) < 18 &&
          !element.closest('.visually-hidden, .figure i, .year, svg'),
      )
      return [...low, ...fine].map(
        ({ className, textContent }) => `${className}: ${textContent?.slice(0, 20)}`,
      )
    })

  test('has fewer and larger elements, and all that is needed to act; the way back leads to the usual page', {
    tag: '@journey',
  }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('button', { name: '长辈版', exact: true }).click()
    const back = page.getByRole('button', { name: '返回标准版' })
    await expect(back).toBeFocused()

    await page.goto('/pmanagement/2')
    const isBlocking = () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /elder/.test(name))
        .map(
          (entry) =>
            (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus,
        )
    expect(await page.evaluate(isBlocking)).toEqual(['blocking'])
    expect((await look(page)).text).toBe('18px')
    const head = page.locator('.policy-head')
    await expect(head).toContainText('什么时候截止')
    await expect(head.getByText('何时截止')).toBeHidden()
    await expect(head.getByRole('link', { name: /官方.*入口/ })).toBeVisible()
    await expect(head.getByRole('button', { name: '关注' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '我能不能办' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '适用条件' })).toBeHidden()
    await expect(page.getByRole('heading', { name: '要带什么材料' })).toBeVisible()
    const call = page.getByRole('link', { name: /^打电话问/ })
    await expect(call).toHaveAttribute('href', /^tel:/)
    await expect(call).toBeInViewport({ ratio: 1 })
    await expect(page.locator('#KF')).toBeHidden()
    await expect(page.getByRole('heading', { name: '政策依据' })).toBeHidden()
    await page.goto('/pmanagement/2#bases')
    await expect(page.getByRole('heading', { name: '政策依据' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '相关解读' })).toBeHidden()
    await page.getByRole('button', { name: '显示更多' }).click()
    await expect(page.getByRole('heading', { name: '相关解读' })).toBeVisible()
    await page.getByRole('button', { name: '收起' }).click()
    await expect(page.getByRole('heading', { name: '相关解读' })).toBeHidden()
    await expectAccessible(page)

    await back.click()
    await expect(back).toBeHidden()
    expect((await look(page)).text).toBe('16px')
    await page.goto('/review/2')
    await expect(back).toBeHidden()
    await expect(page.getByRole('heading', { name: '目录' }).or(page.locator('#KF')).first()).toBeVisible()
  })

  test('applies on a page of each layout, also with the largest text on a small phone', async ({ page }) => {
    await page.goto('/help')
    await page.getByRole('button', { name: '字号和配色' }).click()
    await page.getByRole('button', { name: '换成长辈版' }).click()
    await expect(page.getByRole('dialog', { name: '字号和配色' })).toBeHidden()
    for (const path of LAYOUTS) {
      await page.goto(path)
      await expect(page.locator('.elder-bar').getByRole('button', { name: '返回标准版' })).toBeVisible()
      expect.soft(await tooSmall(page), path).toEqual([])
      expect.soft(await overflow(page), `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      if (KINDS.includes(path)) expect.soft(await violations(page), path).toEqual([])
    }
    await page.getByRole('button', { name: '字号和配色' }).click()
    await page.getByRole('dialog', { name: '字号和配色' }).getByLabel('特大').check()
    await page.setViewportSize({ width: 320, height: 568 })
    for (const path of LAYOUTS) {
      await page.goto(path)
      expect.soft(await overflow(page), `${path} is wider than a small phone`).toBeLessThanOrEqual(0)
    }
  })
})
