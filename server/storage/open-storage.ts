import type { ReadableStream } from 'node:stream/web'
import { type BucketName, DOWNLOAD_SECONDS } from '../../src/lib/contract/documents/storage.ts'
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'
import { inChunks } from '../db/page.ts'
import { percentEncode } from '../http/percent-encode.ts'
import { textsOf, type XmlElement } from '../objects/xml.ts'
import { type AskStore, askStoreBy, type Fetch, readStoreXml } from './ask-store.ts'
import { type OwnerKeys, type SignUrl, urlSigner } from './sign-url.ts'
import type { FoundObject, Storage, UploadKeys, UploadScope } from './storage.ts'

const MAX_REMOVED = 1000
/** Clients and `fetch` resolve these in a path; no key of the portal has them. */
const DOTS = /(^|\/)\.\.?(\/|$)/

export interface StorageSettings {
  keys: OwnerKeys
  region: string
  buckets: Readonly<Record<BucketName, string>>
  /** Origin for browsers that call the portal by this host name. */
  publicEndpoint: (hostname: string) => string
  endpoint: string
  pathStyle: boolean
  fetch: Fetch
  issueKeys: (bucket: string, scope: UploadScope, seconds: number) => Promise<UploadKeys>
}

export function openStorage(settings: StorageSettings): Storage {
  const sign = urlSigner(settings.region, settings.keys)
  const ask = askStoreBy(sign, settings.fetch, (bucket) => baseOf(settings, settings.endpoint, bucket))
  return storageForHost('localhost', settings, sign, ask)
}

function storageForHost(hostname: string, settings: StorageSettings, sign: SignUrl, ask: AskStore): Storage {
  const { buckets, region, pathStyle, issueKeys } = settings
  const endpoint = settings.publicEndpoint(hostname)
  return {
    find: async (bucket, key) => {
      const { status, headers } = await ask(buckets[bucket], { method: 'HEAD', key, orStatus: 404 })
      if (status === 404) return undefined
      return {
        size: Number(headers.get('content-length')),
        etag: bareEtag(headers.get('etag') ?? ''),
        crc64: headers.get('x-oss-hash-crc64ecma'),
      }
    },
    readStart: async (bucket, key, bytes) => {
      const answer = await ask(buckets[bucket], { method: 'GET', key, firstBytes: bytes, orStatus: 404 })
      return answer.status === 404 ? new Uint8Array() : answer.bytes.subarray(0, bytes)
    },
    read: async (bucket, key) => {
      const target = sign(buckets[bucket], { method: 'GET', key, seconds: DOWNLOAD_SECONDS })
      const address = baseOf(settings, settings.endpoint, buckets[bucket]) + target
      const answer = await settings.fetch(new Request(address, { redirect: 'error' }))
      if (answer.status === 404 || !answer.body) return undefined
      if (!answer.ok) throw new Error(`object store: HTTP ${answer.status}`)
      return answer.body as ReadableStream<Uint8Array>
    },
    list: (bucket, prefix) => listObjects(ask, buckets[bucket], prefix),
    remove: async (bucket, keys) => {
      for (const some of inChunks(keys, MAX_REMOVED)) {
        const body = deletionOf(some)
        await ask(buckets[bucket], { method: 'POST', query: { delete: null }, body })
      }
    },
    abortUploads: async (bucket, prefix) => {
      for (const { key, uploadId } of await listUploads(ask, buckets[bucket], prefix)) {
        if (DOTS.test(key)) continue
        await ask(buckets[bucket], { method: 'DELETE', key, query: { uploadId }, orStatus: 404 })
      }
    },
    issueKeys: (bucket, scope, seconds) => issueKeys(buckets[bucket], scope, seconds),
    signedDownload: async (bucket, key, filename) => {
      const query = { 'response-content-disposition': attachment(filename) }
      const target = sign(buckets[bucket], { method: 'GET', key, query, seconds: DOWNLOAD_SECONDS })
      return baseOf(settings, endpoint, buckets[bucket]) + target
    },
    place: (bucket) => ({ region, endpoint, bucket: buckets[bucket], pathStyle }),
    origins: () => [
      ...new Set(Object.values(buckets).map((name) => new URL(baseOf(settings, endpoint, name)).origin)),
    ],
    forHost: (name) => storageForHost(name, settings, sign, ask),
  }
}

function baseOf({ pathStyle }: StorageSettings, endpoint: string, bucket: string): string {
  return pathStyle ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`)
}

/** In a body a key is data, whatever it looks like; in a path `..` would be another key. */
function deletionOf(keys: readonly string[]): string {
  const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><Delete><Quiet>true</Quiet>${objects}</Delete>`
}

function escapeXml(text: string): string {
  return escapeMarkup(text).replace(/\p{Cc}/gu, (char) => `&#${char.codePointAt(0)};`)
}

/** Control characters, path separators, and marks that reverse the direction of writing: `\u202Efdp.exe`. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029/\\]/gu

/** `Content-Disposition` of a download: any name, and nothing that a name could break out of (RFC 6266, RFC 5987). */
function attachment(filename: string): string {
  const name = filename.toWellFormed().replace(UNSAFE, '_')
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(name)}`
}

interface FoundUpload {
  key: string
  uploadId: string
}

async function listObjects(ask: AskStore, bucket: string, prefix: string): Promise<FoundObject[]> {
  const found: FoundObject[] = []
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': '1000',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const page = readStoreXml((await ask(bucket, { method: 'GET', query })).text, 'ListBucketResult')
    for (const item of itemsOf(page, 'Contents')) {
      const etag = bareEtag(textOf(item, 'ETag'))
      found.push({ key: decodeText(item, 'Key'), size: Number(textOf(item, 'Size')), etag })
    }
    token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined)
  return found
}

async function listUploads(ask: AskStore, bucket: string, prefix: string): Promise<FoundUpload[]> {
  const found: FoundUpload[] = []
  let marker: Record<string, string> | undefined = {}
  while (marker) {
    const query: Record<string, string | null> = { uploads: null, 'encoding-type': 'url', prefix, ...marker }
    const { text } = await ask(bucket, { method: 'GET', query })
    const page: XmlElement = readStoreXml(text, 'ListMultipartUploadsResult')
    for (const item of itemsOf(page, 'Upload')) {
      found.push({ key: decodeText(item, 'Key'), uploadId: textOf(item, 'UploadId') })
    }
    marker =
      textOf(page, 'IsTruncated') === 'true'
        ? {
            'key-marker': decodeText(page, 'NextKeyMarker'),
            'upload-id-marker': textOf(page, 'NextUploadIdMarker'),
          }
        : undefined
  }
  return found
}

/** As headers and listings have it: quoted, in letters of either case. */
function bareEtag(text: string): string {
  return text.replaceAll('"', '').toUpperCase()
}

function itemsOf(page: XmlElement, name: string): XmlElement[] {
  return page.children.filter((child) => child.name === name)
}

function textOf(element: XmlElement, name: string): string {
  return textsOf(element, name)[0] ?? ''
}

/** Keys come as in a URL: XML could not hold every character. */
function decodeText(element: XmlElement, name: string): string {
  return decodeURIComponent(textOf(element, name).replaceAll('+', ' '))
}
