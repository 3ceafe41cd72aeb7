/** Sends the bytes of one part. XMLHttpRequest, because fetch does not tell how far an upload has come. */
import { HttpError, NetworkError, StoreError } from './errors.ts'
import { readCrc64, type SignedRequest } from './object-store.ts'

export interface PartAnswer {
  etag: string
  crc64: bigint | undefined
}

interface Sending {
  body: Blob
  /** Bytes of this part that left so far. */
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** @throws StoreError with `ServerTime` as its cause when the clock is wrong, HttpError, NetworkError, or the signal's reason */
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

function readAnswer(request: XMLHttpRequest): PartAnswer {
  const { status, responseText } = request
  if (status >= 500) throw new HttpError(status)
  if (status < 200 || status > 299) {
    const code = /<Code>(\w+)<\/Code>/.exec(responseText)?.[1] ?? String(status)
    const serverTime = /<ServerTime>([^<]+)<\/ServerTime>/.exec(responseText)?.[1]
    throw new StoreError(code, { cause: serverTime })
  }
  const etag = request.getResponseHeader('etag')
  if (!etag) throw new StoreError('NoETag')
  return { etag, crc64: readCrc64(request.getResponseHeader('x-oss-hash-crc64ecma')) }
}
