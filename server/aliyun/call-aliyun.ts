/** One call of an Aliyun service in the RPC style, signed. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { askJson, type JsonAnswer } from '../upstream/ask-json.ts'
import { GatewayError } from '../upstream/gateway-error.ts'
import { type AliyunKeys, signAcs3 } from './acs3.ts'

export interface AliyunAccess extends AliyunKeys {
  /** Origin of the service, such as `https://sts.aliyuncs.com`. */
  endpoint: string
}

interface AliyunCall {
  action: string
  version: string
  query: Readonly<Record<string, string>>
}

const refusal = v.object({ Code: v.string() })

/**
 * The answer with status 200, or a fault without a code; its shape is for the caller to check. Never retried.
 * @throws GatewayError `refused` with Aliyun's code when the status is another, or `unreachable`
 */
export async function callAliyun(
  access: AliyunAccess,
  { action, version, query }: AliyunCall,
  nowMs: number,
): Promise<JsonAnswer> {
  const url = new URL(access.endpoint)
  const nonce = randomUUID()
  const signed = signAcs3(access, { host: url.host, action, version, query, nowMs, nonce })
  url.search = signed.search
  // `fetch` writes the host itself, from the same URL.
  const { host: _, ...headers } = signed.headers
  const answer = await askJson(action, url, { method: 'POST', headers })
  if (answer.status !== 200 && v.is(refusal, answer.body)) {
    throw new GatewayError('refused', action, answer.body.Code)
  }
  return answer
}
