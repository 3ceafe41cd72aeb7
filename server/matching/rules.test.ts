import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogueFile } from '../catalogue/catalogue-file.ts'
import type { LogEntry } from '../log.ts'
import { RULED } from '../testing/rules.ts'
import { companyAt, judgeAll } from './judge.ts'

const nowMs = Date.parse('2026-11-21T10:00:00+08:00')
let folder: string
let path: string
let logs: LogEntry[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
  path = join(folder, 'catalogue.json')
  logs = []
  await writeFile(path, JSON.stringify(RULED))
})
afterEach(() => rm(folder, { recursive: true }))

const load = () => catalogueFile(path, (entry) => logs.push(entry))

test('rules that went through the file judge as they did before', async () => {
  const company = companyAt({ employees: 12, exporter: false }, nowMs)
  const statuses = judgeAll(await load()(), company).map(({ status }) => status)
  expect(statuses).toEqual(['met', 'unknown', 'unmet', 'unknown'])
  expect(logs).toEqual([])
})

test('a file with a rule that means nothing is not taken: what was read last stays', async () => {
  const loadCatalogue = load()
  await loadCatalogue()
  const [item] = RULED.items
  const senseless = { ...item, eligibility: { fact: 'region', op: 'gte', value: '440100' } }
  await writeFile(path, JSON.stringify({ ...RULED, items: [senseless as never] }))
  expect((await loadCatalogue()).items).toHaveLength(RULED.items.length)
  expect(logs).toMatchObject([{ level: 'warn', event: 'catalogue-unreadable' }])
})
