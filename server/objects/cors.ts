/** Cross-origin requests, by the rules of a bucket. */

import { OssError } from './errors.ts'
import type { Bucket, CorsRule } from './index-db.ts'
import type { Answer, OssRequest } from './request.ts'

/** What a page needs to upload with ali-oss and to read what became of it. */
export function corsForUploads(origins: string[]): CorsRule[] {
  return [
    {
      origins,
      methods: ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'],
      headers: ['*'],
      exposed: ['ETag', 'x-oss-request-id', 'x-oss-hash-crc64ecma', 'x-oss-err'],
      maxAgeSeconds: 600,
    },
  ]
}

/** The answer to a preflight. @throws OssError AccessForbidden */
export function answerPreflight(request: OssRequest, bucket: Bucket | undefined): Answer {
  const origin = request.headers.get('origin')
  const method = request.headers.get('access-control-request-method')
  if (!origin || !method) throw new OssError('InvalidRequest')
  const wanted = (request.headers.get('access-control-request-headers') ?? '')
    .split(',')
    .flatMap((name) => name.trim().toLowerCase() || [])
  const rule = findRule(bucket, origin, method)
  const isAllowed = (name: string) => rule?.headers.some((pattern) => matches(pattern.toLowerCase(), name))
  if (!rule || !wanted.every(isAllowed)) throw new OssError('AccessForbidden')
  const headers: Record<string, string> = {
    ...originHeaders(rule, origin),
    'access-control-allow-methods': rule.methods.join(', '),
  }
  if (wanted.length > 0) headers['access-control-allow-headers'] = wanted.join(', ')
  if (rule.maxAgeSeconds !== undefined) headers['access-control-max-age'] = String(rule.maxAgeSeconds)
  return { status: 200, headers }
}

/** Headers for the answer to the request itself, a refusal included: ali-oss reads its code. */
export function corsHeaders(request: OssRequest, bucket: Bucket | undefined): Record<string, string> {
  if (!bucket || bucket.cors.length === 0) return {}
  const origin = request.headers.get('origin')
  const rule = origin && findRule(bucket, origin, request.method)
  return rule ? originHeaders(rule, origin) : { vary: 'Origin' }
}

function findRule(bucket: Bucket | undefined, origin: string, method: string): CorsRule | undefined {
  return bucket?.cors.find(
    (rule) => rule.methods.includes(method) && rule.origins.some((pattern) => matches(pattern, origin)),
  )
}

function originHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const headers: Record<string, string> = {
    'access-control-allow-origin': rule.origins.includes('*') ? '*' : origin,
    vary: 'Origin',
  }
  if (rule.exposed.length > 0) headers['access-control-expose-headers'] = rule.exposed.join(', ')
  return headers
}

/** A pattern has at most one `*`. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return pattern === text
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
}
