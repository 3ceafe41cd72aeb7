/** Buckets in the index. */
import { change, type IndexDb } from './index-db.ts'

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
