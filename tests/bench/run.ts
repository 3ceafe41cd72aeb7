/**
 * `npm run bench -- [PART…]`: the measured figures of this checkout, printed and kept in `bench/results.json`. Bytes repeat
 * exactly; seconds depend on the machine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importLibrary } from '../../scripts/content/import.ts'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import { measureIsland, measurePage } from '../guards/page-bytes.ts'
import { measureCatalogueMemory } from './catalogue-memory.ts'
import { measureSpeed } from './lighthouse.ts'
import { measureMatching } from './matching.ts'
import { measureOpenChats } from './open-chats.ts'
import { measureOperatorQueue } from './operator-queue.ts'
import { measureReminders } from './reminders.ts'
import { measureSearch } from './search.ts'
import { measureThroughput } from './throughput.ts'
import { measureUploads } from './uploads.ts'

const DIST = 'dist'
const CORPUS = '../shared/corpus/policies-real.jsonl'
const RESULTS = 'bench/results.json'
const PAGES = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/reviewlist',
  '/review/2',
  '/information',
  '/search',
  '/404',
]
const ISLANDS = ['LoginIsland', 'MessageBell', 'AccountMenu', 'RegionChoice', 'HomeFigures', 'ChatButton']

/** In the order in which they run. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  pages: benchPages,
  server: async () => show('每秒请求数，和一个什么也不做的接口比较', await measureThroughput()),
  load: benchLoad,
  memory: async () =>
    show('目录里有一万项政策时，服务静置十秒后的内存（MB）', await measureCatalogueMemory()),
  match: async () => show('一键匹配：一万条政策，在 Chromium 里', await measureMatching()),
  upload: async () => show('上传 1 GB，在 Chromium 里，和 curl 在同一次运行里比较', await measureUploads()),
  reminders: async () => show('一次提醒 100,000 个关注', await measureReminders()),
  build: benchCorpus,
}
const asked = process.argv.slice(2)
const parts = asked.length > 0 ? asked : Object.keys(PARTS)
const unknown = parts.filter((part) => !PARTS[part])
if (unknown.length > 0) throw new Error(`没有“${unknown.join('、')}”，可选：${Object.keys(PARTS).join('、')}`)
/** By title; those of parts that do not run now stay. */
const results: Record<string, object> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
for (const part of parts) await PARTS[part]?.()

/** Prints a table and keeps it. */
function show(title: string, table: object): void {
  console.log(title)
  console.table(table)
  results[title] = { measured: new Date().toISOString(), table }
  mkdirSync(dirname(RESULTS), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

async function benchPages(): Promise<void> {
  show('页面字节（按实际发送，brotli）', Object.fromEntries(PAGES.map((path) => [path, bytesOf(path)])))
  show(
    '每个岛从指向到可用再加载的脚本（gzip -9）',
    Object.fromEntries(ISLANDS.map((name) => [name, formatBytes(measureIsland(DIST, '/', name))])),
  )
  show('打开页面，模拟慢速 4G，和同一页的纯 HTML 比较', await measureSpeed(DIST))
}

async function benchLoad(): Promise<void> {
  show(
    '1,000 家企业打开的咨询，各有 100 条消息，每 5 秒各查一次；双方每秒各发 10 条',
    await measureOpenChats(),
  )
  show('运营工作台的队列，10,000 个咨询，各有 12 条消息', await measureOperatorQueue())
}

function bytesOf(path: string): Record<string, string> {
  const { script, document } = measurePage(DIST, path).sent
  return { script: formatBytes(script), 'HTML+CSS': formatBytes(document) }
}

async function benchCorpus(): Promise<void> {
  if (!existsSync(CORPUS)) return console.log(`没有 ${CORPUS}，跳过导入和构建的测量`)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const importStartMs = performance.now()
  const { written, refused } = await importLibrary(readFileSync(CORPUS, 'utf8'), join(folder, 'content'))
  const importMs = performance.now() - importStartMs
  const buildStartMs = performance.now()
  const build = spawnSync('astro', ['build', '--outDir', join(folder, 'dist')], {
    env: { ...process.env, CONTENT_DIR: join(folder, 'content') },
    encoding: 'utf8',
  })
  const buildMs = performance.now() - buildStartMs
  const pages = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
  show('真实政策库', {
    导入: {
      数量: Object.values(written).reduce((a, b) => a + b),
      秒: seconds(importMs),
      问题: refused.length,
    },
    构建: {
      数量: pages.filter((name) => name.endsWith('.html')).length,
      秒: seconds(buildMs),
      问题: `${build.stdout}${build.stderr}`.split('\n').filter((line) => /\[(WARN|ERROR)\]/.test(line))
        .length,
    },
  })
  await measureSearch(join(folder, 'dist'), join(folder, 'content'), CORPUS)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}
