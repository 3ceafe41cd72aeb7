import { randomBytes } from 'node:crypto'
import type { Blob } from './blobs.ts'
import { OssError } from './errors.ts'
import { below, type IndexDb, withWriteLock } from './index-db.ts'

export interface Upload {
  id: string
  bucket: string
  key: string
}

export interface Part extends Blob {
  number: number
  modifiedMs: number
}

interface PartRow extends Omit<Part, 'crc64' | 'modifiedMs'> {
  crc64: string
  modified: number
}

export function startUpload(
  db: IndexDb,
  bucket: string,
  key: string,
  headers: Record<string, string>,
  nowMs: number,
): string {
  const id = randomBytes(16).toString('hex').toUpperCase()
  db.prepare('insert into uploads (bucket, key, id, headers, initiated) values (?, ?, ?, ?, ?)').run(
    bucket,
    Buffer.from(key),
    id,
    JSON.stringify(headers),
    nowMs,
  )
  return id
}

export function requireUpload(db: IndexDb, upload: Upload): Record<string, string> {
  const row = db
    .prepare<unknown[], { headers: string }>(
      'select headers from uploads where id = ? and bucket = ? and key = ?',
    )
    .get(upload.id, upload.bucket, Buffer.from(upload.key))
  if (!row) throw new OssError('NoSuchUpload', { details: { UploadId: upload.id.slice(0, 100) } })
  return JSON.parse(row.headers) as Record<string, string>
}

/** @param check throws when this part is too much @returns the file of an earlier part @throws OssError NoSuchUpload */
export function savePart(
  db: IndexDb,
  upload: Upload,
  { number, nowMs, check }: { number: number; nowMs: number; check: () => void },
  blob: Blob,
): string[] {
  return withWriteLock(db, () => {
    requireUpload(db, upload)
    const before = db
      .prepare<unknown[], { file: string }>('select file from parts where upload = ? and number = ?')
      .get(upload.id, number)
    db.prepare(
      `insert or replace into parts (upload, number, file, size, md5, crc64, modified)
       values (?, ?, ?, ?, ?, ?, ?)`,
    ).run(upload.id, number, blob.file, blob.size, blob.md5, String(blob.crc64), nowMs)
    check()
    return before ? [before.file] : []
  })
}

export function listParts(db: IndexDb, uploadId: string, after = 0, limit = -1): Part[] {
  return db
    .prepare<unknown[], PartRow>(
      'select * from parts where upload = ? and number > ? order by number limit ?',
    )
    .all(uploadId, after, limit)
    .map((row) => ({ ...row, crc64: BigInt(row.crc64), modifiedMs: row.modified }))
}

export function removeUpload(db: IndexDb, uploadId: string): string[] {
  return withWriteLock(db, () => {
    const files = listParts(db, uploadId).map(({ file }) => file)
    db.prepare('delete from uploads where id = ?').run(uploadId)
    return files
  })
}

export function storedBelow(db: IndexDb, bucket: string, prefix: string): { bytes: number; parts: number } {
  const range = below(prefix)
  const sql = `select coalesce(sum(size), 0) as bytes, count(*) as parts from parts
    join uploads on uploads.id = parts.upload where bucket = ? and ${range.condition}`
  const found = db.prepare<unknown[], { bytes: number; parts: number }>(sql).get(bucket, ...range.values)
  return found ?? { bytes: 0, parts: 0 }
}

export function countUploads(db: IndexDb, bucket: string, prefix: string): number {
  const range = below(prefix)
  const sql = `select count(*) as count from uploads where bucket = ? and ${range.condition}`
  return db.prepare<unknown[], { count: number }>(sql).get(bucket, ...range.values)?.count ?? 0
}

/** Returns the id of the oldest upload; one without parts counts as older than one with parts. */
export function oldestUpload(db: IndexDb, bucket: string, prefix: string): string | undefined {
  const range = below(prefix)
  const sql = `select id from uploads where bucket = ? and ${range.condition}
    order by exists (select 1 from parts where upload = uploads.id), initiated limit 1`
  return db.prepare<unknown[], { id: string }>(sql).get(bucket, ...range.values)?.id
}

export function partSize(db: IndexDb, uploadId: string, number: number): number | undefined {
  const sql = 'select size from parts where upload = ? and number = ?'
  return db.prepare<unknown[], { size: number }>(sql).get(uploadId, number)?.size
}

export function removeUploadsBelow(db: IndexDb, bucket: string, prefix: string): string[] {
  const range = below(prefix)
  const sql = `select id from uploads where bucket = ? and ${range.condition}`
  const all = db.prepare<unknown[], { id: string }>(sql).all(bucket, ...range.values)
  return all.flatMap(({ id }) => removeUpload(db, id))
}

interface ListedUpload {
  key: string
  id: string
  initiatedMs: number
}

export function listUploads(db: IndexDb, bucket: string, prefix: string): ListedUpload[] {
  const range = below(prefix)
  return db
    .prepare<unknown[], { key: Buffer; id: string; initiated: number }>(
      `select key, id, initiated from uploads
       where bucket = ? and ${range.condition} order by key, id`,
    )
    .all(bucket, ...range.values)
    .map((row) => ({ key: row.key.toString(), id: row.id, initiatedMs: row.initiated }))
}

export function idleUploads(db: IndexDb, sinceMs: number): Upload[] {
  return db
    .prepare<unknown[], { id: string; bucket: string; key: Buffer }>(
      `select id, bucket, key from uploads where initiated < ?
       and not exists (select 1 from parts where upload = uploads.id and modified >= ?)`,
    )
    .all(sinceMs, sinceMs)
    .map((row) => ({ ...row, key: row.key.toString() }))
}
