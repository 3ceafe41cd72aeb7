import { createHash, createHmac, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { askJson, GatewayError, type JsonAnswer } from '../http/ask-json.ts'
import { percentEncode } from '../http/percent-encode.ts'

/** ACS3-HMAC-SHA256, for calls with all input in the query: help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature */
const ALGORITHM = 'ACS3-HMAC-SHA256'

interface AliyunKeys {
  accessKeyId: string
  accessKeySecret: string
}

export interface AcsRequest {
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  /** Milliseconds since 1970; the upstream accepts 15 minutes to either side. */
  nowMs: number
  nonce: string
}

export function signAcs3(
  keys: AliyunKeys,
  request: AcsRequest,
): { search: string; headers: Record<string, string> } {
  const payloadHash = sha256('')
  const headers = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': payloadHash,
    'x-acs-date': new Date(request.nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  }
  const search = canonicalQuery(request.query)
  // The names above are in alphabetical order, as the signature requires.
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const signedHeaders = Object.keys(headers).join(';')
  const canonical = ['POST', '/', search, lines.join(''), signedHeaders, payloadHash].join('\n')
  const signature = createHmac('sha256', keys.accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${keys.accessKeyId},SignedHeaders=${signedHeaders},Signature=${signature}`
  return { search, headers: { ...headers, authorization } }
}

function canonicalQuery(query: AcsRequest['query']): string {
  return Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export interface AliyunAccess extends AliyunKeys {
  endpoint: string
}

interface AliyunCall {
  action: string
  version: string
  query: Readonly<Record<string, string>>
}

const refusal = v.object({ Code: v.string() })

/** Returns the answer unchecked. Never retries. @throws GatewayError `refused` with Aliyun's code, or `unreachable` */
export async function callAliyun(
  access: AliyunAccess,
  { action, version, query }: AliyunCall,
  nowMs: number,
): Promise<JsonAnswer> {
  const url = new URL(access.endpoint)
  const nonce = randomUUID()
  const signed = signAcs3(access, { host: url.host, action, version, query, nowMs, nonce })
  url.search = signed.search
  const { host: _, ...headers } = signed.headers
  const answer = await askJson(action, url, { method: 'POST', headers })
  if (answer.status !== 200 && v.is(refusal, answer.body)) {
    throw new GatewayError('refused', action, answer.body.Code)
  }
  return answer
}
