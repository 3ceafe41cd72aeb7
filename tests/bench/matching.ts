/** Measures 一键匹配 against two thousand policies in Chromium: the code alone, and the tasks of the real page. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { readJudgedCompanies } from '../../src/lib/content/check/golden-files.ts'
import {
  type PolicyWords,
  RULES_PATH,
  type RulesFile,
  WORDS_PER_FILE,
} from '../../src/lib/contract/policies/rule-files.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { atMost, type Goal } from './goals.ts'
import { manyPolicies } from './many-policies.ts'
import type { RoadRun, Run } from './matching-entry.ts'
import { longestTask } from './tasks.ts'

const COUNT = 2_000
/** More than one company may ever have. */
const ROAD_COUNT = 300
const RUNS = 15
/**
 * A phone's factor against this machine. Multiplies the thread's work: Chromium's own throttling waits, and on a busy machine
 * those waits would count.
 */
const SLOWER = 4
const ORIGIN = 'http://portal.test'
const DATA = 'dist/frontend/data'

const STARTED: Facts = { kind: 'company', region: '440106', industry: 'I65' }
const FULL: Facts = {
  ...STARTED,
  founded_on: '2019-05-01',
  employees: 80,
  revenue: '30000000',
  assets: '20000000',
  taxable_income: '2000000',
  taxpayer: 'general',
  rd_expense: '3000000',
  rd_staff: 20,
  ip_invention: 1,
  ip_utility: 6,
  certificates: [],
  violations: false,
}

declare global {
  var compileMatching: (file: RulesFile) => number
  var planRoads: (facts: Facts, turns: number) => Promise<RoadRun[]>
  var runMatching: (facts: Facts, turns: number) => Promise<Run[]>
}

/** Needs the last build in `dist`. Returns rows for a table. */
export async function measureMatching(): Promise<Record<string, string | Goal>> {
  const places = Object.keys(readJson<object>('places.json'))
  const own = readJson<RulesFile>('rules.json')
  const file = manyPolicies(own, places, COUNT)
  const { CHROMIUM_PATH } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox'],
  })
  try {
    return {
      ...(await runCode(await browser.newPage(), file)),
      ...(await runRoad(await browser.newPage(), '本站的政策', own)),
      ...(await runRoad(await browser.newPage(), `${ROAD_COUNT} 条`, manyPolicies(own, places, ROAD_COUNT))),
      ...(await runPage(await browser.newContext(), file)),
    }
  } finally {
    await browser.close()
  }
}

async function openCode(page: Page, file: RulesFile): Promise<number> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    // A library build would leave it to the page that loads it.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'tests/bench/matching-entry.ts', formats: ['iife'], name: 'bench' },
    },
  })
  const [bundle] = Array.isArray(output) ? output : []
  await page.addScriptTag({ content: bundle?.output[0].code ?? '' })
  return page.evaluate((rules) => globalThis.compileMatching(rules as RulesFile), file as unknown)
}

function runTurns(page: Page, facts: Facts): Promise<Run[]> {
  const given: readonly [facts: Facts, turns: number] = [facts, RUNS]
  return page.evaluate(([known, turns]) => globalThis.runMatching(known, turns), given)
}

async function runCode(page: Page, file: RulesFile): Promise<Record<string, string | Goal>> {
  const compileMs = await openCode(page, file)
  const rows: Record<string, string | Goal> = { '读入条件和公式，一口气': ms(compileMs) }
  for (const [name, facts] of Object.entries({ 答了三题: STARTED, 全部答完: FULL })) {
    const runs = await runTurns(page, facts)
    rows[`${name}：判断 ${COUNT} 条，一口气`] = spread(runs.map(({ statusMs }) => statusMs))
    rows[`${name}：判断、合计和下一题，分段，共`] = spread(runs.map(({ judgeMs }) => judgeMs))
    rows[`${name}：其中最长的一段`] = spread(runs.map(({ longestSliceMs }) => longestSliceMs))
    rows[`${name}：下一个最值得答的问题，一口气`] = spread(runs.map(({ questionMs }) => questionMs))
    rows[`${name}：${COUNT} 条各值多少，一口气`] = within(
      runs.map(({ worthMs }) => worthMs),
      20,
    )
    rows[`${name}：60 条、30 组不可同时享受，最好的组合`] = within(
      runs.map(({ combinationMs }) => combinationMs),
      10,
    )
    rows[`${name}：符合／待确认／不符合`] = runs[0]?.counts.join('／') ?? ''
  }
  return rows
}

/** Judged by hand, with many goals ahead. */
const GROWING = '太原的危险废物处置运营公司，研发占3.3%'

async function runRoad(page: Page, name: string, file: RulesFile): Promise<Record<string, string | Goal>> {
  const judged = await readJudgedCompanies('src/content/companies.golden.yaml')
  const company = judged.find((each) => each.name === GROWING)
  if (!company) throw new Error(`no company ${GROWING}`)
  await openCode(page, file)
  const given: readonly [facts: Facts, turns: number] = [company.facts, RUNS]
  const runs = await page.evaluate(([facts, turns]) => globalThis.planRoads(facts, turns), given)
  // Takes the middle run: the longest of all shows other work of the machine.
  const longest = middleOf(runs.map(({ longestSliceMs }) => longestSliceMs))
  return {
    [`成长路线图，${name}：推算，共`]: within(
      runs.map(({ planMs }) => planMs),
      30,
    ),
    [`成长路线图，${name}，处理器慢 ${SLOWER} 倍：最长的一段`]: shortTask(longest),
  }
}

/** Measures the built page with the large file in place of its own. */
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

/** Returns the texts of the repository's policies, as many as a file holds. */
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

function within(values: readonly number[], goal: number): Goal {
  return atMost({ value: middleOf(values), goal, unit: ' ms', reference: spread(values) })
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The first run also compiles the code; the longest shows a busy machine. */
function spread(values: readonly number[]): string {
  return `${ms(middleOf(values))}（最长 ${ms(Math.max(...values))}）`
}
