import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogEntry } from '../log.ts'
import { CATALOGUE } from '../testing/portal.ts'
import { catalogueFile } from './catalogue-file.ts'

let folder: string
let path: string
let logs: LogEntry[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  path = join(folder, 'catalogue.json')
  logs = []
})
afterEach(() => rm(folder, { recursive: true }))

const withOperator = (op: string) => ({
  all: [
    { fact: 'employees', op: 'lte', value: 300 },
    { fact: 'employees', op, value: 1 },
  ],
})

const load = () => catalogueFile(path, (entry) => logs.push(entry))

test('without a build it is empty, with one warning however often it is asked', async () => {
  const loadCatalogue = load()
  expect(await loadCatalogue()).toMatchObject({ policies: [], items: [], news: [] })
  await loadCatalogue()
  expect(logs).toHaveLength(1)
})

test('a new build is read without a restart', async () => {
  await writeFile(path, JSON.stringify(CATALOGUE))
  const loadCatalogue = load()
  expect((await loadCatalogue()).news).toHaveLength(2)
  await writeFile(path, JSON.stringify({ ...CATALOGUE, news: [] }))
  await utimes(path, 2e9, 2e9)
  expect((await loadCatalogue()).news).toHaveLength(0)
})

test('while a build is replaced, what was read last stays', async () => {
  await writeFile(path, JSON.stringify(CATALOGUE))
  const loadCatalogue = load()
  await loadCatalogue()
  await writeFile(path, '{"news": "many"}')
  expect((await loadCatalogue()).news).toHaveLength(2)
  expect(logs).toMatchObject([{ level: 'warn', event: 'catalogue-unreadable' }])
  await writeFile(path, JSON.stringify({ ...CATALOGUE, news: [{ id: 1, title: '一', policy: null }] }))
  expect((await loadCatalogue()).news).toHaveLength(1)
})

test.each([
  ['items.2.eligibility.all.1.op', (item: object) => ({ ...item, eligibility: withOperator('like') })],
  ['items.2.title', (item: object) => ({ ...item, title: 5 })],
  ['items.2', () => 'none'],
  ['items.2.id', () => [{}]],
])('a bad item is refused, and the warning names %s', async (place, spoil) => {
  const items = CATALOGUE.items.map((item, index) => (index === 2 ? spoil(item) : item))
  await writeFile(path, JSON.stringify({ ...CATALOGUE, items } as never))
  expect((await load()()).items).toEqual([])
  expect(logs[0]?.error).toContain(place)
})

test.each([
  ['news', { news: 4 }],
  ['policies.0.id', { policies: [{ id: 0, title: '', region: '' }] }],
  ['items', { items: undefined }],
  ['items', { items: 2 }],
])('outside the items %s is named as well', async (place, change) => {
  await writeFile(path, JSON.stringify({ ...CATALOGUE, ...change }))
  await load()()
  expect(logs[0]?.error).toContain(place)
})

test.each([0, 1, 10, -1, -200])('a file that is not whole is not taken: cut at %i', async (at) => {
  await writeFile(path, JSON.stringify(CATALOGUE).slice(0, at))
  expect((await load()()).policies).toEqual([])
  expect(logs).toMatchObject([{ event: 'catalogue-unreadable' }])
})

test('requests that come together after a build read it once', async () => {
  await writeFile(path, JSON.stringify(CATALOGUE))
  const loadCatalogue = load()
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, loadCatalogue))
  expect(first?.news).toHaveLength(2)
  expect(others.every((other) => other === first)).toBe(true)
})
