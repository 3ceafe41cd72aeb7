/**
 * Measures a visitor's wait on a slow phone over slow 4G: one page of each kind and, alternately, its bare twin, the same
 * page with inline CSS and without script, which is the lower bound. Also how soon a page
 * reacts to a press. All pages come from the portal itself; the browser reports all times.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { atMost } from './goals.ts'
import { startPortal } from './portal.ts'

const PAGES = ['/', '/pmanagementlist', '/pmanagement/2', '/review/2', '/match', '/loan/home', '/popular']
const RUNS = 3

interface Figures {
  /** Largest contentful paint, in milliseconds. */
  lcp: number
  /** Total blocking time after the first paint: the part of each task beyond 50 ms. */
  tbt: number
  shift: number
  requests: number
}

/** Medians, by page. */
export async function measureSpeed(distDir: string): Promise<Record<string, object>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'))
  makeTwins(distDir, join(folder, 'dist'))
  const ours = startPortal({ distDir })
  const bare = startPortal({ distDir: join(folder, 'dist') })
  try {
    const [origin = '', bareOrigin = ''] = [await ours.listening(), await bare.listening()]
    const rows: Record<string, object> = {}
    for (const path of PAGES) rows[`LCP ${path}`] = await compare(origin + path, bareOrigin + path)
    return rows
  } finally {
    ours.stop()
    bare.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Lighthouse's values for a phone under slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const PHONE_SLOWDOWN = 4

/** Playwright's check of the element below the mouse runs in the page, and would count as part of its answer. */
const AS_A_HAND = { force: true }

/** Presses, each with its visible result: once before its island has loaded, and once after. */
const PRESSES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  登录: async (page) => {
    await page.context().clearCookies()
    await page.goto('/')
    const overlay = page.getByRole('dialog', { name: '验证手机' })
    for (let turn = 0; turn < 2; turn++) {
      await page.getByRole('banner').getByRole('button', { name: '登录' }).click(AS_A_HAND)
      await overlay.waitFor()
      await page.keyboard.press('Escape')
      await overlay.waitFor({ state: 'hidden' })
    }
  },
  消息: async (page) => {
    await page.goto('/')
    for (let turn = 0; turn < 2; turn++) {
      await page.getByRole('button', { name: /^消息/ }).first().click(AS_A_HAND)
      await page.getByRole('dialog', { name: '消息' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: '消息' }).waitFor({ state: 'hidden' })
    }
  },
  筛选: async (page) => {
    await openList(page)
    const before = await page.locator('[data-count]').innerText()
    await page.getByLabel('标题或发文字号').pressSequentially('补贴')
    await page.keyboard.press('Enter')
    await page.locator('[data-count]').filter({ hasNotText: before }).waitFor()
  },
  下一页: async (page) => {
    await openList(page)
    await page.locator('[data-more]').click(AS_A_HAND)
    await page.getByLabel('排序').selectOption({ index: 1 })
    await page.waitForURL(/sort=/)
    const second = page.locator('a[aria-label="第 2 页"][href*="sort="]')
    await second.waitFor()
    await second.click(AS_A_HAND)
    await page.locator('[data-count]').filter({ hasText: '第 2 /' }).waitFor()
  },
  专家咨询: async (page) => {
    await page.goto('/')
    const chat = page.getByRole('dialog', { name: '专家咨询' })
    for (let turn = 0; turn < 2; turn++) {
      await page.locator('#KF').click(AS_A_HAND)
      await page
        .locator('#kf-card')
        .getByRole('button', { name: /专家咨询/ })
        .click(AS_A_HAND)
      await chat.getByLabel('消息内容').waitFor()
      await chat.getByLabel('消息内容').pressSequentially('您好')
      await page.keyboard.press('Escape')
      await chat.waitFor({ state: 'hidden' })
    }
  },
  选择文件: async (page) => {
    await page.goto('/pmanagement/2')
    await page.getByRole('button', { name: '用企业文件备齐材料' }).click(AS_A_HAND)
    const choose = page
      .getByRole('region', { name: '材料清单' })
      .getByRole('button', { name: /选择文件$/ })
      .first()
    for (let turn = 0; turn < 2; turn++) {
      await choose.click(AS_A_HAND)
      await page.getByRole('dialog', { name: '选择企业文件' }).getByText('暂无文件夹').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: '选择企业文件' }).waitFor({ state: 'hidden' })
    }
  },
}

/** Opens a list and loads its script by reaching for its filters; before, forms and links lead to a new page. */
async function openList(page: Page): Promise<void> {
  await page.goto('/pmanagementlist')
  await page.getByLabel('标题或发文字号').click()
  await page.waitForLoadState('networkidle')
}

/** Returns the slowest answer of a page to a press, and its layout shift, on a processor four times slower. Medians. */
export async function measurePresses(distDir: string): Promise<Record<string, object>> {
  const portal = startPortal({ distDir })
  try {
    const { origin, cookie } = await portal.loggedIn()
    const rows: Record<string, object> = {}
    for (const [name, press] of Object.entries(PRESSES)) {
      const runs = await inBrowser((open) =>
        repeat(async () => {
          const page = await open({ origin, cookie })
          await press(page)
          const run = await page.evaluate(readPresses)
          await page.context().close()
          return run
        }),
      )
      const slowestMs = middle(runs.map((run) => run.slowestMs))
      rows[`INP ${name}`] = {
        ...atMost({ value: slowestMs, goal: 100, unit: ' 毫秒' }),
        CLS: middle(runs.map(({ shift }) => shift)).toFixed(4),
      }
    }
    return rows
  } finally {
    portal.stop()
  }
}

declare global {
  interface Window {
    presses: { slowestMs: number; slowest: string; shift: number }
  }
}

/** Runs in the page, before anything of its own. */
function watchPresses(): void {
  window.presses = { slowestMs: 0, slowest: '', shift: 0 }
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry)
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  watch('event', (entry) => {
    const { duration, interactionId, name } = entry as PerformanceEventTiming
    if (!interactionId || duration <= window.presses.slowestMs) return
    Object.assign(window.presses, { slowestMs: duration, slowest: name })
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) window.presses.shift += value
  })
}

/** Entries arrive after the paint that they describe. */
async function readPresses(): Promise<Window['presses']> {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
  return window.presses
}

type Open = (visitor?: { origin: string; cookie: string }) => Promise<Page>

/** Opens pages in new browsers on a slow phone; over slow 4G unless a person is logged in. */
async function inBrowser<T>(measure: (open: Open) => Promise<T>): Promise<T> {
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const open: Open = async (visitor) => {
    const context: BrowserContext = await browser.newContext({
      viewport: { width: 412, height: 823 },
      ...(visitor && { baseURL: visitor.origin }),
    })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN })
    if (!visitor) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
      return page
    }
    const cookies = visitor.cookie.split('; ').map((pair) => pair.split('=') as [string, string])
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: visitor.origin })))
    await page.addInitScript(watchPresses)
    return page
  }
  try {
    return await measure(open)
  } finally {
    await browser.close()
  }
}

async function repeat<T>(measure: () => Promise<T>): Promise<T[]> {
  const runs: T[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measure())
  return runs
}

function makeTwins(distDir: string, bareDir: string): void {
  // `dist` is a link: a copied link would lead the twins into the site.
  cpSync(realpathSync(distDir), bareDir, {
    recursive: true,
    // The compressed file beside a page has the unchanged page.
    filter: (name) => !/\/frontend\/(?:assets|data)\/|\/index\.html\.(?:br|gz)$/.test(name),
  })
  for (const path of PAGES) {
    const file = join(bareDir, path, 'index.html')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bareTwin(readFileSync(file, 'utf8')))
  }
  const packed = spawnSync('node', ['scripts/precompress.ts', bareDir], { encoding: 'utf8' })
  if (packed.status !== 0) throw new Error(packed.stderr)
}

function bareTwin(html: string): string {
  return html
    .replaceAll(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, '')
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
    .replaceAll(/<astro-island[^>]*>/g, '<div>')
    .replaceAll('</astro-island>', '</div>')
}

async function compare(url: string, bareUrl: string): Promise<object> {
  const runs = await inBrowser((open) =>
    repeat(async () => ({ ours: await measure(open, url), bare: await measure(open, bareUrl) })),
  )
  const median = (figure: keyof Figures, of: 'ours' | 'bare' = 'ours') =>
    middle(runs.map((run) => run[of][figure]))
  const [lcp, bare] = [median('lcp'), median('lcp', 'bare')]
  return {
    ...atMost({
      value: lcp / bare,
      goal: 1.12,
      unit: ' 倍',
      reference: `${Math.round(lcp)} / ${Math.round(bare)} 毫秒`,
    }),
    'TBT 毫秒': Math.round(median('tbt')),
    CLS: median('shift').toFixed(3),
    请求数: median('requests'),
  }
}

async function measure(open: Open, url: string): Promise<Figures> {
  const page = await open()
  await page.goto(url, { waitUntil: 'networkidle' })
  const figures = await page.evaluate(readFigures)
  await page.context().close()
  return figures
}

/** Runs in the complete page. */
function readFigures(): Figures {
  const told = (type: string): (PerformanceEntry & { value?: number })[] => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type, buffered: true })
    return observer.takeRecords()
  }
  const firstPaint = told('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0
  const blocked = told('longtask').map(
    ({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint) - 50,
  )
  return {
    lcp: told('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    tbt: blocked.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0),
    shift: told('layout-shift').reduce((sum, { value = 0 }) => sum + value, 0),
    requests: performance.getEntriesByType('resource').length + 1,
  }
}

export function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
