/**
 * Measures a visitor's wait on a slow phone over slow 4G: one page of each kind and, alternately, its bare twin, the same
 * page with inline CSS and without script, which is the lower bound. All pages come from the portal itself; the browser
 * reports all times.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { atMost } from './goals.ts'
import { startPortal } from './portal.ts'

const PAGES = ['/', '/pmanagementlist', '/pmanagement/2', '/review/2', '/match', '/loan/home', '/popular']
const RUNS = 3

interface Figures {
  lcp: number
  /** Total blocking time after the first paint: the part of each task beyond 50 ms. */
  tbt: number
  shift: number
  requests: number
}

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

type Open = () => Promise<Page>

async function inBrowser<T>(measure: (open: Open) => Promise<T>): Promise<T> {
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const open: Open = async () => {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
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
