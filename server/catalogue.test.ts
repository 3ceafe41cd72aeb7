import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogueFile } from './catalogue.ts'
import type { LogEntry } from './log.ts'
import { CATALOGUE } from './testing/portal.ts'

let folder: string
let path: string
let logs: LogEntry[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  path = join(folder, 'catalogue.json')
  logs = []
})
afterEach(() => rm(folder, { recursive: true }))

const load = () => catalogueFile(path, (entry) => logs.push(entry))

test('without a build it is empty, with one warning however often it is asked', async () => {
  const loadCatalogue = load()
  expect(await loadCatalogue()).toMatchObject({ policies: [], items: [], news: 0 })
  await loadCatalogue()
  expect(logs).toHaveLength(1)
})

test('a new build is read without a restart', async () => {
  await writeFile(path, JSON.stringify(CATALOGUE))
  const loadCatalogue = load()
  expect((await loadCatalogue()).news).toBe(4)
  await writeFile(path, JSON.stringify({ ...CATALOGUE, news: 5 }))
  await utimes(path, 2e9, 2e9)
  expect((await loadCatalogue()).news).toBe(5)
})

test('while a build is replaced, what was read last stays', async () => {
  await writeFile(path, JSON.stringify(CATALOGUE))
  const loadCatalogue = load()
  await loadCatalogue()
  await writeFile(path, '{"news": "many"}')
  expect((await loadCatalogue()).news).toBe(4)
  expect(logs).toMatchObject([{ level: 'warn', event: 'catalogue-unreadable' }])
  await writeFile(path, JSON.stringify({ ...CATALOGUE, news: 10 }))
  expect((await loadCatalogue()).news).toBe(10)
})

test('requests that come together after a build read it once', async () => {
  await writeFile(path, JSON.stringify(CATALOGUE))
  const loadCatalogue = load()
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, loadCatalogue))
  expect(first?.news).toBe(4)
  expect(others.every((other) => other === first)).toBe(true)
})
