/**
 * `npm run preview:branch [-- --build-only]`: builds this branch for a reviewer, drafts and uncommitted changes included,
 * in a folder below `.preview/`. Every page shows 预览 with the branch, and asks search engines to stay away. Then it serves
 * the build on this machine only; you can upload the folder instead. SITE_URL sets its address.
 */
import { spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMoment } from '../src/lib/rules/time/dates.ts'
import { COMPILE_SERVER, SERVER } from './tasks.mjs'

const port = process.env['PORT'] ?? '4321'
const isServed = !process.argv.includes('--build-only')
const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
const commit = git('rev-parse', '--short', 'HEAD')
const isChanged = git('status', '--porcelain') !== ''
const folder = join('.preview', branch.replace(/[^\w.-]+/g, '-'))
const siteUrl = process.env['SITE_URL'] ?? `http://localhost:${port}`
const words = [
  `分支 ${branch}`,
  `提交 ${commit}${isChanged ? '（另有没有提交的改动）' : ''}`,
  formatMoment(new Date().toISOString()),
].join(' · ')

/** Settings for the build and the server; the build keeps no cache that a published one would use. */
const env = {
  ...process.env,
  PREVIEW_OF: words,
  SITE_URL: siteUrl,
  CACHE_DIR: join('.preview', 'cache'),
  DIST_DIR: folder,
  DATA_DIR: process.env['DATA_DIR'] ?? join('.preview', 'data'),
}

function git(...args: string[]): string {
  const { stdout, status } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : '未知'
}

async function step([command = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(command, args, { env, stdio: 'inherit', shell: process.platform === 'win32' })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  process.off('SIGTERM', stop)
  if (code !== 0) process.exit(code)
}

await step(['node', 'scripts/content/check.ts', '--quick'])
await rm(folder, { recursive: true, force: true })
await step(['astro', 'build', '--force', '--outDir', folder])
await step(['node', 'scripts/precompress.ts', folder])
console.log(`\n预览：${words}`)
console.log(
  `页面在 ${folder}，网址 ${siteUrl}。上传到别处时，那里也要发 X-Robots-Tag: noindex，并最好设密码。`,
)
if (isServed) {
  // Ctrl+C reaches the server by itself; here it must not end us before it.
  process.on('SIGINT', () => undefined)
  await step(COMPILE_SERVER)
  await step(SERVER)
}
