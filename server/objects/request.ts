import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { badArgument, OssError } from './errors.ts'

export interface RawRequest {
  method: string
  /** Path and query unchanged: a URL object would resolve `..` away, and with it the key `../x`. */
  target: string
  /** Lower-case names; each char of a value is a byte. */
  headers: ReadonlyMap<string, string>
  body: AsyncIterable<Uint8Array>
}

export interface OssRequest extends RawRequest {
  bucket: string | undefined
  key: string | undefined
  query: ReadonlyMap<string, string>
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body?: string | Readable
}

const OPERATIONS: ReadonlySet<string> = new Set(['delete', 'partNumber', 'uploadId', 'uploads'])

/** Any other name is refused: a store that ignored it would take `GET /bucket/key?policy` for a download. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'continuation-token',
  'encoding-type',
  'list-type',
  'max-keys',
  'max-parts',
  'part-number-marker',
  'prefix',
  'response-content-disposition',
  'x-oss-credential',
  'x-oss-date',
  'x-oss-expires',
  'x-oss-security-token',
  'x-oss-signature',
  'x-oss-signature-version',
])

export function isOperation(name: string): boolean {
  return OPERATIONS.has(name)
}

const BUCKET_NAME = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/
const MAX_KEY_BYTES = 1023

export function newRequestId(): string {
  return randomBytes(12).toString('hex').toUpperCase()
}

export function readRequest(raw: RawRequest): OssRequest {
  const relative = raw.target.replace(/^https?:\/\/[^/?#]*/i, '')
  const [path = '', ...rest] = relative.split('?')
  if (!path.startsWith('/')) throw new OssError('InvalidURI')
  const slash = path.indexOf('/', 1)
  const bucket = decode(slash === -1 ? path.slice(1) : path.slice(1, slash))
  const key = slash === -1 ? '' : decode(path.slice(slash + 1))
  if (bucket !== '' && !BUCKET_NAME.test(bucket)) throw new OssError('InvalidBucketName')
  return {
    ...raw,
    bucket: bucket === '' ? undefined : bucket,
    key: key === '' ? undefined : checkKey(key),
    query: readQuery(rest.join('?')),
  }
}

export function checkKey(key: string): string {
  const bytes = Buffer.byteLength(key)
  if (bytes === 0 || bytes > MAX_KEY_BYTES || /^[/\\]/.test(key)) throw new OssError('InvalidObjectName')
  return key
}

function readQuery(text: string): Map<string, string> {
  const query = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [name = '', ...value] = pair.replaceAll('+', ' ').split('=')
    const key = decode(name)
    if (!OPERATIONS.has(key) && !PARAMETERS.has(key)) {
      throw new OssError('NotImplemented', { details: { Parameter: key.slice(0, 100) } })
    }
    if (query.has(key)) throw badArgument(key, 'given twice')
    query.set(key, decode(value.join('=')))
  }
  return query
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new OssError('InvalidURI')
  }
}

export function readNumber(
  query: ReadonlyMap<string, string>,
  name: string,
  range: { min: number; max: number; fallback: number },
): number {
  const text = query.get(name)
  if (text === undefined || text === '') return range.fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= range.min && value <= range.max)) throw badArgument(name, text)
  return value
}
