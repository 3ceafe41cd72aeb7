/** Compares the portal's rows with the object store, and the store's index with its files on disk. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

interface Piece {
  name: string
  file: string
  size: number
}

/** @param folder of the store, without a running process */
export function findBrokenObjects(db: Sqlite.Database, folder: string): string[] {
  const index = openIndex(folder)
  // Killed before its store was first opened.
  if (!index) return []
  try {
    const intact = index.pragma('integrity_check', { simple: true })
    return [
      ...(intact === 'ok' ? [] : [`对象索引损坏：${intact}`]),
      ...findMissing(db, index),
      ...findTorn(index, join(folder, 'blobs')),
    ]
  } finally {
    index.close()
  }
}

/** After the sweep, with all uploads over: returns objects that the portal does not know. */
export function findUnknownObjects(db: Sqlite.Database, folder: string): string[] {
  const index = openIndex(folder)
  if (!index) return []
  try {
    const stored = db.prepare<[], { key: string }>('select key from stored_objects').all()
    const known = new Set(stored.map(({ key }) => key))
    const keys = index.prepare<[], { key: Buffer }>('select key from objects').all()
    const named = new Set(pieces(index).map(({ file }) => file))
    return [
      ...keys
        .map(({ key }) => String(key))
        .filter((key) => !known.has(key))
        .map((key) => `对象 ${key} 无人知道`),
      ...index
        .prepare<[], { id: string }>('select id from uploads')
        .all()
        .map(({ id }) => `分片上传 ${id} 没有结束`),
      ...filesIn(join(folder, 'blobs'))
        .filter((file) => !named.has(file))
        .map((file) => `数据 ${file} 无人知道`),
    ]
  } finally {
    index.close()
  }
}

function openIndex(folder: string): Sqlite.Database | undefined {
  const file = join(folder, 'index.sqlite')
  return existsSync(file) ? new Sqlite(file, { readonly: true }) : undefined
}

/** Returns objects that the portal counts and the store lacks in that size. */
function findMissing(db: Sqlite.Database, index: Sqlite.Database): string[] {
  const counted = db
    .prepare<[], { bucket: string; key: string; size: number }>(
      'select bucket, key, size from stored_objects where released_at is null',
    )
    .all()
  const stored = index.prepare<[string, Buffer], { size: number }>(
    `select size from objects where bucket = ? and key = ?
       and size = (select coalesce(sum(size), 0) from segments where object = objects.id)`,
  )
  return counted.flatMap(({ bucket, key, size }) => {
    const found = stored.get(bucket, Buffer.from(key))?.size
    return found === size ? [] : [`对象 ${key}：应有 ${size} 字节，存储中为 ${found}`]
  })
}

/** Returns pieces of objects and uploads with an incomplete file. */
function findTorn(index: Sqlite.Database, blobs: string): string[] {
  return pieces(index).flatMap(({ name, file, size }) => {
    const found = statSync(join(blobs, file.slice(0, 2), file), { throwIfNoEntry: false })?.size
    return found === size ? [] : [`${name} 的数据 ${file}：应有 ${size} 字节，磁盘上为 ${found}`]
  })
}

function pieces(index: Sqlite.Database): Piece[] {
  return index
    .prepare<[], Piece>(
      `select object as name, file, size from segments
       union all select upload as name, file, size from parts`,
    )
    .all()
}

function filesIn(blobs: string): string[] {
  if (!existsSync(blobs)) return []
  return readdirSync(blobs).flatMap((folder) => readdirSync(join(blobs, folder)))
}
