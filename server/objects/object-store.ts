/** The portal's own object store. It speaks the HTTP protocol of Aliyun OSS, so that ali-oss works with either. */
import { mkdirSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ListenTarget } from '../config/config.ts'
import { isNoRoom } from '../log.ts'
import { Arrivals } from './allowance.ts'
import {
  authenticate,
  type Credentials,
  type Grant,
  issueToken,
  type TemporaryCredentials,
  type TokenRequest,
} from './authenticate.ts'
import { Blobs } from './blobs.ts'
import { answerPreflight, corsHeaders, type Origins } from './cors.ts'
import { OssError } from './errors.ts'
import { type Buckets, openIndex } from './index-db.ts'
import { refuseUnknownWishes } from './object-headers.ts'
import { isFileKnown } from './object-rows.ts'
import { chooseOperation, isAllowed } from './operations.ts'
import { type Answer, newRequestId, type OssRequest, type RawRequest, readRequest } from './request.ts'
import type { Store } from './store.ts'
import { idleUploads, removeUpload, type Upload } from './upload-rows.ts'
import { writeXml } from './xml.ts'

export interface ObjectStoreSettings {
  folder: string
  buckets: Buckets
  origins?: Origins
  credentials: Credentials
  now?: () => number
  maxObjectBytes?: number
  /** Whether a token is still valid: its upload may be over. */
  admits?: (grant: Grant) => Promise<boolean>
  onFault?: (error: unknown, requestId: string) => void
}

export interface ObjectStore {
  /** For Node's server: gets the target unchanged, unlike `fetch`. */
  handle: (raw: RawRequest) => Promise<Answer>
  fetch: (request: Request) => Promise<Response>
  issueToken: (request: TokenRequest) => TemporaryCredentials
  sweep: (ages: SweepAges) => Promise<Swept>
  close: () => void
}

const FIVE_GB = 5 * 1024 ** 3
const MIN_SECRET_CHARS = 32

export function createObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { folder, buckets, origins = [], credentials, now = Date.now } = settings
  const { admits = async () => true, onFault = () => {} } = settings
  if (credentials.tokenSecret.length < MIN_SECRET_CHARS) throw new RangeError('tokenSecret is too short')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store: Store = {
    db: openIndex(join(folder, 'index.sqlite'), buckets),
    blobs: new Blobs(join(folder, 'blobs')),
    now,
    maxObjectBytes: settings.maxObjectBytes ?? FIVE_GB,
    arrivals: new Arrivals(),
  }
  const answer = (raw: RawRequest) => handle({ store, buckets, origins, credentials, admits, onFault }, raw)
  return {
    handle: answer,
    fetch: async (request) => toResponse(await answer(fromRequest(request)), request.method),
    issueToken: (request) => issueToken(credentials.tokenSecret, request, now()),
    sweep: (ages) => sweep(store, ages),
    close: () => store.db.close(),
  }
}

function fromRequest(request: Request): RawRequest {
  const url = new URL(request.url)
  const headers = new Map(request.headers)
  if (!headers.has('host')) headers.set('host', url.host)
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

interface HandlerSettings
  extends Required<Pick<ObjectStoreSettings, 'buckets' | 'origins' | 'credentials' | 'admits' | 'onFault'>> {
  store: Store
}

async function handle(settings: HandlerSettings, raw: RawRequest): Promise<Answer> {
  const requestId = newRequestId()
  let cors: Record<string, string> = {}
  let answer: Answer
  try {
    const request = readRequest(raw)
    const { origins } = settings
    cors = corsHeaders(request, origins)
    answer = request.method === 'OPTIONS' ? answerPreflight(request, origins) : await run(settings, request)
  } catch (error) {
    answer = describeError(error, settings, requestId, raw)
  }
  const type = answer.body === undefined ? {} : { 'content-type': 'application/xml' }
  const headers = { ...type, ...cors, ...answer.headers, 'x-oss-request-id': requestId }
  return { ...answer, headers: { server: 'AliyunOSS', ...headers } }
}

async function run(
  { store, buckets, credentials, admits }: HandlerSettings,
  request: OssRequest,
): Promise<Answer> {
  const caller = authenticate(request, credentials, store.now())
  const choice = chooseOperation(request)
  const { bucket = '', key = '' } = request
  const acl = Object.hasOwn(buckets, bucket) ? buckets[bucket] : undefined
  if (!isAllowed(caller, choice.need, { bucket, key, acl })) throw new OssError('AccessDenied')
  if (!acl) throw new OssError('NoSuchBucket', { details: { BucketName: bucket } })
  refuseUnknownWishes(request)
  const admit = async () => {
    if (caller.kind === 'token' && !(await admits(caller.grant))) throw new OssError('AccessDenied')
  }
  await admit()
  return choice.run({ store, request, caller, bucket, key, admit })
}

function describeError(
  error: unknown,
  { onFault }: HandlerSettings,
  requestId: string,
  raw: RawRequest,
): Answer {
  const refusal = error instanceof OssError ? error : asRefusal(error)
  if (refusal.status >= 500 && refusal !== error) onFault(error, requestId)
  const { status, code, message, details } = refusal
  const known: [string, string][] = [
    ['Code', code],
    ['Message', message],
    ['RequestId', requestId],
    ['HostId', raw.headers.get('host') ?? ''],
  ]
  // The answer to HEAD has no body; ali-oss reads the code from this header then.
  const short = Buffer.from(writeXml(['Error', known])).toString('base64')
  const headers: Record<string, string> = raw.method === 'HEAD' ? { 'x-oss-err': short } : {}
  return { status, headers, body: writeXml(['Error', [...known, ...Object.entries(details)]]) }
}

function asRefusal(error: unknown): OssError {
  if (isNoRoom(error)) return new OssError('InsufficientStorage')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return new OssError(code === 'ECONNRESET' || code === 'ABORT_ERR' ? 'IncompleteBody' : 'InternalError')
}

interface Swept {
  uploads: Upload[]
  files: number
}

interface SweepAges {
  uploadsOlderThanMs: number
  /** Removes files of crashed writes; longer than the idle limit of a connection. */
  filesOlderThanMs: number
}

async function sweep(store: Store, ages: SweepAges): Promise<Swept> {
  const uploads = idleUploads(store.db, store.now() - ages.uploadsOlderThanMs)
  for (const { id } of uploads) await store.blobs.remove(removeUpload(store.db, id))
  const sinceMs = store.now() - ages.filesOlderThanMs
  let files = 0
  for await (const { file, changedMs } of store.blobs.list()) {
    if (changedMs >= sinceMs || isFileKnown(store.db, file)) continue
    await store.blobs.remove([file])
    files++
  }
  return { uploads, files }
}

// Serves an object store on a separate port: bytes go from socket to file without web streams between.

/** Closes a connection after this time without a byte. */
const IDLE_MS = 120_000

/** Close a connection, however slowly bytes still arrive. */
const TIME_LIMITS = {
  /** Set because Node's default is the smaller of 60 s and `requestTimeout`. */
  headersTimeout: 60_000,
  /** A part of 10 MB at 3 KB/s. Files that are larger come in parts. */
  requestTimeout: 3_600_000,
  /** Longer than clients keep a connection, so that no connection closes under a new request. */
  keepAliveTimeout: 65_000,
}

/** Resolves when the port or the socket is open; port 0 takes a free one. @throws the system's error, such as EADDRINUSE */
export async function listenObjectStore(
  store: Pick<ObjectStore, 'handle'>,
  place: ListenTarget,
  limits: ServerOptions = TIME_LIMITS,
): Promise<Server> {
  const server = createServer(limits, (incoming, outgoing) => {
    answer(store, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.setTimeout(IDLE_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
  return server
}

async function answer(
  store: Pick<ObjectStore, 'handle'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  // An end of reading must not close the socket, which still carries the refusal.
  const body = { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
  const { method = 'GET', url: target = '/' } = incoming
  await send(await store.handle({ method, target, headers, body }), incoming, outgoing)
}

async function send(reply: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  incoming.resume()
  const { status, headers, body } = reply
  if (body instanceof Readable) {
    outgoing.writeHead(status, headers)
    await pipeline(body, outgoing)
    return
  }
  const isBodiless = incoming.method === 'HEAD' || status === 204 || status === 304
  if (isBodiless) {
    outgoing.writeHead(status, headers).end()
  } else {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body ?? '') }).end(body)
  }
}
