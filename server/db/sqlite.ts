import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import { Changes, type Subject } from './changes.ts'
import { migrate } from './migrate.ts'
import type { Connection, Database, Tables } from './schema.ts'

const FILE = 'portal.sqlite'
/** The first start writes here and renames the file when all is on disk, so that a kill leaves no half-made database. */
const UNFINISHED = `${FILE}.unfinished`

export async function openSqlite(dataDir: string, now: () => number): Promise<Connection> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir)
  try {
    if (!existsSync(join(dataDir, FILE))) await createAside(dataDir, now)
    const wasKilled = existsSync(join(dataDir, `${FILE}-wal`))
    const { db, changes, sqlite } = await openMigrated(join(dataDir, FILE), 'wal', now)
    const damage = wasKilled ? damageOf(sqlite) : []
    return { db, changes, damage, close: () => db.destroy().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Only after a kill: reading every page of a large database takes seconds. */
function damageOf(sqlite: Sqlite.Database): string[] {
  const found = sqlite.pragma('quick_check(1)') as { quick_check: string }[]
  const advice = '请核对最近的内容，需要时从备份恢复（docs/backup.md）'
  return found
    .filter(({ quick_check }) => quick_check !== 'ok')
    .map(({ quick_check }) => `上次没有正常停止，检查数据库时发现：${quick_check}；${advice}`)
}

/** Opens a database for tests that ends with the connection: an empty one, or a copy of the one that gave the `image`. */
export async function openInMemory(now: () => number, image?: Buffer) {
  const { db, changes, sqlite } = await openMigrated(image ?? ':memory:', 'memory', now)
  return { db, changes, close: () => db.destroy(), takeImage: () => sqlite.serialize() }
}

async function createAside(dataDir: string, now: () => number): Promise<void> {
  const aside = join(dataDir, UNFINISHED)
  for (const left of [aside, `${aside}-journal`]) rmSync(left, { force: true })
  const { db } = await openMigrated(aside, 'delete', now)
  await db.destroy()
  chmodSync(aside, 0o600)
  renameSync(aside, join(dataDir, FILE))
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

async function openMigrated(
  place: string | Buffer,
  journal: 'wal' | 'delete' | 'memory',
  now: () => number,
): Promise<{ db: Database; changes: Changes; sqlite: Sqlite.Database }> {
  const sqlite = new Sqlite(place, { timeout: 5000 })
  try {
    sqlite.pragma(`journal_mode = ${journal}`)
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('secure_delete = ON')
    const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(sqlite) })
    await migrate(db, now)
    return { db, changes: tellChanges(sqlite), sqlite }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** The subject of each trigger, as in migrations/0009.postgres.sql. */
const TOLD = {
  'insert on conversations': "'company:' || new.company_id",
  'delete on conversations': "'company:' || old.company_id",
  'update of last_seq, company_read_seq, title, policy_id, assigned_to, closed on conversations':
    "'company:' || new.company_id",
  'insert on chat_files': "'company:' || new.company_id",
  'update on chat_files': "'company:' || new.company_id",
  'delete on chat_files': "'company:' || old.company_id",
  'update of scan on stored_objects': "'company:' || company_id) from object_holds where (object_id = new.id",
  'delete on sessions': "'customer:' || old.customer_id",
  'update of company_id on customers': "'customer:' || new.id",
}

/** Between a trigger and the end of its transaction only that reads. The triggers belong to this connection. */
function tellChanges(sqlite: Sqlite.Database): Changes {
  const changes = new Changes()
  changes.trust(Number.POSITIVE_INFINITY)
  sqlite.function('tell_change', (subject) => {
    changes.tell(subject as Subject)
    return null
  })
  for (const [index, [event, told]] of Object.entries(TOLD).entries()) {
    sqlite.exec(`create temp trigger told_${index} after ${event} begin select tell_change(${told}); end`)
  }
  return changes
}

class EmbeddedDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database

  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override createDriver(): EmbeddedDriver {
    return new EmbeddedDriver(this.#sqlite)
  }
}

/** A full disk has already ended the transaction: the rollback would fail and hide the reason. */
class EmbeddedDriver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database

  constructor(sqlite: Sqlite.Database) {
    super({ database: keepStatements(sqlite) })
    this.#sqlite = sqlite
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

const STATEMENTS_KEPT = 500

/** SQLite parses a query again for each new statement; the same text gets the same statement here. */
function keepStatements(sqlite: Sqlite.Database) {
  const kept = new Map<string, Sqlite.Statement>()
  return {
    prepare(text: string) {
      const known = kept.get(text)
      if (known) return known
      const statement = sqlite.prepare(text)
      if (kept.size >= STATEMENTS_KEPT) kept.clear()
      kept.set(text, statement)
      return statement
    },
    close: () => sqlite.close(),
  }
}

// Allows one process per data folder. The lock belongs to the operating system, so it ends with the process, even by kill -9.

export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'
}

/** Locks the folder by SQLite's file lock, because a file with a process id goes stale. @throws DataFolderInUseError */
function lockDataFolder(dataDir: string): () => void {
  const holder = new Sqlite(join(dataDir, 'lock.sqlite'), { timeout: 0 })
  try {
    holder.exec('begin exclusive')
  } catch (error) {
    holder.close()
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error
    throw new DataFolderInUseError(
      `数据目录 ${dataDir} 正被另一个进程使用，请先停止它，或用 DATA_DIR 指定别的目录`,
    )
  }
  return () => holder.close()
}
