import { createHash, createHmac } from 'node:crypto'
import { percentEncode } from '../http/percent-encode.ts'
import { isOperation, type OssRequest } from './request.ts'

export interface ScopeV4 {
  accessKeyId: string
  date: string
  region: string
}

type SignedParts = Pick<OssRequest, 'method' | 'bucket' | 'key' | 'query' | 'headers'>

const CREDENTIAL = /^([^/]{1,200})\/(\d{8})\/([a-z0-9-]{1,64})\/oss\/aliyun_v4_request$/
const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

export function readCredentialV4(text: string): ScopeV4 | undefined {
  const [, accessKeyId, date, region] = CREDENTIAL.exec(text) ?? []
  return accessKeyId && date && region ? { accessKeyId, date, region } : undefined
}

export function readMomentV4(text: string): number {
  return MOMENT.test(text) ? Date.parse(text.replace(MOMENT, '$1-$2-$3T$4:$5:$6Z')) : Number.NaN
}

export function writeMomentV4(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Clients sign a name with an empty value as `a`, ali-oss a plain parameter as `a=`: returns both forms. */
export function canonicalRequestsV4(request: SignedParts): string[] {
  const { method, bucket, key, headers } = request
  const signed = [...headers]
    .filter(([name]) => isSigned(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}\n`)
    .join('')
  const path = percentEncode(bucket === undefined ? '/' : `/${bucket}/${key ?? ''}`).replaceAll('%2F', '/')
  const payload = headers.get('x-oss-content-sha256') ?? 'UNSIGNED-PAYLOAD'
  const write = (query: string) => [method, path, query, signed, '', payload].join('\n')
  return [...new Set([write(canonicalQuery(request, '')), write(canonicalQuery(request, '='))])]
}

function isSigned(header: string): boolean {
  return header === 'content-type' || header === 'content-md5' || header.startsWith('x-oss-')
}

/** A name that chooses the operation never has an equals sign without a value. */
function canonicalQuery({ query }: SignedParts, afterEmpty: '' | '='): string {
  return [...query]
    .filter(([name]) => name !== 'x-oss-signature')
    .map(([name, value]) => {
      const end = value !== '' ? `=${percentEncode(value)}` : isOperation(name) ? '' : afterEmpty
      return { name: percentEncode(name), end }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, end }) => `${name}${end}`)
    .join('&')
}

export function stringToSignV4(canonicalRequest: string, moment: string, scope: ScopeV4): string {
  const hash = createHash('sha256').update(canonicalRequest, 'latin1').digest('hex')
  return `OSS4-HMAC-SHA256\n${moment}\n${scope.date}/${scope.region}/oss/aliyun_v4_request\n${hash}`
}

export function signV4(accessKeySecret: string, toSign: string, scope: ScopeV4): Buffer {
  const steps = [scope.date, scope.region, 'oss', 'aliyun_v4_request', toSign]
  return steps.reduce<Buffer>(
    (key, step) => createHmac('sha256', key).update(step).digest(),
    Buffer.from(`aliyun_v4${accessKeySecret}`),
  )
}
