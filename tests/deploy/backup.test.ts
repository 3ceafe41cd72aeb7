import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TEST_DATABASE_URL } from '../../server/testing/postgres.ts'
import { makeSite } from '../torture/make-site.ts'
import { peopleOf } from '../torture/people.ts'
import { dataFolder, type PortalProcess, startPortal } from '../torture/portal-process.ts'
import { chatPosts } from '../torture/work/chat-posts.ts'
import { uploads } from '../torture/work/uploads.ts'
import type { Check, Work } from '../torture/work/work.ts'
import { runCommands } from './commands.ts'

const DOCUMENT = 'docs/backup.md'
const ACTS_BEFORE = 12

vi.setConfig({ testTimeout: 180_000 })
let root: string
let clearAway: (() => Promise<unknown>)[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backup-'))
  clearAway = []
})
afterEach(async () => {
  for (const clear of clearAway.reverse()) await clear()
  rmSync(root, { recursive: true })
})

interface Machine {
  folder: string
  settings: { DATABASE_URL: string }
}

async function setUp(name: string, isOnPostgres: boolean): Promise<Machine> {
  const folder = join(root, name)
  makeSite(folder)
  return { folder, settings: { DATABASE_URL: isOnPostgres ? await createDatabase() : '' } }
}

async function createDatabase(): Promise<string> {
  const name = `backup_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  clearAway.push(() => onServer(`drop database ${name} with (force)`))
  const url = new URL(TEST_DATABASE_URL)
  url.pathname = name
  return url.href
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: TEST_DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const start = (machine: Machine): Promise<PortalProcess> =>
  startPortal(machine.folder, { settings: { ...machine.settings, OPERATOR_PHONES: '13900000000' } })

async function stop(portal: PortalProcess): Promise<void> {
  portal.kill()
  await portal.ended()
}

function run(name: 'backup' | 'restore', machine: Machine, place: string): Promise<void> {
  const { folder, settings } = machine
  return runCommands(DOCUMENT, name, { ...settings, DATA_DIR: dataFolder(folder), BACKUP: join(root, place) })
}

function rowsOf({ folder, settings }: Machine): string[] {
  const files = join(dataFolder(folder), 'objects/index.sqlite')
  if (settings.DATABASE_URL === '')
    return [...sqliteRows(join(dataFolder(folder), 'portal.sqlite')), ...sqliteRows(files)]
  const dump = execFileSync('pg_dump', ['--inserts', settings.DATABASE_URL], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const rows = dump.split('\n').filter((line) => !line.startsWith('\\') && !line.startsWith('--'))
  return [...rows.sort(), ...sqliteRows(files)]
}

function sqliteRows(path: string): string[] {
  const db = new Sqlite(path, { readonly: true })
  const tables = db.prepare<[], { name: string }>(`select name from sqlite_schema where type = 'table'`).all()
  const rows = tables.flatMap(({ name }) =>
    db
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => `${name} ${JSON.stringify(row)}`),
  )
  db.close()
  return rows.sort()
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const hashesOf = (folder: string) =>
  filesOf(folder)
    .map(
      (path) =>
        `${path.slice(folder.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`,
    )
    .sort()

const openToOthers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )

async function work(works: Work[], origin: string, count: number): Promise<Check[]> {
  const checks: Check[] = []
  for (let turn = 0; turn < count; turn++) for (const { act } of works) checks.push(await act(origin))
  return checks
}

test.each([
  ['the embedded database', false],
  ['PostgreSQL', true],
])('%s', async (_, isOnPostgres) => {
  const [first, second, third] = [
    await setUp('first', isOnPostgres),
    await setUp('second', isOnPostgres),
    await setUp('third', isOnPostgres),
  ]
  const portal = await start(first)
  const welcome = peopleOf(dataFolder(first.folder))
  const works = [chatPosts(welcome), uploads(welcome)]
  const before = await work(works, portal.origin, ACTS_BEFORE)

  let isOver = false
  let during = 0
  const writing = (async () => {
    while (!isOver) during += (await work(works, portal.origin, 1)).length
  })()
  await run('backup', first, 'copy')
  isOver = true
  await writing
  await stop(portal)
  expect(openToOthers(join(root, 'copy'))).toEqual([])

  await run('restore', second, 'copy')
  const restored = await start(second)
  const lost: string[] = []
  for (const check of before) lost.push(...(await check(restored.origin)))
  console.log(`${before.length} writes before, ${during} during the backup; ${lost.length} lost`)
  expect(lost).toEqual([])
  expect(during).toBeGreaterThan(0)
  await stop(restored)

  await run('backup', second, 'copy-2')
  await run('restore', third, 'copy-2')
  const rows = rowsOf(second)
  console.log(
    `${rows.length} rows, ${filesOf(join(dataFolder(second.folder), 'objects/blobs')).length} files`,
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(rowsOf(third)).toEqual(rows)
  const blobs = (machine: Machine) => hashesOf(join(dataFolder(machine.folder), 'objects/blobs'))
  expect(blobs(third)).toEqual(blobs(second))
  expect(openToOthers(dataFolder(third.folder))).toEqual([])
})
