/** The object store's interface for an upload. ali-oss (175 KB) loads with the first one; parts are sent without it. */
import type OSS from 'ali-oss'
import { TOKEN_SECONDS, type UploadToken } from '../contract/documents/storage.ts'
import { HttpError, loadModule, NetworkError, StoreError } from './errors.ts'

export interface StoredPart {
  number: number
  etag: string
  size: number
  crc64: bigint | undefined
}

interface StoredObjectFacts {
  size: number
  crc64: bigint | undefined
}

interface SignedRequest {
  url: string
  headers: Record<string, string>
}

/** Each rejects with StoreError, HttpError or NetworkError. */
export interface StoreClient {
  useToken: (token: UploadToken) => void
  initiate: (key: string, mime: string) => Promise<string>
  listParts: (key: string, uploadId: string) => Promise<StoredPart[]>
  /** @returns the checksum of the object; undefined when the answer has none */
  complete: (key: string, uploadId: string, parts: readonly StoredPart[]) => Promise<bigint | undefined>
  head: (key: string) => Promise<StoredObjectFacts | undefined>
  signPart: (key: string, uploadId: string, number: number) => SignedRequest
  setClock: (serverMs: number) => void
}

/** No token of the portal's own store can replace an object; Aliyun needs this header. */
const NEVER_REPLACE = { 'x-oss-forbid-overwrite': 'true' }

/** Returns a client for one upload; each upload needs its own, because ali-oss keeps state in the client. @throws LoadError */
export async function openStore(token: UploadToken): Promise<StoreClient> {
  const { default: Client } = await loadModule(() => import('ali-oss'))
  const client = new Client(optionsOf(token))
  client.options.amendTimeSkewed = 0
  return {
    useToken: ({ OSSAccessKeyId, access_key_secret, 'x-oss-security-token': stsToken }) =>
      Object.assign(client.options, {
        accessKeyId: OSSAccessKeyId,
        accessKeySecret: access_key_secret,
        stsToken,
      }),
    initiate: async (key, mime) => {
      const options = { headers: { ...NEVER_REPLACE }, ...(mime !== '' && { mime }) }
      return (await answerOf(client.initMultipartUpload(key, options))).uploadId
    },
    listParts: (key, uploadId) => listParts(client, key, uploadId),
    complete: async (key, uploadId, parts) => {
      const wanted = parts.map(({ number, etag }) => ({ number, etag }))
      const { res } = await answerOf(
        client.completeMultipartUpload(key, uploadId, wanted, { headers: { ...NEVER_REPLACE } }),
      )
      return readCrc64(res.headers['x-oss-hash-crc64ecma'])
    },
    head: async (key) => {
      const answer = await answerOf(client.head(key)).catch((error: unknown) => {
        if (error instanceof StoreError && error.code === 'NoSuchKey') return undefined
        throw error
      })
      if (!answer) return undefined
      const { headers } = answer.res
      return { size: Number(headers['content-length']), crc64: readCrc64(headers['x-oss-hash-crc64ecma']) }
    },
    signPart: (key, uploadId, number) => signPart(client, key, { partNumber: number, uploadId }),
    setClock: (serverMs) => {
      client.options.amendTimeSkewed = serverMs - Date.now()
    },
  }
}

function optionsOf(token: UploadToken): ConstructorParameters<typeof OSS>[0] {
  return {
    accessKeyId: token.OSSAccessKeyId,
    accessKeySecret: token.access_key_secret,
    stsToken: token['x-oss-security-token'],
    refreshSTSTokenInterval: TOKEN_SECONDS * 1000,
    region: token.region,
    bucket: token.bucket,
    endpoint: token.endpoint,
    sldEnable: token.path_style,
    authorizationV4: true,
  }
}

async function listParts(client: OSS, key: string, uploadId: string): Promise<StoredPart[]> {
  const all: StoredPart[] = []
  for (let marker = '0'; ; ) {
    const page = await answerOf(client.listParts(key, uploadId, { 'part-number-marker': marker }))
    for (const part of [page.parts].flat()) {
      all.push({
        number: Number(part.PartNumber),
        etag: part.ETag,
        size: Number(part.Size),
        crc64: readCrc64(part.HashCrc64ecma),
      })
    }
    if (page.isTruncated !== 'true') return all
    marker = page.nextPartNumberMarker
  }
}

/** Signs by hand: ali-oss corrects a wrong clock in its own requests, but not in the URLs that it signs. */
function signPart(client: OSS, key: string, queries: Record<string, string | number>): SignedRequest {
  const { bucket, stsToken, amendTimeSkewed } = client.options
  const now = new Date(Date.now() + amendTimeSkewed).toISOString()
  const headers: Record<string, string> = {
    'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-oss-date': now.replace(/[-:]|\.\d+/g, ''),
    'x-oss-security-token': stsToken,
  }
  const authorization = client.authorizationV4('PUT', { headers, queries }, bucket, key)
  const url = client._getReqUrl({ bucket, object: key, subres: queries })
  return { url, headers: { ...headers, authorization } }
}

function readCrc64(text: string | null | undefined): bigint | undefined {
  return text && /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
}

async function answerOf<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (cause) {
    const { status = 0, code } = cause as { status?: number; code?: string }
    if (status >= 500) throw new HttpError(status, { cause })
    if (status > 0) throw new StoreError(code ?? String(status), { cause })
    throw new NetworkError('no answer of the store', { cause })
  }
}

interface PartAnswer {
  etag: string
  crc64: bigint | undefined
}

interface Sending {
  body: Blob
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. @throws StoreError */
export function sendPart(
  { url, headers }: SignedRequest,
  { body, onSent, signal }: Sending,
): Promise<PartAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onabort = () => reject(signal.reason)
    request.onerror = () => reject(new NetworkError('part not sent'))
    request.onload = () => {
      try {
        resolve(readAnswer(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.send(body)
  })
}

/**
 * The store's codes for an incomplete body, each a 400. An earlier sending of the part, which reaches the store late, ends a
 * later one with the same code.
 */
const BROKEN_OFF: readonly string[] = ['IncompleteBody', 'RequestTimeout']

function readAnswer(request: XMLHttpRequest): PartAnswer {
  const { status, responseText } = request
  if (status >= 500) throw new HttpError(status)
  if (status < 200 || status > 299) {
    const code = /<Code>(\w+)<\/Code>/.exec(responseText)?.[1] ?? String(status)
    if (BROKEN_OFF.includes(code)) throw new HttpError(status, { cause: new StoreError(code) })
    const serverTime = /<ServerTime>([^<]+)<\/ServerTime>/.exec(responseText)?.[1]
    throw new StoreError(code, { cause: serverTime })
  }
  const etag = request.getResponseHeader('etag')
  if (!etag) throw new StoreError('NoETag')
  return { etag, crc64: readCrc64(request.getResponseHeader('x-oss-hash-crc64ecma')) }
}
