/** The portal's own object store. It speaks the HTTP protocol of Aliyun OSS, so that ali-oss works with either. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Arrivals } from './allowance.ts'
import { Blobs } from './blobs.ts'
import { type Bucket, saveBucket } from './bucket-rows.ts'
import { handle } from './handle.ts'
import { openIndex } from './index-db.ts'
import type { Answer, RawRequest } from './request.ts'
import type { Store } from './store.ts'
import { type SweepAges, type Swept, sweep } from './sweep.ts'
import {
  type Credentials,
  type Grant,
  issueToken,
  type TemporaryCredentials,
  type TokenRequest,
} from './tokens.ts'

export interface ObjectStoreSettings {
  /** Made when missing. Several processes may share it on one machine. */
  folder: string
  credentials: Credentials
  now?: () => number
  /** Of one put or one part. */
  maxObjectBytes?: number
  /** `bucket.<domain>` is the bucket's own host. */
  domain?: string
  /** Whether a token that was given out is still good: what it was for may be over. */
  admits?: (grant: Grant) => Promise<boolean>
  onFault?: (error: unknown, requestId: string) => void
}

export interface ObjectStore {
  /** For Node's server: takes the target unchanged, which `fetch` cannot see. */
  handle: (raw: RawRequest) => Promise<Answer>
  fetch: (request: Request) => Promise<Response>
  issueToken: (request: TokenRequest) => TemporaryCredentials
  /** Makes the bucket, or changes what is given. */
  saveBucket: (name: string, parts?: Partial<Omit<Bucket, 'name'>>) => void
  sweep: (ages: SweepAges) => Promise<Swept>
  /** Call it when no request runs any more. */
  close: () => void
}

const FIVE_GB = 5 * 1024 ** 3
const MIN_SECRET_CHARS = 32

export function createObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { folder, credentials, now = Date.now, domain = 'localhost' } = settings
  const { admits = async () => true, onFault = () => {} } = settings
  if (credentials.tokenSecret.length < MIN_SECRET_CHARS) throw new RangeError('tokenSecret is too short')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store: Store = {
    db: openIndex(join(folder, 'index.sqlite')),
    blobs: new Blobs(join(folder, 'blobs')),
    now,
    maxObjectBytes: settings.maxObjectBytes ?? FIVE_GB,
    arrivals: new Arrivals(),
  }
  const answer = (raw: RawRequest) => handle({ store, credentials, domain, admits, onFault }, raw)
  return {
    handle: answer,
    fetch: async (request) => toResponse(await answer(fromRequest(request)), request.method),
    issueToken: (request) => issueToken(credentials.tokenSecret, request, now()),
    saveBucket: (name, parts = {}) => saveBucket(store.db, name, parts, now()),
    sweep: (ages) => sweep(store, ages),
    close: () => store.db.close(),
  }
}

function fromRequest(request: Request): RawRequest {
  const url = new URL(request.url)
  const headers = new Map(request.headers)
  if (!headers.has('host')) headers.set('host', url.host)
  // A stream, of which nobody knows the length.
  if (request.body && !headers.has('content-length')) headers.set('transfer-encoding', 'chunked')
  const body = request.body ?? Readable.from([])
  return { method: request.method, target: `${url.pathname}${url.search}`, headers, body }
}

function toResponse({ status, headers, body }: Answer, method: string): Response {
  if (!(body instanceof Readable)) {
    const isBodiless = method === 'HEAD' || status === 204 || status === 304
    return new Response(isBodiless ? null : (body ?? null), { status, headers })
  }
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers })
}
