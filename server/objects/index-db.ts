/** The index: which files make which object. A BLOB key is ordered by its bytes, so that a page of a listing is a range. */
import Sqlite from 'better-sqlite3'

export type IndexDb = Sqlite.Database

export type Acl = 'private' | 'public-read'

export type Buckets = Readonly<Record<string, Acl>>

const SHAPE = `
  create table buckets (
    name text primary key, acl text not null, cors text not null, created integer not null
  ) strict, without rowid;
  create table objects (
    bucket text not null references buckets, key blob not null, id text not null unique,
    size integer not null, etag text not null, crc64 text not null, kind text not null,
    headers text not null, modified integer not null, primary key (bucket, key)
  ) strict, without rowid;
  create table segments (
    object text not null references objects (id) on delete cascade, position integer not null,
    file text not null unique, size integer not null, primary key (object, position)
  ) strict, without rowid;
  create table uploads (
    bucket text not null references buckets, key blob not null, id text not null unique,
    headers text not null, initiated integer not null, primary key (bucket, key, id)
  ) strict, without rowid;
  create table parts (
    upload text not null references uploads (id) on delete cascade, number integer not null,
    file text not null unique, size integer not null, md5 text not null, crc64 text not null,
    modified integer not null, primary key (upload, number)
  ) strict, without rowid;
  pragma user_version = 1;
`

/** Opens the index; several processes may share it. A kill during the first opening leaves it empty. */
export function openIndex(path: string, buckets: Buckets): IndexDb {
  const db = new Sqlite(path, { timeout: 5000 })
  try {
    writeAhead(db)
    db.pragma('synchronous = full')
    db.pragma('foreign_keys = on')
    withWriteLock(db, () => {
      if (db.pragma('user_version', { simple: true }) === 0) db.exec(SHAPE)
      const add = db.prepare('insert or ignore into buckets (name, acl, cors, created) values (?, ?, ?, 0)')
      for (const [name, acl] of Object.entries(buckets)) add.run(name, acl, '[]')
    })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const TRIES = 10

/** SQLite does not wait for the lock of this switch; an empty transaction waits until another process is through. */
function writeAhead(db: IndexDb): void {
  for (let tries = 1; ; tries += 1) {
    try {
      db.pragma('journal_mode = wal')
      return
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || tries === TRIES) throw error
      db.transaction(() => {}).immediate()
    }
  }
}

/** Runs with the write lock, so that no one changes the rows between reading and writing. */
export function withWriteLock<T>(db: IndexDb, run: () => T): T {
  return db.transaction(run).immediate()
}

export function below(prefix: string): { condition: string; values: Buffer[] } {
  const start = Buffer.from(prefix)
  const end = bytesAfterPrefix(start)
  return end
    ? { condition: 'key >= ? and key < ?', values: [start, end] }
    : { condition: 'key >= ?', values: [start] }
}

function bytesAfterPrefix(prefix: Buffer): Buffer | undefined {
  let end = prefix.byteLength
  while (end > 0 && prefix[end - 1] === 0xff) end--
  if (end === 0) return undefined
  const next = Buffer.from(prefix.subarray(0, end))
  next[end - 1] = (next[end - 1] ?? 0) + 1
  return next
}
