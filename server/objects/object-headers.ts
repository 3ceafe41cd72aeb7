/** Headers that belong to an object: taken from the upload, answered with every download. */
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

/** What they ask for would silently not happen. */
const NOT_IMPLEMENTED = new Set([
  'x-oss-callback',
  'x-oss-complete-all',
  'x-oss-copy-source',
  'x-oss-server-side-data-encryption',
  'x-oss-server-side-encryption',
  'x-oss-server-side-encryption-key-id',
  'x-oss-tagging',
])
/** Only these values are what happens anyway. */
const FIXED: Record<string, string[]> = {
  'x-oss-object-acl': ['default'],
  'x-oss-storage-class': ['Standard'],
}

/** @throws OssError NotImplemented for a wish that the store cannot grant */
export function refuseUnknownWishes({ headers }: OssRequest): void {
  for (const [name, value] of headers) {
    if (NOT_IMPLEMENTED.has(name) || (FIXED[name] && !FIXED[name].includes(value))) {
      throw new OssError('NotImplemented', { details: { Header: name } })
    }
  }
}

/** @throws OssError InvalidArgument when they are too long together */
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

/** What identifies the bytes, on every answer about them. */
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

/** Uploads are strangers' files: the browser is neither to guess their type nor to run what is in them. */
function guardAgainstScripts(contentType: string): Record<string, string> {
  const isActive = /html|xml|svg|xsl/i.test(contentType)
  return {
    'x-content-type-options': 'nosniff',
    ...(isActive
      ? {
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
          // As a page of its own it would stand under a name of the portal; pictures are shown in spite of it.
          'content-disposition': 'attachment',
        }
      : {}),
  }
}

/** `response-content-type` and the like of the query, in place of the stored ones. */
export function readOverrides({ query }: OssRequest): Record<string, string> {
  const overrides: Record<string, string> = {}
  for (const name of KEPT) {
    const value = query.get(`response-${name}`)
    if (!value) continue
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the header
    if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) throw badArgument(`response-${name}`, value)
    overrides[name] = Buffer.from(value).toString('latin1')
  }
  if (overrides['content-type']) Object.assign(overrides, guardAgainstScripts(overrides['content-type']))
  return overrides
}
