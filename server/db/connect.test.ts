import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ended, outputOf, runNode } from '../testing/node.ts'
import { connect } from './connect.ts'
import { NewerDataError } from './migrate.ts'
import type { Database } from './schema.ts'
import { DataFolderInUseError } from './sqlite.ts'

let folder: string

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'data-')), 'deep/folder')
})
afterEach(() => rm(join(folder, '../..'), { recursive: true }))

const script = (body: string) =>
  runNode(['--input-type=module', '-e', `import { connect } from './server/db/connect.ts'\n${body}`], {
    FOLDER: folder,
  })
const addCompany = (db: Database) =>
  db.insertInto('companies').values({ name: '甲', created_at: 1 }).execute()
const companies = (db: Database) =>
  db.selectFrom('companies').select(['name', 'created_at']).where('created_at', '>', 0).execute()

test('data stays from one start to the next, in a file for the owner only', async () => {
  const first = await connect(folder)
  await addCompany(first.db)
  await first.close()
  expect(statSync(join(folder, 'portal.sqlite')).mode & 0o077).toBe(0)
  const second = await connect(folder)
  expect(await companies(second.db)).toEqual([{ name: '甲', created_at: 1 }])
  await second.close()
})

test('writes are durable and references hold', async () => {
  const { db, close } = await connect(folder)
  const pragma = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})
  expect(await pragma('journal_mode')).toEqual(['wal'])
  expect(await pragma('synchronous')).toEqual([2])
  expect(await pragma('busy_timeout')).toEqual([5000])
  await expect(
    db.insertInto('customers').values({ phone: '1', name: '乙', company_id: 99, created_at: 1 }).execute(),
  ).rejects.toThrow('FOREIGN KEY')
  await close()
})

test('a second use of the folder is refused in Chinese until the first ends', async () => {
  const first = await connect(folder)
  await expect(connect(folder)).rejects.toThrow(DataFolderInUseError)
  const other = script('await connect(process.env.FOLDER)')
  await outputOf(other, /正被另一个进程使用/)
  await first.close()
  await (await connect(folder)).close()
})

test('data of a newer version is left alone', async () => {
  const first = await connect(folder)
  await sql`insert into migrations (number, applied_at) values (999, 1)`.execute(first.db)
  await first.close()
  await expect(connect(folder)).rejects.toThrow(NewerDataError)
  await expect(connect(folder)).rejects.toThrow('请使用新版本启动')
})

describe('after a kill', () => {
  const killed = async () => {
    const holder = script(
      `import { sql } from 'kysely'
       const { db } = await connect(process.env.FOLDER)
       const add = async (name) => {
         for (let count = 0; count < 30; count += 1)
           await db.insertInto('companies').values({ name: name + count, created_at: 1 }).execute()
       }
       await add('甲'); await sql\`pragma wal_checkpoint(restart)\`.execute(db); await add('乙')
       console.log('written'); setInterval(() => {}, 1000)`,
    )
    await outputOf(holder, /written/)
    holder.kill('SIGKILL')
    await ended(holder)
  }
  const open = async () => {
    const { db, damage: said, close } = await connect(folder)
    const names = (await companies(db)).map(({ name }) => name)
    await close()
    return { said, written: names.filter((name) => name?.startsWith('乙')).length }
  }

  test('a log that is whole is taken over, and nothing is said', async () => {
    await killed()
    expect(await open()).toEqual({ said: [], written: 30 })
    expect(await open()).toEqual({ said: [], written: 30 })
  })

  test('a page of the database that is damaged is named', async () => {
    await killed()
    await open()
    await killed()
    const file = openSync(join(folder, 'portal.sqlite'), 'r+')
    writeSync(file, Buffer.alloc(2048, 'noise'), 0, 2048, 20 * 4096)
    closeSync(file)
    const found = await connect(folder)
    expect(found.damage.join()).toContain('上次没有正常停止，检查数据库时发现')
    await found.close()
  })
})
