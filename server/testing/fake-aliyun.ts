/** Aliyun's side of a signed call, written from its documentation and not from our signer. */
import { createHash, createHmac } from 'node:crypto'
import type { Asked, Reply } from './open-upstream.ts'

export const KEYS = { accessKeyId: 'LTAI-test', accessKeySecret: 'geheim-schluessel' }

const AUTHORIZATION = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([\da-f]{64})$/
const MUST_BE_SIGNED = /^(host|content-type|x-acs-.+)$/
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Answers with `answer` when the signature is right, and refuses as Aliyun does when it is not. */
export function aliyun(answer: (query: URLSearchParams, asked: Asked) => Reply): (asked: Asked) => Reply {
  return (asked) => {
    if (!isSigned(asked)) return refuse(400, 'SignatureDoesNotMatch')
    return answer(new URL(asked.target, 'http://aliyun.test').searchParams, asked)
  }
}

/** The message repeats the request's secrets, like the real service. */
export function refuse(status: number, code: string): Reply {
  return { status, body: { Code: code, Message: `13800000001 ${KEYS.accessKeySecret}`, RequestId: 'r-1' } }
}

function isSigned({ method, target, headers, body }: Asked): boolean {
  const [, keyId, signedHeaders = '', signature] = AUTHORIZATION.exec(String(headers.authorization)) ?? []
  const names = signedHeaders.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => MUST_BE_SIGNED.test(name))
  const payload = digest(body)
  const canonical = [
    method,
    target.split('?')[0],
    rebuildQuery(target.split('?')[1] ?? ''),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const expected = createHmac('sha256', KEYS.accessKeySecret)
    .update(['ACS3-HMAC-SHA256', digest(canonical)].join('\n'))
    .digest('hex')
  return (
    keyId === KEYS.accessKeyId &&
    signature === expected &&
    headers['x-acs-content-sha256'] === payload &&
    DATE.test(String(headers['x-acs-date'])) &&
    names.join() === mustBeSigned.sort().join()
  )
}

/** Parses and rebuilds the query byte by byte. */
function rebuildQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.map(percent))
  return pairs
    .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'))
    .map((pair) => pair.join('='))
    .join('&')
}

function percent(text: string): string {
  const bytes = [...Buffer.from(text)]
  return bytes
    .map((byte) => String.fromCharCode(byte))
    .map((char) =>
      /[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
