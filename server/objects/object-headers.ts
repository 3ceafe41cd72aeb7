import { badArgument, OssError } from './errors.ts'
import type { StoredObject } from './object-rows.ts'
import type { OssRequest } from './request.ts'

const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]
const META_PREFIX = 'x-oss-meta-'
const MAX_HEADER_CHARS = 8 * 1024
const DEFAULT_TYPE = 'application/octet-stream'

const NOT_IMPLEMENTED = new Set([
  'x-oss-callback',
  'x-oss-complete-all',
  'x-oss-copy-source',
  'x-oss-server-side-data-encryption',
  'x-oss-server-side-encryption',
  'x-oss-server-side-encryption-key-id',
  'x-oss-tagging',
])
const FIXED: Record<string, string[]> = {
  'x-oss-object-acl': ['default'],
  'x-oss-storage-class': ['Standard'],
}

export function refuseUnknownWishes({ headers }: OssRequest): void {
  for (const [name, value] of headers) {
    if (NOT_IMPLEMENTED.has(name) || (FIXED[name] && !FIXED[name].includes(value))) {
      throw new OssError('NotImplemented', { details: { Header: name } })
    }
  }
}

export function readObjectHeaders({ headers }: OssRequest): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': DEFAULT_TYPE }
  let length = 0
  for (const [name, value] of headers) {
    if (value === '' || !(KEPT.includes(name) || name.startsWith(META_PREFIX))) continue
    length += name.length + value.length
    if (length > MAX_HEADER_CHARS) throw badArgument(name, 'too long')
    kept[name] = value
  }
  return kept
}

export function identityHeaders(etag: string, crc64: bigint): Record<string, string> {
  return { etag: `"${etag}"`, 'x-oss-hash-crc64ecma': String(crc64) }
}

export function describeObject(object: StoredObject): Record<string, string> {
  return {
    ...object.headers,
    ...identityHeaders(object.etag, object.crc64),
    ...guardAgainstScripts(object.headers['content-type'] ?? ''),
    'accept-ranges': 'bytes',
    'last-modified': new Date(object.modifiedMs).toUTCString(),
    'x-oss-object-type': object.kind,
    'x-oss-storage-class': 'Standard',
  }
}

/** Uploads are strangers' files: the browser must neither guess their type nor run scripts in them. */
function guardAgainstScripts(contentType: string): Record<string, string> {
  const isActive = /html|xml|svg|xsl/i.test(contentType)
  return {
    'x-content-type-options': 'nosniff',
    ...(isActive
      ? {
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
          // Opened as a page, it would have the portal's name. Pictures are shown all the same.
          'content-disposition': 'attachment',
        }
      : {}),
  }
}

export function readOverrides({ query }: OssRequest): Record<string, string> {
  const value = query.get('response-content-disposition')
  if (!value) return {}
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the header
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) throw badArgument('response-content-disposition', value)
  return { 'content-disposition': Buffer.from(value).toString('latin1') }
}
