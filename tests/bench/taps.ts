/**
 * Measures the wait after a tap on a phone with a slow connection: 2 GB of memory and a processor six times slower than this
 * one, over two connections. Besides the seconds: requests, bytes, and sequential waves of requests.
 */
import { chromium, type Page } from 'playwright'
import { middle } from './pages.ts'
import { startPortal } from './portal.ts'

const SLOWDOWN = 6
const RUNS = 3
/** Bytes a second, and round trip in milliseconds. */
const LINES = {
  '400 kbit/s': { latency: 400, downloadThroughput: 50_000, uploadThroughput: 16_000 },
  '1.6 Mbit/s': { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
}

interface Tap {
  isLoggedIn?: true
  /** First page; by default the page of the tap. */
  from?: string
  /** Preparation before the tap, which is not measured. */
  prepare?: (page: Page) => Promise<void>
  tap: (page: Page) => Promise<void>
}

/** A policy with applications on the portal, as in `tests/e2e/orders.spec.ts`. */
const POLICY = '/pmanagement/15'

const TAPS: Readonly<Record<string, Tap>> = {
  搜索: {
    from: '/',
    prepare: (page) => page.getByRole('searchbox', { name: '搜政策' }).fill('补贴'),
    tap: async (page) => {
      await page.keyboard.press('Enter')
      await page.locator('.search-results > li').first().waitFor()
    },
  },
  登录: {
    from: '/',
    tap: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: '登录' }).tap()
      await page.getByRole('dialog', { name: '验证手机' }).getByLabel('手机号').waitFor()
    },
  },
  匹配第一题: {
    tap: async (page) => {
      await page.goto('/match', { waitUntil: 'commit' })
      await page.getByRole('heading', { name: '基本情况' }).waitFor()
    },
  },
  我要申报: {
    from: POLICY,
    tap: async (page) => {
      await page.getByRole('button', { name: '我要申报' }).tap()
      await page.getByRole('dialog', { name: /^申报/ }).getByLabel('联系人').waitFor()
    },
  },
  测一测: {
    from: '/pmanagement/2',
    tap: async (page) => {
      await page.getByRole('link', { name: '测一测' }).tap()
      await page.locator('.question-dialog [data-fact]').first().waitFor()
    },
  },
  贷款下一步: {
    tap: async (page) => {
      await page.goto('/loan/declare', { waitUntil: 'commit' })
      await page.getByRole('button', { name: '下一步' }).tap()
      await page.getByText('请填写贷款金额').waitFor()
    },
  },
  企业文件: {
    isLoggedIn: true,
    tap: async (page) => {
      await page.goto('/documents', { waitUntil: 'commit' })
      await page.getByText('暂无文件夹').waitFor()
    },
  },
  我的申报: {
    isLoggedIn: true,
    tap: async (page) => {
      await page.goto('/mylist/1', { waitUntil: 'commit' })
      await page.getByText('还没有申报').waitFor()
    },
  },
}

interface Run {
  seconds: number
  requests: number
  kilobytes: number
  waves: number
}

/** Returns the figures of each tap and connection, and the requests on the slower one. Medians. */
export async function measureTaps(distDir: string): Promise<Record<string, object>> {
  const portal = startPortal({ distDir })
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const { origin, cookie } = await portal.loggedIn()
    const cookies = cookie.split('; ').map((pair) => pair.split('=') as [string, string])
    const open = async ({ isLoggedIn }: Tap) => {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 375, height: 667 },
        hasTouch: true,
        isMobile: true,
        serviceWorkers: 'block',
      })
      if (isLoggedIn) await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })))
      return context.newPage()
    }
    const rows: Record<string, object> = {}
    for (const [name, tap] of Object.entries(TAPS)) {
      const row: Record<string, string | number> = {}
      for (const [line, conditions] of Object.entries(LINES)) {
        const runs: Run[] = []
        for (let run = 0; run < RUNS; run++) runs.push(await measureTap(await open(tap), tap, conditions))
        const median = (figure: keyof Run) => middle(runs.map((each) => each[figure]))
        row[`秒 ${line}`] = Number(median('seconds').toFixed(1))
        Object.assign(row, { 请求: median('requests'), KB: median('kilobytes'), 批: median('waves') })
      }
      rows[name] = row
    }
    return rows
  } finally {
    await browser.close()
    portal.stop()
  }
}

async function measureTap(
  page: Page,
  { from, prepare, tap }: Tap,
  conditions: (typeof LINES)[keyof typeof LINES],
): Promise<Run> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  if (from) {
    await page.goto(from, { waitUntil: 'networkidle' })
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
  const sent = new Map<string, number>()
  const spans: { start: number; end: number; bytes: number }[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp }) => sent.set(requestId, timestamp))
  devtools.on('Network.loadingFinished', ({ requestId, timestamp: end, encodedDataLength: bytes }) => {
    const start = sent.get(requestId)
    if (start !== undefined) spans.push({ start, end, bytes })
  })
  const began = performance.now()
  await tap(page)
  const seconds = (performance.now() - began) / 1000
  await page.context().close()
  return {
    seconds,
    requests: spans.length,
    kilobytes: Math.round(spans.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
    waves: wavesOf(spans),
  }
}

/** Returns the longest chain of requests of which each began after the one before had ended. */
function wavesOf(spans: readonly { start: number; end: number }[]): number {
  let [waves, ended] = [0, Number.NEGATIVE_INFINITY]
  for (const { start, end } of spans.toSorted((a, b) => a.end - b.end)) {
    if (start < ended) continue
    waves++
    ended = end
  }
  return waves
}
