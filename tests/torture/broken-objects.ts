/** Compares the portal's rows with the object store, and the store's index with its files on disk. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

interface Piece {
  name: string
  file: string
  size: number
}

/** @param db of the portal; @param folder of the store, which no process uses */
export function findBrokenObjects(db: Sqlite.Database, folder: string): string[] {
  const index = new Sqlite(join(folder, 'index.sqlite'), { readonly: true, fileMustExist: true })
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

/** Objects that the portal counts and the store does not have in that size. */
function findMissing(db: Sqlite.Database, index: Sqlite.Database): string[] {
  const counted = db.prepare<[], { bucket: string; key: string; size: number }>(
    'select bucket, key, size from stored_objects where released_at is null',
  )
  const stored = index.prepare<[string, Buffer], { size: number }>(
    `select size from objects where bucket = ? and key = ?
       and size = (select coalesce(sum(size), 0) from segments where object = objects.id)`,
  )
  return counted.all().flatMap(({ bucket, key, size }) => {
    const found = stored.get(bucket, Buffer.from(key))?.size
    return found === size ? [] : [`对象 ${key}：应有 ${size} 字节，存储中为 ${found}`]
  })
}

/** Pieces of objects and of uploads whose file is not there in full. */
function findTorn(index: Sqlite.Database, blobs: string): string[] {
  const pieces = index.prepare<[], Piece>(
    `select object as name, file, size from segments
     union all select upload as name, file, size from parts`,
  )
  return pieces.all().flatMap(({ name, file, size }) => {
    const found = statSync(join(blobs, file.slice(0, 2), file), { throwIfNoEntry: false })?.size
    return found === size ? [] : [`${name} 的数据 ${file}：应有 ${size} 字节，磁盘上为 ${found}`]
  })
}
