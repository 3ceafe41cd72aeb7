/** Measurable appearance of every screen: sizes, edges, colours, places. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright/test'
import { LAYOUTS } from '../public-pages.ts'
import { expectAccessible } from './support/desk.ts'
import { faults, shifts, unseenFocus } from './support/look.ts'
import { walkToResult } from './support/match.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'
import { E2E_ORIGIN } from './support/server.ts'

/** Without the shared header, and so without side panel and KF. */
const BARE = /^\/(loan|fund|popular|imobile|rmobile|pmobile|embed\/)/
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }
/** A founder without a registered company. */
const ANSWERS = JSON.stringify({ answers: { kind: 'founder' }, place: 'device', unsent: [] })
/** The names of all colours. */
const TOKENS = [
  ...readFileSync('src/styles/tokens.css', 'utf8').matchAll(/^ {2}--([\w-]+): var\(--plain/gm),
].map(([, name = '']) => name)
/** Besides the plain light one: the choices of 底色 and 对比度. */
const APPEARANCES = [{ ground: 'dark' }, { contrast: 'high' }, { ground: 'dark', contrast: 'high' }]

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
    /** A colour token in the notation of computed colours. */
    const token = (name: string) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(--${name})`
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
    const px = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    Object.assign(globalThis, { look: { shown, clip, texts, token, px } })
  })
}

interface Measures {
  shown(element: Element): boolean
  clip(element: Element | null): number
  texts(root: Element): { text: string; element: Element; boxes: DOMRect[] }[]
  token(name: string): string
  px(element: Element): number
}
declare const look: Measures

/** Texts of the visible solid buttons of `main`. */
function solidButtons(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button)')]
      .filter(
        (element) => look.shown(element) && getComputedStyle(element).backgroundColor === look.token('brand'),
      )
      .map((element) => {
        const { top, bottom, height } = element.getBoundingClientRect()
        return { words: element.textContent.trim(), top, bottom, height }
      }),
  )
}

/** Text in an appearance whose colour is no token's. */
function strangers(page: Page, appearance: Record<string, string>) {
  return page.evaluate(
    ({ appearance, tokens }) => {
      for (const name of ['ground', 'contrast']) delete document.documentElement.dataset[name]
      Object.assign(document.documentElement.dataset, appearance)
      const known = new Set(tokens.map(look.token))
      return look.texts(document.body).flatMap(({ text, element }) => {
        const { color } = getComputedStyle(element)
        return known.has(color) ? [] : [`${JSON.stringify(appearance)} ${text.slice(0, 20)}: ${color}`]
      })
    },
    { appearance, tokens: TOKENS },
  )
}

test.beforeEach(({ page }) => addMeasures(page))

test('the first screen has one solid button at home, 一键匹配, and complete rows of a list', async ({
  page,
}) => {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/')
    const [solid, ...others] = await solidButtons(page)
    expect(others).toEqual([])
    expect(solid?.words).toBe('一键匹配')
    expect(solid?.bottom).toBeLessThanOrEqual(size.height)
  }
  await page.setViewportSize(DESK)
  await page.goto('/pmanagementlist')
  const whole = await page
    .locator('[data-list-rows] > li')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
  expect(whole).toBeGreaterThanOrEqual(8)
})

test('every layout keeps the type scale, the left edge, and its words in place', async ({ page }) => {
  for (const path of LAYOUTS) {
    await page.setViewportSize(PHONE)
    await open(page, path)
    expect(await shifts(page), `${path} moved while it came`).toBeLessThan(0.01)
    for (const width of [1280, 375, 768, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const found = await page.evaluate(() => {
        const small = look
          .texts(document.body)
          .filter(({ element }) => look.px(element) < 13.99)
          .map(({ text, element }) => `${text.slice(0, 20)}: ${look.px(element)} px`)
        const ink = look.token('ink')
        const coloured = [...document.querySelectorAll('main :is(h1, .figure b, .row h3 a)')]
          .filter((element) => look.shown(element) && getComputedStyle(element).color !== ink)
          .map((element) => `${element.textContent.trim().slice(0, 20)}: ${getComputedStyle(element).color}`)
        const units = [...document.querySelectorAll('main .figure')].flatMap((figure) => {
          const number = figure.querySelector('b')
          const unit = figure.querySelector('i')
          if (!number || !unit || !look.shown(unit)) return []
          const share = look.px(unit) / look.px(number)
          return share < 0.499 || share > 0.601 ? [`${figure.textContent.trim().slice(0, 24)}: ${share}`] : []
        })
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
        return { small, coloured, units, edges }
      })
      expect(found.small, `${path}: smaller than 14 px at ${width}`).toEqual([])
      expect(found.coloured, `${path}: not in ink at ${width}`).toEqual([])
      expect(found.units, `${path}: unit against number at ${width}`).toEqual([])
      expect(
        Math.max(...found.edges) - Math.min(...found.edges),
        `${path}: left edges ${found.edges} at ${width}`,
      ).toBeLessThanOrEqual(1)
      expect(await faults(page), `${path} at ${width}`).toEqual([])
    }
    for (const appearance of APPEARANCES) expect(await strangers(page, appearance), path).toEqual([])
  }
})

test('the words of a company with much data stay in place on its pages and in what opens', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await scene('addMessages', phone, 120)
  await scene('addOrders', phone, 45)
  await scene('reply', phone, ...Array.from({ length: 100 }, (_, index) => `第 ${index} 条`))
  // 21 belongs to the test that counts its followers.
  for (let id = 1; id <= 20; id++)
    await page.request.put(`/customer/api/v1/fixed/platformpolicy/${id}/follow`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  await page.request.put('/customer/api/v1/company/profile', {
    data: {
      name: '广东省粤港澳大湾区人工智能与数字经济协同创新产业技术研究院（广州）有限责任公司',
      contact: '欧阳上官慕容诸葛司马示例',
    },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const bell = page.getByRole('button', { name: /^消息，\d+ 条未读/ })
  const places: [path: string, there: Locator, open?: Locator][] = [
    ['/mylist/1', page.getByRole('link', { name: /第 45 次申报/ })],
    ['/mylist/2', page.locator('.row-judged').first()],
    ['/account', page.getByRole('form', { name: '企业档案' })],
    ['/documents', page.getByRole('navigation', { name: '当前位置' })],
    ['/', page.getByRole('dialog', { name: '消息' }).getByRole('link').first(), bell],
    ['/help', page.getByRole('button', { name: '退出登录' }), page.getByRole('button', { name: '我的' })],
  ]
  for (const [path, there, open] of places) {
    await page.setViewportSize(open ? DESK : PHONE)
    await page.goto(path)
    await expect(bell).toHaveText('99+')
    await open?.click()
    await expect(there).toBeVisible()
    expect(await shifts(page), `${path} moved while it came`).toBeLessThan(0.01)
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await faults(page), `${path} at ${width}`).toEqual([])
    }
  }
})

/** Serves pages piece by piece: the next one after the window has painted the previous. */
async function servePieces(painted: () => Promise<unknown>): Promise<{ origin: string; stop: () => void }> {
  const [bytes, pieces] = [1500, 30]
  const server = createServer(async ({ url }, answer) => {
    const whole = await fetch(E2E_ORIGIN + url)
    const body = Buffer.from(await whole.arrayBuffer())
    const type = whole.headers.get('content-type') ?? ''
    answer.writeHead(whole.status, { 'content-type': type })
    let end = type.includes('html') ? body.indexOf('<body') : body.length
    answer.write(body.subarray(0, end))
    for (let left = pieces; left > 0 && end < body.length; left--) {
      // Up to the end of a tag, so that words arrive whole.
      const next = body.indexOf('>', end + bytes) + 1 || body.length
      answer.write(body.subarray(end, next))
      end = next
      await painted()
    }
    answer.end(body.subarray(end))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, stop: () => server.closeAllConnections() }
}

test('nothing moves while a page loads piece by piece', async ({ page }) => {
  const { origin, stop } = await servePieces(() =>
    page
      .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      // The previous page has just gone.
      .catch(() => undefined),
  )
  await page.addInitScript((kept) => localStorage.setItem('answers', kept), ANSWERS)
  for (const size of [PHONE, DESK])
    for (const path of ['/', '/pmanagementlist', '/pmanagement/2']) {
      await page.setViewportSize(size)
      await page.goto(origin + path)
      expect(await shifts(page), `${path} at ${size.width}`).toBeLessThan(0.01)
    }
  stop()
})

test('on no layout do KF or the side panel cover text or targets that cannot be scrolled clear', async ({
  page,
}) => {
  for (const path of LAYOUTS) {
    await open(page, path)
    for (const width of [375, 768, 1024, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      // Without the rail, content below KF can be scrolled clear, to the last line of the page.
      for (const part of width < 1024 ? [1] : [0, 0.5, 1]) {
        const covered = await page.evaluate((share) => {
          scrollTo({
            top: (document.documentElement.scrollHeight - innerHeight) * share,
            behavior: 'instant',
          })
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

test('each list of the home page has entries on a phone as well', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await page.getByText('演示内容：服务商').click()
  for (const name of ['政策原文', '政策资讯', '热门政策', '找服务商', '产业基金'])
    await expect(
      page.locator('section', { has: page.getByRole('heading', { name }) }).locator('li:visible'),
    ).toHaveCount(3)
})

test('分享 and 打印 are on the first screen of a phone, on every page of a document', async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const path of [
    '/pmanagement/47',
    '/review/47',
    '/pmobile/47',
    '/rmobile/47',
    '/popular/47',
    '/fund/1',
  ]) {
    await page.goto(path)
    for (const name of ['分享', '打印'])
      await expect(page.getByRole('button', { name, exact: true }), path).toBeInViewport({ ratio: 1 })
  }
})

test('the result of a match opens with its total, and its first policy is on the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/match')
  await walkToResult(page)
  const groups = page.locator('.match-group')
  await expect(page.locator('main .figure.hero')).toHaveText(/^今年.*可得[\d–.]+万元$/)
  await page.reload()
  const header = (await page.getByRole('banner').boundingBox())?.height ?? 0
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
  const total = page.locator('main .figure.hero').first()
  // A reloaded page keeps its scroll position.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(total).toBeInViewport({ ratio: 1 })
  await expect(groups.locator('.row').first()).toBeInViewport({ ratio: 1 })
  for (const group of ['待确认', '不符合', '符合']) {
    await page
      .getByRole('navigation', { name: '匹配结果' })
      .getByRole('button', { name: new RegExp(`^${group}`) })
      .click()
    const heading = page
      .getByRole('region', { name: new RegExp(`^${group}`) })
      .getByRole('heading')
      .first()
    await expect(heading).toBeInViewport()
    expect(await top(heading), group).toBeGreaterThanOrEqual(header)
  }
})

test('forced colours still show every state by word, and the focus', async ({ page }) => {
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
