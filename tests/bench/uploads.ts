/** One large file from Chromium to the embedded store: speed beside curl, what the page's memory grows by, its tasks. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CDPSession, chromium, type Page } from 'playwright'
import { OSS } from '../../server/objects/testing/ali-oss.ts'
import { startPortal } from './portal.ts'
import { longestTask } from './tasks.ts'

const MB = 1024 ** 2
const SAMPLE_MS = 200
/** 200 Mbit/s. */
const LINE_MB = 25

interface Visit {
  origin: string
  cookie: string
}

/**
 * Needs the last build in `dist`, and curl. Rows for a table. Without a limit, browser, store and curl share the
 * processors of one machine: where those are few, the first ratio tells of them. The second is on a line of 200 Mbit/s.
 * @param megabytes with the first file of one byte, 1 GB is what the lowest level has
 */
export async function measureUploads(megabytes = 1023): Promise<Record<string, string>> {
  const onLine = Math.ceil(megabytes / 4)
  const slow = await compare(onLine, LINE_MB)
  const { curlSeconds, seconds, grownMb } = await compare(megabytes)
  const processors = availableParallelism()
  return {
    curl: `${(megabytes / curlSeconds).toFixed(0)} MB/s`,
    页面: `${(megabytes / seconds).toFixed(0)} MB/s`,
    [`页面与 curl 之比，不限速，${processors} 个处理器（目标 ≥ 0.85）`]: (curlSeconds / seconds).toFixed(2),
    '页面与 curl 之比，线路 200 Mbit/s（目标 ≥ 0.85）': (slow.curlSeconds / slow.seconds).toFixed(2),
    '页面内存增长（目标 < 64 MB）': `${grownMb.toFixed(1)} MB`,
    [`最长的任务，${onLine} MB，线路 200 Mbit/s（目标 ≤ 50 ms）`]: `${slow.taskMs.toFixed(0)} ms`,
    '第一次上传时装载 ali-oss 的任务': `${slow.libraryMs.toFixed(0)} ms`,
  }
}

/** The same file by both, to the same store. */
async function compare(megabytes: number, lineMb?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-upload-'))
  const path = join(folder, '材料.bin')
  const portal = startPortal()
  try {
    await writeNoise(path, megabytes)
    const visit = await portal.loggedIn()
    const curlSeconds = await sendByCurl(visit, path, lineMb)
    return { curlSeconds, ...(await sendByBrowser(visit, path, lineMb)) }
  } finally {
    portal.stop()
    rmSync(folder, { recursive: true })
  }
}

async function writeNoise(path: string, megabytes: number): Promise<void> {
  const file = await open(path, 'w')
  const piece = crypto.getRandomValues(Buffer.alloc(MB / 16))
  for (let count = 0; count < megabytes * 16; count++) {
    piece.writeUInt32LE(count)
    await file.write(piece)
  }
  await file.close()
}

/** The same bytes by one PUT; afterwards given up, so that there is room again. */
async function sendByCurl({ origin, cookie }: Visit, path: string, lineMb?: number): Promise<number> {
  const { size } = statSync(path)
  const answer = await fetch(`${origin}/main/api/v1/sts_not_token?bucket=documents&size=${size}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  const { data } = (await answer.json()) as { data: Record<string, string> & { path_style: boolean } }
  const client = new OSS({
    accessKeyId: data['OSSAccessKeyId'] ?? '',
    accessKeySecret: data['access_key_secret'] ?? '',
    stsToken: data['x-oss-security-token'] ?? '',
    refreshSTSTokenInterval: 3_600_000,
    region: data['region'] ?? '',
    bucket: data['bucket'] ?? '',
    endpoint: data['endpoint'] ?? '',
    sldEnable: data.path_style,
    authorizationV4: true,
  })
  const key = data['key'] ?? ''
  const url = await client.signatureUrlV4('PUT', 900, { headers: {}, queries: {} }, `${key}file`)
  const limit = lineMb ? ['--limit-rate', `${lineMb}M`] : []
  const curl = [
    '-sS',
    '-f',
    ...limit,
    '-T',
    path,
    '-H',
    'Expect:',
    '-o',
    '/dev/null',
    '-w',
    '%{time_total}',
    url,
  ]
  const { stdout } = await promisify(execFile)('curl', curl)
  await fetch(`${origin}/main/api/v1/sts_not_token/cancel`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  return Number(stdout)
}

async function sendByBrowser({ origin, cookie }: Visit, path: string, lineMb?: number) {
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({ locale: 'zh-CN' })
    const cookies = cookie.split('; ').map((pair) => pair.split('='))
    await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: origin })))
    const page = await context.newPage()
    await openFolder(page, origin)
    const session = await context.newCDPSession(page)
    const input = page.getByLabel('上传文件', { exact: true }).and(page.locator('input'))
    // A trace takes a tenth of the processors: where nothing limits the line, it would be measured with it.
    const traced = lineMb ? longestTask : untraced
    const libraryMs = await traced(page, async () => {
      await input.setInputFiles({ name: '第一个.txt', mimeType: 'text/plain', buffer: Buffer.from('1') })
      await untilThere(page, 1)
    })
    if (lineMb) {
      await session.send('Network.enable')
      const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: lineMb * MB }
      await session.send('Network.emulateNetworkConditions', line)
    }
    const before = await heapOf(session, true)
    let peak = before
    const timer = setInterval(async () => {
      peak = Math.max(peak, await heapOf(session, false).catch(() => 0))
    }, SAMPLE_MS)
    let seconds = 0
    const taskMs = await traced(page, async () => {
      const startMs = performance.now()
      await input.setInputFiles(path)
      await untilThere(page, 2)
      seconds = (performance.now() - startMs) / 1000
    })
    clearInterval(timer)
    return { seconds, grownMb: (peak - before) / MB, taskMs, libraryMs }
  } finally {
    await browser.close()
  }
}

async function untraced(_: Page, work: () => Promise<void>): Promise<number> {
  await work()
  return Number.NaN
}

/** The toast may be over before a busy page is asked. @throws when the upload failed, with its words */
async function untilThere(page: Page, files: number): Promise<void> {
  const failure = page.locator('.upload-row [role=alert], .upload-failed')
  await page
    .locator('.item')
    .nth(files - 1)
    .or(failure)
    .waitFor({ timeout: 600_000 })
  if (await failure.isVisible()) throw new Error((await failure.textContent()) ?? '')
}

async function openFolder(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/documents`)
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.getByLabel('文件夹名').fill('测速')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '文件夹 测速', exact: true }).click()
  await page.getByText('还没有文件。').waitFor()
}

/** Bytes of objects and of the buffers behind them. */
async function heapOf(session: CDPSession, isTidy: boolean): Promise<number> {
  if (isTidy) await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as unknown as Record<string, number>
  return (usage['usedSize'] ?? 0) + (usage['embedderHeapUsedSize'] ?? 0) + (usage['backingStorageSize'] ?? 0)
}
