import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LinkResults } from '../lib/content/check/outside-links.ts'
import { type CareKind, editorAddress, readCare, readReport } from './care.ts'

const TODAY = '2026-11-23'
const CHECKED = 'checked: { date: 2026-11-01, against: 公开全文, text: 通知 }'
const SOURCE = 'source: { name: 甲, url: "https://www.example.gov.cn/a" }'

const READ = [1, 2].map(
  (place) => `  - { name: 甲, url: "https://www.example.gov.cn/${place}", read: 全文, agrees: [文号] }`,
)

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'care-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function write(file: string, id: number, ...fields: string[]): Promise<void> {
  const head = [`id: ${id}`, `title: 政策${id}`, 'gist: 有用', 'region: "000000"', ...fields]
  await mkdir(dirname(join(dir, file)), { recursive: true })
  await writeFile(join(dir, file), `---\n${head.join('\n')}\n---\n正文\n`)
}
const item = (id: number, ...fields: string[]) => write(`interpretations/${id}.md`, id, SOURCE, ...fields)

async function care(kind: CareKind, more: Partial<Parameters<typeof readCare>[1]> = {}) {
  const rows = await readCare(dir, { links: {}, today: TODAY, ...more })
  return rows.filter((row) => row.kind === kind)
}
const words = async (kind: CareKind, more = {}) => (await care(kind, more)).map((row) => row.words)

test('what is well needs nothing', async () => {
  await item(1, CHECKED, 'compared:', ...READ)
  expect(await readCare(dir, { links: {}, today: TODAY })).toEqual([])
})

test('never compared stands before what was compared long ago; drafts wait', async () => {
  await item(1, 'checked: { date: 2025-05-26, against: 来源网页 }')
  await item(2, CHECKED)
  await item(3)
  await item(4, 'draft: true')
  expect((await care('checked')).map(({ title, words }) => title + words)).toEqual([
    '政策3从来没有核对过',
    '政策12025年5月26日以后没有核对过',
  ])
})

test.each([
  ['closes: 2026-12-24', []],
  ['closes: 2026-12-23', ['2026年12月23日截止，还有 30 天']],
  ['closes: 2026-11-23', ['2026年11月23日截止，还有 0 天']],
  ['closes: 2026-11-22', ['2026年11月22日已经截止，没有用 note 说明现状']],
  ['closes: 2026-11-22, note: 已结束', ['2026年11月22日刚刚截止：看看有没有下一期']],
  ['closes: 2026-10-01, note: 已结束', []],
])('a window that %s', async (closes, expected) => {
  await item(1, CHECKED, `window: { kind: 申报期, ${closes} }`)
  expect(await words('window')).toEqual(expected)
})

test('a source that is gone leads to its field, with the day since when; what refuses programs is no task', async () => {
  await item(1, CHECKED)
  const at = '2026-11-20T02:00:00.000Z'
  const links: LinkResults = { 'https://www.example.gov.cn/a': { state: 'gone', at, since: at, why: '404' } }
  const [row] = await care('link', { links })
  expect(row).toMatchObject({ title: '政策1', field: 'source.url', line: 6, day: '2026-11-20' })
  expect(row?.words).toBe('2026年11月20日起页面没有了：404（https://www.example.gov.cn/a）')
  expect(editorAddress(dir, row ?? {})).toBe(
    '/frontend/editor/edit?file=interpretations%2F1.md&field=source.url',
  )
  expect(
    await care('link', { links: { 'https://www.example.gov.cn/a': { state: 'refuses', at, since: at } } }),
  ).toEqual([])
})

test('problems, amendments and other reminders are told apart', async () => {
  const original = (id: number, ...more: string[]) =>
    write(`originals/${id}.md`, id, 'kind: 部门文件', SOURCE, CHECKED, ...more)
  await original(1, 'number: 甲〔2020〕1号')
  await original(2, 'number: 甲〔2026〕2号', 'topic: 略')
  await writeFile(join(dir, 'originals/3.md'), '---\nid: 3\n---\n')
  await writeFile(
    join(dir, 'originals/2.md'),
    `---\nid: 2\ntitle: 政策2\ngist: 有用\nregion: "000000"\nkind: 部门文件\n${CHECKED}\n---\n《政策1》（甲〔2020〕1号）同时废止。\n`,
  )
  const problems = await care('problem')
  expect(problems.map(({ file }) => relative(dir, file ?? ''))).toEqual(
    Array(problems.length).fill('originals/3.md'),
  )
  expect(problems.length).toBeGreaterThan(0)
  expect(await words('amendment')).toEqual([expect.stringContaining('《政策1》（甲〔2020〕1号）同时废止。')])
  expect((await care('reminder')).map(({ field }) => field)).toContain('source')
})

test('what readers reported leads to the page’s file; words that were not found stand for themselves', async () => {
  await item(7, CHECKED)
  const correction = {
    id: 4,
    kind: 'interpretation' as const,
    page_id: 7,
    text: '比例不对',
    source: null,
    gmt_create: '2026-11-20T02:00:00.000Z',
  }
  const report = {
    corrections: [correction, { ...correction, id: 5, page_id: 99 }],
    missed_searches: [{ word: '海外仓', times: 5, last_day: '2026-11-22' }],
  }
  expect(await care('correction', { report })).toMatchObject([
    { title: '政策7', words: '第 4 号：比例不对', day: '2026-11-20' },
    { title: '第 99 号（没有这个文件）' },
  ])
  expect(await words('missed', { report })).toEqual(['“海外仓”：5 次，最近 2026年11月22日'])
})

test('the portal’s report is read, or said why not', async () => {
  const answer = (body: unknown) => async () => Response.json(body)
  const report = { corrections: [], missed_searches: [] }
  expect(await readReport('https://a/', answer({ code: 200, data: report }))).toEqual(report)
  expect(await readReport('https://a/', answer({ code: 403, message: '这个地址已经失效' }))).toBe(
    '这个地址已经失效',
  )
  expect(await readReport('https://a/', answer(7))).toBe('门户的回答看不懂')
  expect(await readReport('https://a/', async () => Promise.reject(new Error('no')))).toBe('门户没有回应')
})
