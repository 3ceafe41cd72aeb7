/** Signs requests of the portal's server to a store in their URL, by version 4 of OSS. */
import { percentEncode } from '../http/percent-encode.ts'
import {
  canonicalRequestsV4,
  type ScopeV4,
  signV4,
  stringToSignV4,
  writeMomentV4,
} from '../objects/signature.ts'

export interface OwnerKeys {
  accessKeyId: string
  accessKeySecret: string
}

export interface ToSign {
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  key?: string
  /** Null for a name without a value. */
  query?: Record<string, string | null>
  /** `content-type` and `content-md5` have to be signed when they are sent. */
  headers?: Record<string, string>
  seconds: number
}

export type SignUrl = (bucket: string, request: ToSign) => string

/** @param place of the store, `oss-cn-beijing` */
export function urlSigner(place: string, keys: OwnerKeys, now = () => Date.now()): SignUrl {
  const region = place.replace(/^oss-/, '')
  return (bucket, { method, key, query = {}, headers = {}, seconds }) => {
    const moment = writeMomentV4(now())
    const scope: ScopeV4 = { accessKeyId: keys.accessKeyId, date: moment.slice(0, 8), region }
    const asked = new Map([
      ...Object.entries(query).map(([name, value]) => [name, value ?? ''] as const),
      ['x-oss-signature-version', 'OSS4-HMAC-SHA256'],
      ['x-oss-credential', `${keys.accessKeyId}/${scope.date}/${region}/oss/aliyun_v4_request`],
      ['x-oss-date', moment],
      ['x-oss-expires', String(seconds)],
    ])
    const request = { method, bucket, key, query: asked, headers: new Map(Object.entries(headers)) }
    const [canonical = ''] = canonicalRequestsV4(request)
    const signature = signV4(keys.accessKeySecret, stringToSignV4(canonical, moment, scope), scope)
    asked.set('x-oss-signature', signature.toString('hex'))
    return `/${percentEncode(key ?? '').replaceAll('%2F', '/')}?${writeQuery(asked)}`
  }
}

function writeQuery(query: ReadonlyMap<string, string>): string {
  return [...query]
    .map(([name, value]) =>
      value === '' ? percentEncode(name) : `${percentEncode(name)}=${percentEncode(value)}`,
    )
    .join('&')
}
