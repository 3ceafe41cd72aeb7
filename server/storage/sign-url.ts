/** Signs requests to the store with ali-oss, which goes nowhere by itself. It is loaded at first use: it is large. */
import { createRequire } from 'node:module'

export interface OwnerKeys {
  accessKeyId: string
  accessKeySecret: string
}

export interface ToSign {
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  /** Without it the request is for the bucket. */
  key?: string
  /** Null: the name stands alone. */
  query?: Record<string, string | null>
  /** `content-type` and `content-md5` have to be signed when they are sent. */
  headers?: Record<string, string>
  seconds: number
}

/** Path and query, as they stand behind a host that is the bucket's own. */
export type SignUrl = (bucket: string, request: ToSign) => Promise<string>

/** It brings no types of its own. */
interface Client {
  signatureUrlV4(
    method: string,
    seconds: number,
    request: { headers: Record<string, string>; queries: Record<string, string | null> },
    key: string | undefined,
  ): Promise<string>
}
type ClientClass = new (options: Record<string, unknown>) => Client

/** The host is not signed (OSS V4), so one client serves every way to the bucket. */
const ANY_ENDPOINT = 'http://objects.invalid'

export function urlSigner(region: string, keys: OwnerKeys): SignUrl {
  const clients = new Map<string, Client>()
  return async (bucket, { method, key, query = {}, headers = {}, seconds }) => {
    const client = clients.get(bucket) ?? openClient({ ...keys, region, bucket })
    clients.set(bucket, client)
    const url = await client.signatureUrlV4(method, seconds, { headers, queries: query }, key)
    return url.slice(ANY_ENDPOINT.length)
  }
}

function openClient(options: OwnerKeys & { region: string; bucket: string }): Client {
  const OSS = createRequire(import.meta.url)('ali-oss') as ClientClass
  // With `cname` the bucket stands neither in the host nor in the path.
  return new OSS({ ...options, endpoint: ANY_ENDPOINT, cname: true })
}
