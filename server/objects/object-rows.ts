import { randomBytes } from 'node:crypto'
import type { Segment } from './blobs.ts'
import { OssError } from './errors.ts'
import { below, type IndexDb, withWriteLock } from './index-db.ts'
import { removeUploadsBelow } from './upload-rows.ts'

export interface StoredObject {
  size: number
  etag: string
  crc64: bigint
  kind: 'Normal' | 'Multipart'
  headers: Record<string, string>
  modifiedMs: number
}

export interface ListedObject {
  key: string
  size: number
  etag: string
  kind: string
  modifiedMs: number
}

interface ObjectRow {
  id: string
  size: number
  etag: string
  crc64: string
  kind: StoredObject['kind']
  headers: string
  modified: number
}

export function findObject(
  db: IndexDb,
  bucket: string,
  key: string,
): (StoredObject & { segments: Segment[] }) | undefined {
  const row = db
    .prepare<[string, Buffer], ObjectRow>('select * from objects where bucket = ? and key = ?')
    .get(bucket, Buffer.from(key))
  if (!row) return undefined
  const { size, etag, kind } = row
  const headers = JSON.parse(row.headers) as Record<string, string>
  const segments = db
    .prepare<[string], Segment>('select file, size from segments where object = ? order by position')
    .all(row.id)
  return { size, etag, kind, headers, crc64: BigInt(row.crc64), modifiedMs: row.modified, segments }
}

export interface ObjectTarget {
  bucket: string
  key: string
  mayReplace: boolean
  aloneBelow?: string
}

export function refuseTaken(db: IndexDb, { bucket, key, mayReplace, aloneBelow }: ObjectTarget): void {
  const isTaken =
    (!mayReplace && findObject(db, bucket, key)) ||
    (aloneBelow !== undefined && listObjects(db, bucket, { prefix: aloneBelow, limit: 1 }).length > 0)
  if (isTaken) throw new OssError('FileAlreadyExists')
}

/** @returns the files that no object names any more @throws OssError FileAlreadyExists when it must not replace */
export function saveObject(
  db: IndexDb,
  place: ObjectTarget,
  object: StoredObject,
  segments: Segment[],
): string[] {
  return withWriteLock(db, () => {
    refuseTaken(db, place)
    const replaced = removeObject(db, place.bucket, place.key)
    const id = randomBytes(16).toString('hex')
    db.prepare(
      `insert into objects (bucket, key, id, size, etag, crc64, kind, headers, modified)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      place.bucket,
      Buffer.from(place.key),
      id,
      object.size,
      object.etag,
      String(object.crc64),
      object.kind,
      JSON.stringify(object.headers),
      object.modifiedMs,
    )
    const add = db.prepare('insert into segments (object, position, file, size) values (?, ?, ?, ?)')
    segments.forEach(({ file, size }, position) => {
      add.run(id, position, file, size)
    })
    const ended = place.aloneBelow === undefined ? [] : removeUploadsBelow(db, place.bucket, place.aloneBelow)
    return [...(replaced ?? []), ...ended]
  })
}

export function removeObject(db: IndexDb, bucket: string, key: string): string[] | undefined {
  return withWriteLock(db, () => {
    const found = findObject(db, bucket, key)
    db.prepare('delete from objects where bucket = ? and key = ?').run(bucket, Buffer.from(key))
    return found?.segments.map(({ file }) => file)
  })
}

export function listObjects(
  db: IndexDb,
  bucket: string,
  { prefix, after = '', limit }: { prefix: string; after?: string; limit: number },
): ListedObject[] {
  const range = below(prefix)
  return db
    .prepare<unknown[], ObjectRow & { key: Buffer }>(
      `select key, size, etag, kind, modified from objects
       where bucket = ? and ${range.condition} and key > ? order by key limit ?`,
    )
    .all(bucket, ...range.values, Buffer.from(after), limit)
    .map((row) => ({ ...row, key: row.key.toString(), modifiedMs: row.modified }))
}

export function isFileKnown(db: IndexDb, file: string): boolean {
  const sql = 'select 1 from segments where file = ? union all select 1 from parts where file = ?'
  return db.prepare(sql).get(file, file) !== undefined
}
