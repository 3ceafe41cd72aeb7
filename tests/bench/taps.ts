/** Measures the wait after a tap, when a part is used for the first time, on a phone with a slow connection and processor. */
import { chromium, type Page } from 'playwright'
import { atMost, type Goal } from './goals.ts'
import { middle } from './pages.ts'
import { startPortal } from './portal.ts'

const SLOWDOWN = 4
const RUNS = 3
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }

interface Tap {
  /** 1.2 times the seconds of docs/evidence/tasks.md. */
  goal: number
  isLoggedIn?: true
  from?: string
  tap: (page: Page) => Promise<void>
}

const TAPS: Readonly<Record<string, Tap>> = {
  登录: {
    goal: 1.8,
    from: '/',
    tap: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: '登录' }).tap()
      await page.getByRole('dialog', { name: '验证手机' }).getByLabel('手机号').waitFor()
    },
  },
  匹配第一题: {
    goal: 3.6,
    tap: async (page) => {
      await page.goto('/match', { waitUntil: 'commit' })
      await page.getByRole('heading', { name: '基本情况' }).waitFor()
    },
  },
  企业文件: {
    goal: 3.5,
    isLoggedIn: true,
    tap: async (page) => {
      await page.goto('/documents', { waitUntil: 'commit' })
      await page.getByText('暂无文件夹').waitFor()
    },
  },
  我的申报: {
    goal: 4,
    isLoggedIn: true,
    tap: async (page) => {
      await page.goto('/mylist/1', { waitUntil: 'commit' })
      await page.getByText('还没有申报').waitFor()
    },
  },
}

export async function measureTaps(distDir: string): Promise<Record<string, Goal>> {
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
    const rows: Record<string, Goal> = {}
    for (const [name, tap] of Object.entries(TAPS)) {
      const seconds: number[] = []
      for (let run = 0; run < RUNS; run++) seconds.push(await measureTap(await open(tap), tap))
      rows[`首次使用${name}`] = atMost({ value: middle(seconds), goal: tap.goal, unit: ' 秒' })
    }
    return rows
  } finally {
    await browser.close()
    portal.stop()
  }
}

async function measureTap(page: Page, { from, tap }: Tap): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  if (from) await page.goto(from, { waitUntil: 'networkidle' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', LINE)
  const began = performance.now()
  await tap(page)
  const seconds = (performance.now() - began) / 1000
  await page.context().close()
  return seconds
}
