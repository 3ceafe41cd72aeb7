/** Requests byte for byte, with a signature when one is wanted. */
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { readRequest } from '../request.ts'
import { canonicalRequestsV4, signV4, stringToSignV4, writeMomentV4 } from '../signature.ts'
import { CREDENTIALS } from './open-store.ts'

export interface Sent {
  method: string
  target: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Prevents Node from adding a length or chunks. */
  lengthless?: boolean
}

/** Sends a request exactly as given; `fetch` would normalise the path. */
export async function send(port: number, { method, target, headers: own = {}, body = '', lengthless }: Sent) {
  const isLong = !('transfer-encoding' in own || lengthless)
  const length = isLong ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const headers = { ...own, ...length }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ port, method, path: target, headers }, resolve).once('error', reject)
    if (lengthless) for (const name of ['content-length', 'transfer-encoding']) outgoing.removeHeader(name)
    outgoing.end(body)
  })
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}

/** Signs a request as the owner, so that the store reads further. */
export function sign(sent: Sent): Sent {
  const at = writeMomentV4(Date.now())
  const own = { 'x-oss-content-sha256': 'UNSIGNED-PAYLOAD', 'x-oss-date': at }
  const headers = new Map(Object.entries({ host: 'localhost', ...own, ...sent.headers }))
  const raw = { method: sent.method, target: sent.target, headers, body: (async function* () {})() }
  try {
    const scope = { accessKeyId: CREDENTIALS.accessKeyId, date: at.slice(0, 8), region: 'cn-beijing' }
    const [canonical = ''] = canonicalRequestsV4(readRequest(raw))
    const signature = signV4(CREDENTIALS.accessKeySecret, stringToSignV4(canonical, at, scope), scope)
    const credential = `${scope.accessKeyId}/${scope.date}/${scope.region}/oss/aliyun_v4_request`
    headers.set(
      'authorization',
      `OSS4-HMAC-SHA256 Credential=${credential}, Signature=${signature.toString('hex')}`,
    )
  } catch {
    // A target that cannot be read needs no signature.
  }
  return { ...sent, headers: Object.fromEntries(headers) }
}
