/** Measures 一键匹配 against two thousand policies in Chromium: the longest tasks of the page, and its data. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from 'playwright'
import {
  type PolicyWords,
  RULES_PATH,
  type RulesFile,
  WORDS_PER_FILE,
} from '../../src/lib/contract/policies/rule-files.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { atMost, type Goal } from './goals.ts'
import { manyPolicies } from './many-policies.ts'
import { longestTask } from './tasks.ts'

const COUNT = 2_000
/**
 * A phone's factor against this machine. Multiplies the thread's work: Chromium's own throttling waits, and on a busy machine
 * those waits would count.
 */
const SLOWER = 4
const ORIGIN = 'http://portal.test'
const DATA = 'dist/frontend/data'

const STARTED: Facts = { kind: 'company', region: '440106', industry: 'I65' }

/** Needs the last build in `dist`. Returns rows for a table. */
export async function measureMatching(): Promise<Record<string, string | Goal>> {
  const places = Object.keys(readJson<object>('places.json'))
  const file = manyPolicies(readJson<RulesFile>('rules.json'), places, COUNT)
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox'],
  })
  try {
    return await runPage(await browser.newContext(), file)
  } finally {
    await browser.close()
  }
}

async function runPage(context: BrowserContext, file: RulesFile): Promise<Record<string, string | Goal>> {
  let dataBytes = 0
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const found = fileFor(pathname, file)
    if (!found) return route.fulfill({ status: 404 })
    if (pathname.startsWith('/frontend/data/')) dataBytes += gzipSync(found.body, { level: 9 }).length
    return route.fulfill({ body: found.body, contentType: found.type })
  })
  const page = await context.newPage()
  await page.goto(`${ORIGIN}/match`)
  await page.evaluate(
    (answers) => localStorage.setItem('answers', JSON.stringify({ answers, place: 'device', unsent: [] })),
    STARTED,
  )
  dataBytes = 0
  await page.goto(`${ORIGIN}/?`)
  const loading = await longestTask(page, async () => {
    await page.goto(`${ORIGIN}/match#result`)
    await page.locator('.match-card').first().waitFor()
  })
  const pickers = ['places.json', 'industries.json', 'industry-words.json'].reduce(
    (sum, name) => sum + gzipped(name),
    0,
  )
  await page.locator('.match-next summary').click()
  const asked = page.locator('.match-next [data-fact], .match-next [data-ask]')
  const keyOf = () => asked.evaluate(({ dataset }) => dataset['fact'] ?? dataset['ask'])
  const before = await keyOf()
  const answering = await longestTask(page, async () => {
    await page.locator('.match-next').getByText('不清楚', { exact: true }).click()
    // An ask of a single policy is answered by one press.
    const submit = page.locator('.match-next-submit[type=submit]')
    if ((await submit.count()) > 0) await submit.click()
    while ((await keyOf()) === before) await page.waitForTimeout(20)
  })
  return {
    [`一键匹配 ${COUNT} 条，处理器慢 ${SLOWER} 倍：打开到有结果，最长的任务`]: shortTask(loading),
    [`一键匹配 ${COUNT} 条，处理器慢 ${SLOWER} 倍：再答一题，最长的任务`]: shortTask(answering),
    '首次结果前的数据（gzip，含地区和行业）': `${((dataBytes + pickers) / 1024).toFixed(1)} KB`,
    '其中规则文件（brotli）': `${(brotliCompressSync(JSON.stringify(file)).length / 1024).toFixed(1)} KB`,
  }
}

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' }

function fileFor(pathname: string, file: RulesFile): { body: string | Buffer; type: string } | null {
  if (pathname === RULES_PATH) {
    return { body: JSON.stringify(file), type: 'application/json' }
  }
  const [, number] = /words-(\d+)\.json$/.exec(pathname) ?? []
  if (number) return { body: JSON.stringify(wordsOf(Number(number))), type: 'application/json' }
  const path = [join('dist', pathname), join('dist', pathname, 'index.html')].find(
    (candidate) => existsSync(candidate) && /\.\w+$/.test(candidate),
  )
  return path === undefined
    ? null
    : { body: readFileSync(path), type: TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html' }
}

function wordsOf(number: number): PolicyWords[] {
  const files = [0, 1].flatMap((part) => readJson<PolicyWords[]>(`rules/words-${part}.json`))
  return Array.from({ length: WORDS_PER_FILE }, (_, index) => {
    const place = number * WORDS_PER_FILE + index
    const model = files[place % files.length]
    if (!model) throw new Error('the build has no words')
    return { ...model, id: place + 1, title: `${model.title}（${place + 1}）` }
  })
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(DATA, name), 'utf8'))
}

function gzipped(name: string): number {
  return gzipSync(readFileSync(join(DATA, name)), { level: 9 }).length
}

function shortTask(value: number): Goal {
  return atMost({ value: value * SLOWER, goal: 50, unit: ' ms', reference: `这里 ${ms(value)}` })
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
