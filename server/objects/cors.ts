/** Cross-origin requests of the portal's pages, which upload with ali-oss. Requests are signed and carry no cookies. */

import { OssError } from './errors.ts'
import type { Answer, OssRequest } from './request.ts'

export type Origins = readonly string[]

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']
const EXPOSED = 'ETag, x-oss-request-id, x-oss-hash-crc64ecma, x-oss-err'
const MAX_AGE_SECONDS = 600

export function answerPreflight(request: OssRequest, origins: Origins): Answer {
  const method = request.headers.get('access-control-request-method')
  if (!request.headers.get('origin') || !method) throw new OssError('InvalidRequest')
  const allowed = corsHeaders(request, origins)
  if (!('access-control-allow-origin' in allowed) || !METHODS.includes(method)) {
    throw new OssError('AccessForbidden')
  }
  const wanted = request.headers.get('access-control-request-headers')
  return {
    status: 200,
    headers: {
      ...allowed,
      'access-control-allow-methods': METHODS.join(', '),
      ...(wanted && { 'access-control-allow-headers': wanted }),
      'access-control-max-age': String(MAX_AGE_SECONDS),
    },
  }
}

/** Returns headers for the answer to the request itself, also for a refusal: ali-oss reads its code. */
export function corsHeaders({ headers }: OssRequest, origins: Origins): Record<string, string> {
  if (origins.length === 0) return {}
  const origin = headers.get('origin')
  const isAny = origins.includes('*')
  if (!origin || !(isAny || origins.includes(origin))) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  }
}
