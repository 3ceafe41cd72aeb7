/** From a request to its answer: every refusal becomes XML here, and nowhere else. */
import { isNoRoom } from '../disk/no-room.ts'
import { authenticate } from './authenticate.ts'
import { findBucket } from './bucket-rows.ts'
import { answerPreflight, corsHeaders } from './cors.ts'
import { OssError } from './errors.ts'
import { refuseUnknownWishes } from './object-headers.ts'
import { chooseOperation, isAllowed } from './operations.ts'
import { type Answer, newRequestId, type OssRequest, type RawRequest, readRequest } from './request.ts'
import type { Store } from './store.ts'
import type { Credentials, Grant } from './tokens.ts'
import { writeXml } from './xml.ts'

export interface HandlerSettings {
  store: Store
  credentials: Credentials
  domain: string
  admits: (grant: Grant) => Promise<boolean>
  onFault: (error: unknown, requestId: string) => void
}

/** Never rejects. */
export async function handle(settings: HandlerSettings, raw: RawRequest): Promise<Answer> {
  const requestId = newRequestId()
  let cors: Record<string, string> = {}
  let answer: Answer
  try {
    const request = readRequest(raw, settings.domain)
    const bucket = request.bucket === undefined ? undefined : findBucket(settings.store.db, request.bucket)
    cors = corsHeaders(request, bucket)
    answer = request.method === 'OPTIONS' ? answerPreflight(request, bucket) : await run(settings, request)
  } catch (error) {
    answer = describeError(error, settings, requestId, raw)
  }
  const type = answer.body === undefined ? {} : { 'content-type': 'application/xml' }
  const headers = { ...type, ...cors, ...answer.headers, 'x-oss-request-id': requestId }
  return { ...answer, headers: { server: 'AliyunOSS', ...headers } }
}

async function run({ store, credentials, admits }: HandlerSettings, request: OssRequest): Promise<Answer> {
  const caller = authenticate(request, credentials, store.now())
  const choice = chooseOperation(request)
  const { bucket = '', key = '' } = request
  const stored = findBucket(store.db, bucket)
  if (!isAllowed(caller, choice.need, key, bucket, stored)) throw new OssError('AccessDenied')
  if (choice.source) {
    const { bucket: name, key: sourceKey } = choice.source
    const source = findBucket(store.db, name)
    if (!isAllowed(caller, 'get', sourceKey, name, source)) throw new OssError('AccessDenied')
    if (!source) throw new OssError('NoSuchBucket', { details: { BucketName: name } })
  }
  if (!stored) throw new OssError('NoSuchBucket', { details: { BucketName: bucket } })
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
  const headers = { ...refusal.headers, ...(raw.method === 'HEAD' ? { 'x-oss-err': short } : {}) }
  return { status, headers, body: writeXml(['Error', [...known, ...Object.entries(details)]]) }
}

/** A client that went away, or a fault. */
function asRefusal(error: unknown): OssError {
  if (isNoRoom(error)) return new OssError('InsufficientStorage')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return new OssError(code === 'ECONNRESET' || code === 'ABORT_ERR' ? 'IncompleteBody' : 'InternalError')
}
