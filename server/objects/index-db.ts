/**
 * The index: which files are which object. SQLite rather than JSON beside the bytes, because one transaction swaps
 * an object whole, and because a BLOB key is ordered by its UTF-8 bytes, so a page of a listing is a range of it.
 */
import Sqlite from 'better-sqlite3'

export type IndexDb = Sqlite.Database

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

/** Several processes may open the same one. A kill during the first opening leaves it empty, not half made. */
export function openIndex(path: string): IndexDb {
  const db = new Sqlite(path, { timeout: 5000 })
  try {
    writeAhead(db)
    db.pragma('synchronous = full')
    db.pragma('foreign_keys = on')
    db.transaction(() => {
      if (db.pragma('user_version', { simple: true }) === 0) db.exec(SHAPE)
    }).immediate()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const TRIES = 10

/**
 * Processes that begin on a new file at once may meet in its switch to a write-ahead log: for that lock SQLite does not
 * wait, lest two wait for each other. An empty transaction does, and then the other is through.
 */
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

/** Runs with the write lock, so that what was read still holds when it is written. */
export function change<T>(db: IndexDb, run: () => T): T {
  return db.transaction(run).immediate()
}

/** The first string after all that begin with these bytes; none after '' and after nothing but 0xFF. */
export function bytesAfterPrefix(prefix: Buffer): Buffer | undefined {
  let end = prefix.byteLength
  while (end > 0 && prefix[end - 1] === 0xff) end--
  if (end === 0) return undefined
  const next = Buffer.from(prefix.subarray(0, end))
  next[end - 1] = (next[end - 1] ?? 0) + 1
  return next
}

export type Acl = 'private' | 'public-read'

export interface CorsRule {
  origins: string[]
  methods: string[]
  headers: string[]
  exposed: string[]
  maxAgeSeconds?: number
}

export interface Bucket {
  name: string
  acl: Acl
  cors: CorsRule[]
}

export function findBucket(db: IndexDb, name: string): Bucket | undefined {
  const row = db
    .prepare<[string], { acl: Acl; cors: string }>('select acl, cors from buckets where name = ?')
    .get(name)
  return row && { name, acl: row.acl, cors: JSON.parse(row.cors) as CorsRule[] }
}

/** Makes the bucket, or changes what is given of one that exists. */
export function saveBucket(db: IndexDb, name: string, parts: Partial<Bucket>, nowMs: number): void {
  change(db, () => {
    const before = findBucket(db, name)
    const acl = parts.acl ?? before?.acl ?? 'private'
    const cors = JSON.stringify(parts.cors ?? before?.cors ?? [])
    db.prepare(
      `insert into buckets (name, acl, cors, created) values (?, ?, ?, ?)
       on conflict (name) do update set acl = excluded.acl, cors = excluded.cors`,
    ).run(name, acl, cors, nowMs)
  })
}
