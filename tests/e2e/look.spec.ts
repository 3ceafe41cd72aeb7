import type { Page } from 'playwright/test'
import { LAYOUTS } from '../public-pages.ts'
import { expectAccessible } from './support/desk.ts'
import { faults, shifts, unseenFocus } from './support/look.ts'
import { expect, test } from './support/portal.ts'

/** Without the shared header, and so without side panel and KF. */
const BARE = /^\/(loan|fund|popular|imobile|rmobile|pmobile|embed\/)/
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (path.startsWith('/search')) await page.locator('.row-result').first().waitFor()
  if (path.startsWith('/compare')) await page.getByRole('table').first().waitFor()
  if (path === '/match') await page.locator('.question').first().waitFor()
}

/** Functions of the page that the checks below share. */
async function addMeasures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown = (element: Element) =>
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      })
    /** Right edge beyond which surrounding boxes clip an element. */
    const clip = (element: Element | null): number => {
      if (!element || element === document.body) return Number.POSITIVE_INFINITY
      const own =
        getComputedStyle(element).overflowX === 'visible'
          ? Number.POSITIVE_INFINITY
          : element.getBoundingClientRect().right
      return Math.min(own, clip(element.parentElement))
    }
    /** Visible lines of text below a root, with element and position. */
    const texts = (root: Element) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: { text: string; element: Element; boxes: DOMRect[] }[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement
        if (!element || !node.textContent?.trim() || !shown(element)) continue
        if (element.closest('.visually-hidden, option, noscript, [hidden], .skip')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        // Clipped parts are invisible.
        const edge = clip(element)
        const boxes = [...range.getClientRects()]
          .map((box) => new DOMRect(box.x, box.y, Math.min(box.right, edge) - box.x, box.height))
          .filter(({ width, height }) => width > 1 && height > 1)
        if (boxes.length > 0) found.push({ text: node.textContent.trim(), element, boxes })
      }
      return found
    }
    const px = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    Object.assign(globalThis, { look: { shown, clip, texts, px } })
  })
}

interface Measures {
  shown(element: Element): boolean
  clip(element: Element | null): number
  texts(root: Element): { text: string; element: Element; boxes: DOMRect[] }[]
  px(element: Element): number
}
declare const look: Measures

test.beforeEach(({ page }) => addMeasures(page))

test('every layout keeps the scale of type and the left edge, and its words in place', async ({ page }) => {
  for (const path of LAYOUTS) {
    await page.setViewportSize(PHONE)
    await open(page, path)
    expect(await shifts(page), `${path} moved while it came`).toBeLessThan(0.01)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 })
      const found = await page.evaluate(() => {
        const small = look
          .texts(document.body)
          .filter(({ element }) => look.px(element) < 13.99)
          .map(({ text, element }) => `${text.slice(0, 20)}: ${look.px(element)} px`)
        const left = (selector: string) => {
          const element = document.querySelector(selector)
          return element && look.shown(element) ? [element.getBoundingClientRect().left] : []
        }
        const edges = [
          ...left('header .brand'),
          ...left('main h1'),
          ...left('main [data-list-rows] > li'),
          ...left('footer p'),
        ]
        return { small, edges }
      })
      expect(found.small, `${path}: smaller than 14 px at ${width}`).toEqual([])
      expect(
        Math.max(...found.edges) - Math.min(...found.edges),
        `${path}: left edges ${found.edges} at ${width}`,
      ).toBeLessThanOrEqual(1)
      expect(await faults(page), `${path} at ${width}`).toEqual([])
    }
  }
})

test('on no layout do KF or the side panel cover words or what is pressed that cannot be scrolled clear', async ({
  page,
}) => {
  for (const path of LAYOUTS) {
    await open(page, path)
    for (const width of [375, 768, 1024, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      // Without the rail, what is below KF between the ends of the page can be scrolled clear.
      for (const part of width < 1024 ? [0, 1] : [0, 0.5, 1]) {
        const covered = await page.evaluate(async (share) => {
          scrollTo({
            top: (document.documentElement.scrollHeight - innerHeight) * share,
            behavior: 'instant',
          })
          await new Promise(requestAnimationFrame)
          const floats = ['#KF', '.dock'].flatMap((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect()
            return box && box.width > 0 ? [box] : []
          })
          const lies = (box: DOMRect) =>
            floats.some(
              (float) =>
                box.left < float.right - 0.5 &&
                box.right > float.left + 0.5 &&
                box.top < float.bottom &&
                box.bottom > float.top,
            )
          // For targets without text, their picture: the tap area extends beyond it.
          const pressed = [
            ...document.querySelectorAll('body :is(a, button, input, select, textarea, summary)'),
          ]
            .filter((element) => look.shown(element) && !element.closest('.visually-hidden, .skip'))
            .map((element) => {
              const text = element.textContent.trim()
              const seen = text ? element : (element.querySelector('svg') ?? element)
              const edge = look.clip(seen)
              const boxes = [...seen.getClientRects()]
                .filter(({ left }) => left < edge)
                .map(({ x, y, right, height }) => new DOMRect(x, y, Math.min(right, edge) - x, height))
              return { element, text: text || element.outerHTML, boxes }
            })
          const hit = [...look.texts(document.body), ...pressed].filter(
            ({ element, boxes }) => !element.closest('#KF, .dock') && boxes.some(lies),
          )
          return { floats: floats.length, words: hit.map(({ text }) => text.slice(0, 40)) }
        }, part)
        const floats = width < 1024 || BARE.test(path) ? 1 : 2
        expect(covered, `${path} at ${width}, ${part}`).toEqual({ floats, words: [] })
      }
    }
  }
})

test('the side panel has seven labels beside seven different icons, shows its codes and leads to the top', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/')
  const entries = page.locator('.dock .dock-button')
  await expect(entries).toHaveText([
    /\S/,
    '咨询热线',
    '联系邮箱',
    '公众号',
    '客服微信',
    '免费试用',
    '返回顶部',
  ])
  const paths = await entries.locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')))
  expect(new Set(paths).size).toBe(paths.length)
  for (const word of await entries.all()) {
    const box = await word.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1024)
  }
  const panel = page.getByRole('complementary', { name: '联系我们' })
  await panel.getByText('咨询热线', { exact: true }).click()
  await expect(panel.getByRole('link', { name: /\d{3,}/ })).toHaveAttribute('href', /^tel:/)
  for (const code of ['公众号', '客服微信', '免费试用']) {
    await panel.getByText(code, { exact: true }).click()
    await expect(panel.getByRole('img', { name: `${code}二维码（示例）` })).toBeVisible()
  }
  await expect(panel.getByRole('img')).toHaveCount(1)
  await expectAccessible(page)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await panel.getByText('返回顶部').click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the head of a policy offers its actions at once and repeats nothing', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize(DESK)
  await page.goto('/pmanagement/2')
  for (const words of ['测一测', '前往官方申报入口']) {
    const act = page.getByRole('main').getByRole('link', { name: words }).first()
    await expect(act, words).toBeInViewport({ ratio: 1 })
  }
  const said = await page.evaluate(() => {
    const head = document.querySelector<HTMLElement>('main header')?.innerText ?? ''
    return [...document.querySelectorAll('main aside dd')]
      .map((fact) => fact.textContent.trim())
      .filter((fact) => fact.length > 1 && head.includes(fact))
  })
  expect(said).toEqual([])
  await expectAccessible(page)
})

test('the first screen of a phone answers: what, whether, when, where, how', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/pmanagement/2')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('main .figure.hero')).toBeInViewport({ ratio: 1 })
  for (const question of ['符合吗', '何时截止', '哪里办', '怎么领'])
    await expect(page.getByText(question, { exact: true })).toBeInViewport({ ratio: 1 })
  await page.goto('/pmanagement/56')
  await expect(page.locator('.policy-head .when')).toHaveText(/常年受理 至 2027-12-31\s*还剩 \d+ 天$/)
  await page.goto('/pmanagement/2')
  const bar = await page.locator('.policy-head .bar').boundingBox()
  const kf = await page.locator('#KF').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(PHONE.height)
  expect((kf?.y ?? 0) + (kf?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  await expectAccessible(page)
})

test('forced colours still tell every state by word, and where the focus is', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/pmanagementlist')
  const states = await page.locator('[data-list-rows] .state:visible').allTextContents()
  expect(states.length).toBeGreaterThan(5)
  expect(states.filter((words) => words.trim() === '')).toEqual([])
  for (const path of ['/', '/pmanagement/2', '/match', '/loan/declare?product=1', '/help']) {
    await page.goto(path)
    expect.soft(await unseenFocus(page), `the focus of ${path}`).toEqual([])
  }
})

test('five entries are in order, each on one line, from phones to large screens', async ({ page }) => {
  for (const width of [375, 1024, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const links = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
    await expect(links).toHaveText(['首页', '政策解读', '政策原文', '政策资讯', '服务商入驻'])
    const boxes = await links.evaluateAll((all) =>
      all.map((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return { lines: range.getClientRects().length, right: link.getBoundingClientRect().right }
      }),
    )
    for (const { lines, right } of boxes) {
      expect(lines).toBe(1)
      expect(right).toBeLessThanOrEqual(width)
    }
  }
})
