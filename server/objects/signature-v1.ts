/** Signature version 1: HMAC-SHA1 over method, date, headers and resource. */
import { createHmac } from 'node:crypto'
import { type OssRequest, queryKind } from './request.ts'

/** The bytes to sign. `date` is the header's, or `Expires` of a signed URL. */
export function stringToSignV1(request: OssRequest, date: string): Buffer {
  const { method, headers } = request
  const ossHeaders = [...headers]
    .filter(([name]) => name.startsWith('x-oss-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}\n`)
  const lines = [method, headers.get('content-md5') ?? '', headers.get('content-type') ?? '', date]
  return Buffer.concat([
    Buffer.from(`${lines.join('\n')}\n${ossHeaders.join('')}`, 'latin1'),
    Buffer.from(canonicalResource(request)),
  ])
}

function isSubResource(name: string): boolean {
  const kind = queryKind(name)
  return kind === 'operation' || kind === 'subResource'
}

function canonicalResource({ bucket, key, query }: OssRequest): string {
  const names = [...query.keys()].filter(isSubResource).sort()
  const pairs = names.map((name) => (query.get(name) ? `${name}=${query.get(name)}` : name))
  const path = bucket === undefined ? '/' : `/${bucket}/${key ?? ''}`
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

export function signV1(accessKeySecret: string, toSign: Buffer): Buffer {
  return createHmac('sha1', accessKeySecret).update(toSign).digest()
}
