/** Checks version 4 signatures, and issues temporary keys: their token carries its own sealed policy, so nothing is stored. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { badArgument, OssError } from './errors.ts'
import type { OssRequest } from './request.ts'
import { canonicalRequestsV4, readCredentialV4, readMomentV4, signV4, stringToSignV4 } from './signature.ts'
import { writeTime } from './xml.ts'

export type Caller = { kind: 'owner' } | { kind: 'token'; grant: Grant } | { kind: 'anonymous' }

const MAX_SKEW_MS = 15 * 60 * 1000
const MAX_URL_SECONDS = 7 * 24 * 3600
const V4_HEADER = /^OSS4-HMAC-SHA256 Credential=([^,\s]{1,400}),\s*Signature=([0-9a-f]{64})$/
const V4_ALGORITHM = 'OSS4-HMAC-SHA256'

export function authenticate(request: OssRequest, credentials: Credentials, nowMs: number): Caller {
  const { headers, query } = request
  const header = headers.get('authorization')
  const isSignedUrl = query.has('x-oss-signature') || query.has('x-oss-signature-version')
  if (header !== undefined && isSignedUrl) {
    throw new OssError('InvalidArgument', { message: 'Only one way to sign may be used.' })
  }
  const check = { request, credentials, nowMs }
  if (header !== undefined) return checkHeader(check, header)
  return isSignedUrl ? checkUrl(check) : { kind: 'anonymous' }
}

interface Check {
  request: OssRequest
  credentials: Credentials
  nowMs: number
}

function checkHeader({ request, credentials, nowMs }: Check, header: string): Caller {
  const [, credential = '', signature] = V4_HEADER.exec(header) ?? []
  if (!signature) throw badArgument('Authorization', header)
  const token = request.headers.get('x-oss-security-token')
  const moment = request.headers.get('x-oss-date') ?? ''
  requireNear(readMomentV4(moment), nowMs)
  return compare({ request, credentials, nowMs }, { credential, signature, token, moment })
}

function checkUrl({ request, credentials, nowMs }: Check): Caller {
  const get = (name: string) => request.query.get(`x-oss-${name}`) ?? ''
  if (get('signature-version') !== V4_ALGORITHM) {
    throw badArgument('x-oss-signature-version', get('signature-version'))
  }
  const seconds = /^\d{1,7}$/.test(get('expires')) ? Number(get('expires')) : 0
  if (seconds < 1 || seconds > MAX_URL_SECONDS) throw badArgument('x-oss-expires', get('expires'))
  const moment = get('date')
  const startMs = readMomentV4(moment)
  if (!(startMs - MAX_SKEW_MS <= nowMs)) requireNear(startMs, nowMs)
  const caller = compare(
    { request, credentials, nowMs },
    {
      credential: get('credential'),
      signature: get('signature'),
      token: request.query.get('x-oss-security-token'),
      moment,
    },
  )
  requireNotOver(startMs + seconds * 1000, nowMs)
  return caller
}

interface Signed {
  credential: string
  signature: string
  token: string | undefined
  moment: string
}

function compare({ request, credentials, nowMs }: Check, signed: Signed): Caller {
  const scope = readCredentialV4(signed.credential)
  if (!scope || !signed.moment.startsWith(`${scope.date}T`))
    throw badArgument('Credential', signed.credential)
  const payload = request.headers.get('x-oss-content-sha256') ?? 'UNSIGNED-PAYLOAD'
  if (payload !== 'UNSIGNED-PAYLOAD') throw badArgument('x-oss-content-sha256', payload)
  const key = keyOf(credentials, scope.accessKeyId, signed.token, nowMs)
  const given = Buffer.from(signed.signature, 'hex')
  const requests = canonicalRequestsV4(request)
  const tries = requests.map((canonical) => stringToSignV4(canonical, signed.moment, scope))
  if (tries.some((toSign) => isEqual(given, signV4(key.secret, toSign, scope)))) return key.caller
  throw mismatch(scope.accessKeyId, signed.signature, tries[0] ?? '', requests[0] ?? '')
}

interface Key {
  secret: string
  caller: Caller
}

function keyOf(credentials: Credentials, id: string, token: string | undefined, nowMs: number): Key {
  if (id === credentials.accessKeyId) {
    if (token !== undefined) throw new OssError('InvalidSecurityToken')
    return { secret: credentials.accessKeySecret, caller: { kind: 'owner' } }
  }
  if (token === undefined) throw new OssError('InvalidAccessKeyId', { details: { OSSAccessKeyId: id } })
  const { grant, accessKeySecret } = openToken(credentials.tokenSecret, id, token, nowMs)
  return { secret: accessKeySecret, caller: { kind: 'token', grant } }
}

/** ali-oss in a browser sets its clock by `ServerTime`. */
function requireNear(requestMs: number, nowMs: number): void {
  if (Number.isNaN(requestMs)) {
    throw new OssError('AccessDenied', { message: 'OSS authentication requires a valid Date.' })
  }
  if (Math.abs(requestMs - nowMs) <= MAX_SKEW_MS) return
  const details = {
    MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
    RequestTime: writeTime(requestMs),
    ServerTime: writeTime(nowMs),
  }
  throw new OssError('RequestTimeTooSkewed', { details })
}

function requireNotOver(expiresMs: number, nowMs: number): void {
  if (nowMs <= expiresMs) return
  const details = { Expires: writeTime(expiresMs), ServerTime: writeTime(nowMs) }
  throw new OssError('AccessDenied', { message: 'Request has expired.', details })
}

function mismatch(id: string, signature: string, toSign: string, canonical: string): OssError {
  const details = {
    OSSAccessKeyId: id,
    SignatureProvided: signature,
    StringToSign: toSign,
    CanonicalRequest: canonical,
  }
  return new OssError('SignatureDoesNotMatch', { details })
}

export interface Grant {
  bucket: string
  /** The token uploads to keys that begin with it, and reads them. */
  prefix: string
  /** The recipient, by a name of the portal's own: the store passes it to `admits`. */
  holder: string
  limits: { bytes: number; parts: number }
}

export interface TokenRequest extends Grant {
  expiresInSeconds: number
}

export interface TemporaryCredentials {
  accessKeyId: string
  accessKeySecret: string
  securityToken: string
  expiration: string
}

export interface Credentials {
  accessKeyId: string
  accessKeySecret: string
  /** Seals tokens; the same in all processes of an installation. */
  tokenSecret: string
}

interface Payload extends Grant {
  id: string
  expiresMs: number
}

const MAX_TOKEN_CHARS = 4096

/** @throws RangeError for a grant of nothing, or of a whole bucket */
export function issueToken(tokenSecret: string, request: TokenRequest, nowMs: number): TemporaryCredentials {
  const { bucket, prefix, holder, limits, expiresInSeconds } = request
  if (bucket === '' || prefix === '' || !(expiresInSeconds > 0)) {
    throw new RangeError('a token needs a bucket, a key prefix and a time')
  }
  const accessKeyId = `STS.${randomBytes(12).toString('base64url')}`
  const expiresMs = nowMs + Math.floor(expiresInSeconds * 1000)
  const payload: Payload = { id: accessKeyId, bucket, prefix, holder, limits, expiresMs }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return {
    accessKeyId,
    accessKeySecret: hash(tokenSecret, 'secret', text).toString('base64url'),
    securityToken: `${text}.${hash(tokenSecret, 'seal', text).toString('base64url')}`,
    expiration: new Date(expiresMs).toISOString(),
  }
}

function openToken(
  tokenSecret: string,
  accessKeyId: string,
  token: string,
  nowMs: number,
): { grant: Grant; accessKeySecret: string } {
  const [text = '', seal = ''] = token.length > MAX_TOKEN_CHARS ? [] : token.split('.')
  if (!isEqual(Buffer.from(seal, 'base64url'), hash(tokenSecret, 'seal', text))) {
    throw new OssError('InvalidSecurityToken')
  }
  const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload
  if (payload.id !== accessKeyId) throw new OssError('InvalidSecurityToken')
  if (payload.expiresMs <= nowMs) throw new OssError('SecurityTokenExpired')
  return { grant: payload, accessKeySecret: hash(tokenSecret, 'secret', text).toString('base64url') }
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

function hash(tokenSecret: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`zhice-objects ${purpose}\n${text}`).digest()
}
