/** `npm run bench`: the measured figures of this checkout. Bytes repeat exactly; seconds depend on the machine. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLibrary } from '../../scripts/content/import.ts'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import { measureIsland, measurePage } from '../guards/page-bytes.ts'
import { measureCatalogueMemory } from './catalogue-memory.ts'
import { measureMatching } from './matching.ts'
import { measureOpenChats } from './open-chats.ts'
import { measureOperatorQueue } from './operator-queue.ts'
import { measureReminders } from './reminders.ts'
import { measureSearch } from './search.ts'
import { measureThroughput } from './throughput.ts'
import { measureUploads } from './uploads.ts'

const DIST = 'dist'
const CORPUS = '../shared/corpus/policies-real.jsonl'
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

console.log('页面字节（gzip -9）')
console.table(Object.fromEntries(PAGES.map((path) => [path, bytesOf(path)])))
console.log('每个岛从指向到可用再加载的脚本（gzip -9）')
console.table(Object.fromEntries(ISLANDS.map((name) => [name, formatBytes(measureIsland(DIST, '/', name))])))
console.log('每秒请求数，和一个什么也不做的接口比较')
console.table(await measureThroughput())
console.log('1,000 家企业打开的咨询，各有 100 条消息，每 5 秒各查一次；双方每秒各发 10 条')
console.table(await measureOpenChats())
console.log('运营工作台的队列，10,000 个咨询，各有 12 条消息')
console.table(await measureOperatorQueue())
console.log('目录里有一万项政策时，服务静置十秒后的内存（MB）')
console.table(await measureCatalogueMemory())
console.log('一键匹配：一万条政策，在 Chromium 里')
console.table(await measureMatching())
console.log('上传 1 GB，在 Chromium 里，和 curl 在同一次运行里比较')
console.table(await measureUploads())
console.log('一次提醒 100,000 个关注')
console.table(await measureReminders())
if (existsSync(CORPUS)) await benchCorpus()
else console.log(`没有 ${CORPUS}，跳过导入和构建的测量`)

function bytesOf(path: string): Record<string, string> {
  const { script, document } = measurePage(DIST, path).sent
  return { script: formatBytes(script), 'HTML+CSS': formatBytes(document) }
}

async function benchCorpus(): Promise<void> {
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
  console.log('真实政策库')
  console.table({
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
