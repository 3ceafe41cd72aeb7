/** Makes the parts of an upload an object: in the index only, whatever their size. */
import { createHash } from 'node:crypto'
import { combineCrc64 } from '../../src/lib/rules/files/crc64.ts'
import { readXmlBody } from './body.ts'
import { OssError } from './errors.ts'
import { change } from './index-db.ts'
import { MAX_PARTS, uploadOf } from './multipart.ts'
import { identityHeaders } from './object-headers.ts'
import { type StoredObject, saveObject } from './object-rows.ts'
import { placeOf } from './objects.ts'
import type { Operation } from './store.ts'
import { listParts, type Part, removeUpload, requireUpload } from './upload-rows.ts'
import { encoderFor, writeXml } from './xml.ts'
import { textsOf, type XmlElement } from './xml-read.ts'

/** Of every part but the last. */
export const MIN_PART_BYTES = 100 * 1024

export const completeUpload: Operation = async (task) => {
  const { store, request, bucket, key, admit } = task
  const { encode, nodes } = encoderFor(request.query)
  const upload = uploadOf(task)
  requireUpload(store.db, upload)
  const place = placeOf(task)
  const wanted = readWanted(await readXmlBody(request, 'CompleteMultipartUpload'))
  await admit()
  const { object, free } = change(store.db, () => {
    const headers = requireUpload(store.db, upload)
    const stored = listParts(store.db, upload.id)
    const parts = choose(stored, wanted)
    const left = new Set(removeUpload(store.db, upload.id))
    for (const { file } of parts) left.delete(file)
    const made: StoredObject = { ...join(parts), headers, kind: 'Multipart', modifiedMs: store.now() }
    return { object: made, free: [...left, ...saveObject(store.db, place, made, parts)] }
  })
  await store.blobs.remove(free)
  const location = `http://${request.headers.get('host') ?? ''}/${encodeURIComponent(key)}`
  const body = writeXml([
    'CompleteMultipartUploadResult',
    [
      ...nodes,
      ['Location', location],
      ['Bucket', bucket],
      ['Key', encode(key)],
      ['ETag', `"${object.etag}"`],
    ],
  ])
  return { status: 200, headers: identityHeaders(object.etag, object.crc64), body }
}

interface WantedPart {
  number: number
  etag: string
}

/** @throws OssError MalformedXML, InvalidPartOrder */
function readWanted(root: XmlElement): WantedPart[] {
  const wanted = root.children
    .filter(({ name }) => name === 'Part')
    .map((part) => {
      const number = textsOf(part, 'PartNumber')[0]?.trim() ?? ''
      const etag = textsOf(part, 'ETag')[0]?.trim().replaceAll('"', '').toUpperCase() ?? ''
      if (!/^\d{1,9}$/.test(number) || etag === '') throw new OssError('MalformedXML')
      return { number: Number(number), etag }
    })
  if (wanted.length === 0 || wanted.length > MAX_PARTS) throw new OssError('MalformedXML')
  wanted.reduce((before, part) => {
    if (part.number <= before.number) throw new OssError('InvalidPartOrder')
    return part
  })
  return wanted
}

/** @throws OssError InvalidPart, EntityTooSmall */
function choose(stored: Part[], wanted: WantedPart[]): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  return wanted.map(({ number, etag }, index) => {
    const part = byNumber.get(number)
    const details = { PartNumber: String(number), ETag: etag.slice(0, 64) }
    if (part?.md5 !== etag) throw new OssError('InvalidPart', { details })
    if (part.size < MIN_PART_BYTES && index < wanted.length - 1) {
      throw new OssError('EntityTooSmall', { details: { ...details, ProposedSize: String(part.size) } })
    }
    return part
  })
}

function join(parts: Part[]): Pick<StoredObject, 'size' | 'etag' | 'crc64'> {
  const md5 = createHash('md5')
  let size = 0
  let crc64 = 0n
  for (const part of parts) {
    md5.update(part.md5, 'hex')
    crc64 = combineCrc64(crc64, part.crc64, part.size)
    size += part.size
  }
  return { size, crc64, etag: `${md5.digest('hex').toUpperCase()}-${parts.length}` }
}
