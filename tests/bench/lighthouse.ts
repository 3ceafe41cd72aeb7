/**
 * Lighthouse (its mobile preset: slow 4G, simulated) on one page of each kind, and in turn on its bare twin: the same page
 * with its CSS inside and no script, the floor of what it can be. Both come from the portal itself.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPortal } from './portal.ts'

const PAGES = ['/', '/pmanagementlist', '/pmanagement/2', '/review/2', '/match', '/loan/home', '/popular']
/** What repeats exactly: a page that has less makes the run fail. */
const WHOLE = ['accessibility', 'best-practices', 'seo']
const RUNS = 3

interface Figures {
  /** Milliseconds. */
  lcp: number
  tbt: number
  shift: number
  score: number
  requests: number
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items: unknown[] } }>
}

/** Medians, by page. */
export async function measureSpeed(distDir: string): Promise<Record<string, object>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'))
  makeTwins(distDir, join(folder, 'dist'))
  const ours = startPortal({ distDir })
  const bare = startPortal({ distDir: join(folder, 'dist') })
  try {
    const [origin = '', bareOrigin = ''] = [await ours.listening(), await bare.listening()]
    return Object.fromEntries(PAGES.map((path) => [path, compare(origin + path, bareOrigin + path, folder)]))
  } finally {
    ours.stop()
    bare.stop()
    rmSync(folder, { recursive: true })
  }
}

function makeTwins(distDir: string, bareDir: string): void {
  cpSync(distDir, bareDir, {
    recursive: true,
    // What is compressed beside a page is the page as it was.
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

function compare(url: string, bareUrl: string, folder: string): object {
  const file = join(folder, 'report.json')
  const runs = Array.from({ length: RUNS }, () => ({
    ours: measure(url, file, WHOLE),
    bare: measure(bareUrl, file),
  }))
  const median = (figure: keyof Figures, of: 'ours' | 'bare' = 'ours') =>
    middle(runs.map((run) => run[of][figure]))
  return {
    'LCP 毫秒': Math.round(median('lcp')),
    '纯 HTML': Math.round(median('lcp', 'bare')),
    倍数: (median('lcp') / median('lcp', 'bare')).toFixed(3),
    'TBT 毫秒': Math.round(median('tbt')),
    CLS: median('shift').toFixed(3),
    请求数: median('requests'),
    性能分: Math.round(median('score') * 100),
  }
}

function measure(url: string, file: string, whole: readonly string[] = []): Figures {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu'].join(' ')
  const report = ['--output=json', `--output-path=${file}`, '--quiet', `--chrome-flags=${flags}`]
  const only = `--only-categories=${['performance', ...whole].join(',')}`
  const { CHROMIUM_PATH } = process.env
  const env = { ...process.env, ...(CHROMIUM_PATH && { CHROME_PATH: CHROMIUM_PATH }) }
  const run = spawnSync('lighthouse', [url, only, ...report], { encoding: 'utf8', env })
  if (run.status !== 0) throw new Error(run.stderr)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  for (const category of whole) {
    for (const { id } of categories[category]?.auditRefs ?? []) {
      if (audits[id]?.score !== 0) continue
      console.log(`  ${url} ${category}: ${id}`)
      process.exitCode = 1
    }
  }
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    score: categories['performance']?.score ?? 0,
    requests: audits['network-requests']?.details?.items.length ?? Number.NaN,
  }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
