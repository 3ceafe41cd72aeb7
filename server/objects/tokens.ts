/**
 * Temporary credentials. A token carries its own policy, sealed with the install's secret, and the key's secret is
 * derived from the token: any process with the install's secret can check them, and nothing is stored.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { OssError } from './errors.ts'

/** `multipart` is all of an upload in parts; `get` includes `head`. */
export type TokenAction = 'put' | 'multipart' | 'get' | 'head'

export interface Grant {
  bucket: string
  /** The token reaches keys that begin with it. */
  prefix: string
  actions: TokenAction[]
  /** Whom it was given to, in words of the portal's own: the store hands them to `admits`. */
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
  /** ISO 8601. */
  expiration: string
}

export interface Credentials {
  /** The pair that may do everything: the portal's own server. */
  accessKeyId: string
  accessKeySecret: string
  /** Seals tokens; the same in all processes of an install. */
  tokenSecret: string
}

interface Payload extends Grant {
  id: string
  expiresMs: number
}

/** No sealed token of the longest key is longer; nothing longer is worth a hash. */
const MAX_TOKEN_CHARS = 4096

/** @throws RangeError for a grant of nothing, or of a whole bucket */
export function issueToken(tokenSecret: string, request: TokenRequest, nowMs: number): TemporaryCredentials {
  const { bucket, prefix, actions, holder, limits, expiresInSeconds } = request
  if (bucket === '' || prefix === '' || actions.length === 0 || !(expiresInSeconds > 0)) {
    throw new RangeError('a token needs a bucket, a key prefix, actions and a time')
  }
  const accessKeyId = `STS.${randomBytes(12).toString('base64url')}`
  const expiresMs = nowMs + Math.floor(expiresInSeconds * 1000)
  const payload: Payload = { id: accessKeyId, bucket, prefix, actions, holder, limits, expiresMs }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return {
    accessKeyId,
    accessKeySecret: hash(tokenSecret, 'secret', text).toString('base64url'),
    securityToken: `${text}.${hash(tokenSecret, 'seal', text).toString('base64url')}`,
    expiration: new Date(expiresMs).toISOString(),
  }
}

/** @throws OssError InvalidSecurityToken, SecurityTokenExpired */
export function openToken(
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

/** In a time that does not tell where they differ. */
export function isEqual(a: Buffer, b: Buffer): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

function hash(tokenSecret: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`zhice-objects ${purpose}\n${text}`).digest()
}
