import { createHash } from 'node:crypto'
import type { Slot } from './allowance.ts'
import type { Blob } from './blobs.ts'
import { OssError } from './errors.ts'
import type { OssRequest } from './request.ts'
import type { Task } from './store.ts'
import { readXml, type XmlElement } from './xml.ts'

/** Enough for 10,000 parts with escaped ETags, or 1000 keys of the greatest length. */
const MAX_XML_BYTES = 2 * 1024 * 1024

/** Removes the file again if the body is cut off, too long or not as in its headers. @param keep enters it in the index */
export async function storeBody(
  { store, request, caller }: Task,
  slot: Slot,
  keep: (blob: Blob) => Promise<void>,
): Promise<Blob> {
  const declared = readLength(request, store.maxObjectBytes)
  const md5 = readMd5(request)
  const { end, maxBytes, signal } = store.arrivals.admit(store, caller, slot, declared)
  try {
    const blob = await store.blobs.write(request.body, maxBytes, signal)
    try {
      if (declared !== undefined && blob.size !== declared) throw new OssError('IncompleteBody')
      if (md5 !== undefined && blob.md5 !== md5) throw new OssError('InvalidDigest')
      signal?.throwIfAborted()
    } catch (error) {
      await store.blobs.remove([blob.file])
      throw error
    }
    await keep(blob)
    return blob
  } finally {
    end()
  }
}

export async function readXmlBody(request: OssRequest, rootName: string): Promise<XmlElement> {
  readLength(request, MAX_XML_BYTES)
  const md5 = readMd5(request)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > MAX_XML_BYTES) throw new OssError('EntityTooLarge')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const found = createHash('md5').update(bytes).digest('hex').toUpperCase()
  if (md5 !== undefined && found !== md5) throw new OssError('InvalidDigest')
  return readXml(decodeUtf8(bytes), rootName)
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OssError('MalformedXML')
  }
}

function readLength({ headers }: OssRequest, maxBytes: number): number | undefined {
  const text = headers.get('content-length')
  if (text === undefined && !headers.has('transfer-encoding')) throw new OssError('MissingContentLength')
  if (text === undefined) return undefined
  if (Number(text) > maxBytes) {
    throw new OssError('EntityTooLarge', {
      details: { MaxSizeAllowed: String(maxBytes), ProposedSize: text },
    })
  }
  return Number(text)
}

/** Undefined without a header. OSS answers InvalidDigest to a malformed MD5 and to that of other bytes. */
function readMd5({ headers }: OssRequest): string | undefined {
  const text = headers.get('content-md5')
  if (text === undefined || text === '') return undefined
  if (!/^[A-Za-z0-9+/]{22}==$/.test(text)) throw new OssError('InvalidDigest')
  return Buffer.from(text, 'base64').toString('hex').toUpperCase()
}
