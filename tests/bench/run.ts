/**
 * `npm run bench -- [PART…] [COUNT]`: prints the measured figures of this checkout and stores them in `bench/results.json`.
 * Bytes repeat exactly; seconds depend on the machine, so they never fail the run. `build 10000` builds that many documents.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import { measurePage } from '../built/page-bytes.ts'
import { measureBuild } from './build.ts'
import { type Goal, goalsOf } from './goals.ts'
import { measureMatching } from './matching.ts'
import { measureSpeed } from './pages.ts'
import { measureTaps } from './taps.ts'
import { measureThroughput } from './throughput.ts'

const DIST = 'dist'
const RESULTS = 'bench/results.json'
const PAGES = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/reviewlist',
  '/review/2',
  '/information',
  '/search',
]

type Measure = () => Promise<object>

const args = process.argv.slice(2)
const count = args.map(Number).find((number) => number > 0)

const PARTS: Readonly<Record<string, Readonly<Record<string, Measure>>>> = {
  pages: {
    '页面字节（按实际发送，brotli）': async () =>
      Object.fromEntries(PAGES.map((path) => [path, costOf(path)])),
    '打开页面，模拟慢速 4G，和同一页的纯 HTML 比较': () => measureSpeed(DIST),
  },
  taps: { '第一次使用要等多久：1.6 Mbit/s、四分之一处理器的手机': () => measureTaps(DIST) },
  server: { '每个请求的处理器时间，和一个什么也不做的接口比较': measureThroughput },
  match: { '一键匹配：两千条政策，在 Chromium 里': measureMatching },
  build: { '完整构建，包括压缩': () => measureBuild(count) },
}

interface Kept {
  measured: string
  table: object
}
const results: Record<string, Kept> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}

const named = args.filter((word) => Number.isNaN(Number(word)))
const parts = named.length > 0 ? named : Object.keys(PARTS)
const unknown = parts.filter((part) => !PARTS[part])
if (unknown.length > 0) throw new Error(`没有“${unknown.join('、')}”，可选：${Object.keys(PARTS).join('、')}`)
for (const part of parts) {
  for (const [title, measure] of Object.entries(PARTS[part] ?? {})) await show(title, measure)
}
showGoals()

async function show(title: string, measure: Measure): Promise<void> {
  console.log(title)
  try {
    const table = await measure()
    console.table(table)
    results[title] = { measured: new Date().toISOString(), table }
    mkdirSync(dirname(RESULTS), { recursive: true })
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
}

function showGoals(): void {
  const titles = new Set(parts.flatMap((part) => Object.keys(PARTS[part] ?? {})))
  const rows = Object.entries(results).flatMap(([title, { measured, table }]) =>
    Object.entries(goalsOf(table)).map(([name, goal]): [string, Goal & { 测于: string }] => [
      name,
      { ...goal, 测于: titles.has(title) ? '本次' : measured.slice(0, 16) },
    ]),
  )
  console.log('目标')
  console.table(Object.fromEntries(rows))
}

function costOf(path: string): Record<string, string | number> {
  const { bytes, ...counts } = measurePage(DIST, path)
  return { 'HTML+CSS+script': formatBytes(bytes), ...counts }
}
