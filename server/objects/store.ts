import type { Arrivals } from './allowance.ts'
import type { Caller } from './authenticate.ts'
import type { Blobs } from './blobs.ts'
import type { IndexDb } from './index-db.ts'
import type { Answer, OssRequest } from './request.ts'

export interface Store {
  db: IndexDb
  blobs: Blobs
  now: () => number
  maxObjectBytes: number
  arrivals: Arrivals
}

export interface Task {
  store: Store
  request: OssRequest
  caller: Caller
  /** `key` is empty for an operation on a bucket. */
  bucket: string
  key: string
  /** Checks the token again; long operations call it before they commit. @throws OssError AccessDenied */
  admit: () => Promise<void>
}

export type Operation = (task: Task) => Answer | Promise<Answer>
