/** What every operation works with, and what a request may change while it runs. */
import type { Arrivals } from './allowance.ts'
import type { Caller } from './authenticate.ts'
import type { Blobs } from './blobs.ts'
import type { IndexDb } from './index-db.ts'
import type { Answer, OssRequest } from './request.ts'

export interface Store {
  db: IndexDb
  blobs: Blobs
  /** The time in milliseconds since 1970; tests turn it. */
  now: () => number
  maxObjectBytes: number
  arrivals: Arrivals
}

/** A request whose caller may do what it asks. */
export interface Task {
  store: Store
  request: OssRequest
  caller: Caller
  /** Its place among all requests: of two that write the same, the later one counts. */
  order: number
  /** The names from the request. `key` is empty for an operation on a bucket. */
  bucket: string
  key: string
  /** For what takes long: asked again before it counts. @throws OssError AccessDenied for a token that is no longer good */
  admit: () => Promise<void>
}

export type Operation = (task: Task) => Answer | Promise<Answer>
