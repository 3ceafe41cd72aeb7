/** Reads the store's listings to their end. */
import { textsOf, type XmlElement } from '../objects/xml-read.ts'
import { type AskStore, readStoreXml } from './ask-store.ts'
import type { FoundObject } from './storage.ts'

export interface FoundUpload {
  key: string
  uploadId: string
}

export async function listObjects(ask: AskStore, bucket: string, prefix: string): Promise<FoundObject[]> {
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

export async function listUploads(ask: AskStore, bucket: string, prefix: string): Promise<FoundUpload[]> {
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
export function bareEtag(text: string): string {
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
