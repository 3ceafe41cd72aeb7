import { createHash } from 'node:crypto'
import { GatewayError } from '../http/ask-json.ts'
import { readXml, type XmlElement } from '../objects/xml.ts'
import type { SignUrl, ToSign } from './sign-url.ts'

const SERVICE = 'object store'
const TIME_LIMIT_MS = 30_000
const SIGNED_SECONDS = 60

export type Fetch = (request: Request) => Promise<Response>

export interface Asked extends Omit<ToSign, 'seconds' | 'headers'> {
  body?: string
  /** Number of first bytes of the object, which must not be empty. */
  firstBytes?: number
  /** Another status that is no error. */
  orStatus?: number
}

export interface StoreAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
  text: string
}

export type AskStore = (bucket: string, asked: Asked) => Promise<StoreAnswer>

/** @param baseOf a bucket's URL before the path @throws GatewayError for any status but 2xx and `orStatus` */
export function askStoreBy(sign: SignUrl, send: Fetch, baseOf: (bucket: string) => string): AskStore {
  return async (bucket, { body, firstBytes, orStatus, ...rest }) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/xml', 'content-md5': md5(body) }
    const target = sign(bucket, { ...rest, headers, seconds: SIGNED_SECONDS })
    const giveUp = AbortSignal.timeout(TIME_LIMIT_MS)
    // Not signed, because the signature does not cover the range.
    const range = firstBytes === undefined ? {} : { range: `bytes=0-${firstBytes - 1}` }
    const init = {
      method: rest.method,
      headers: { ...headers, ...range },
      redirect: 'error',
      signal: giveUp,
    } as const
    const request = new Request(baseOf(bucket) + target, body === undefined ? init : { ...init, body })
    const answer = await receive(send, request).catch((cause: unknown) => {
      throw new GatewayError('unreachable', SERVICE, giveUp.aborted ? 'timeout' : 'network', { cause })
    })
    const { status } = answer
    if ((status >= 200 && status < 300) || status === orStatus) return answer
    throw new GatewayError(
      status >= 500 ? 'unreachable' : 'refused',
      SERVICE,
      `HTTP ${status} ${codeOf(answer.text)}`,
    )
  }
}

export function readStoreXml(text: string, rootName: string): XmlElement {
  try {
    return readXml(text, rootName)
  } catch {
    // Without the cause, which quotes the answer.
    throw new GatewayError('unreachable', SERVICE, `no ${rootName}`)
  }
}

async function receive(send: Fetch, request: Request): Promise<StoreAnswer> {
  const response = await send(request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  return { status: response.status, headers: response.headers, bytes, text }
}

function codeOf(text: string): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? ''
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('base64')
}
