import { createHash } from 'node:crypto'
import { combineCrc64 } from '../../src/lib/rules/files/crc64.ts'
import { makeRoomToBegin, requireWithin } from './allowance.ts'
import { readXmlBody, storeBody } from './body.ts'
import { badArgument, OssError } from './errors.ts'
import { withWriteLock } from './index-db.ts'
import { identityHeaders, readObjectHeaders } from './object-headers.ts'
import { type StoredObject, saveObject } from './object-rows.ts'
import { keepOrRemove, placeOf } from './objects.ts'
import { readNumber } from './request.ts'
import type { Operation, Task } from './store.ts'
import {
  type Part,
  listParts as readParts,
  removeUpload,
  requireUpload,
  savePart,
  startUpload,
  type Upload,
} from './upload-rows.ts'
import { answerXml, encoderFor, textsOf, writeTime, type XmlElement, type XmlNode } from './xml.ts'

export const MAX_PARTS = 10_000
const PAGE = { min: 1, max: 1000, fallback: 1000 }

export const initiateUpload: Operation = async (task) => {
  const { store, request, bucket, key } = task
  const { encode, nodes } = encoderFor(request.query)
  placeOf(task)
  const headers = readObjectHeaders(request)
  const { id, free } = withWriteLock(store.db, () => ({
    free: makeRoomToBegin(store, task.caller),
    id: startUpload(store.db, bucket, key, headers, store.now()),
  }))
  await store.blobs.remove(free)
  const ids: XmlNode[] = [
    ['Bucket', bucket],
    ['Key', encode(key)],
    ['UploadId', id],
  ]
  return answerXml('InitiateMultipartUploadResult', [...nodes, ...ids])
}

export function uploadOf({ request, bucket, key }: Task): Upload {
  return { id: request.query.get('uploadId') ?? '', bucket, key }
}

export const uploadPart: Operation = async (task) => {
  const { store, request, caller } = task
  const upload = uploadOf(task)
  const number = readNumber(request.query, 'partNumber', { min: 1, max: MAX_PARTS, fallback: 0 })
  if (number === 0) throw badArgument('partNumber', '')
  requireUpload(store.db, upload)
  const check = () => requireWithin(store, caller)
  const blob = await storeBody(task, { uploadId: upload.id, number }, (written) =>
    keepOrRemove(task, [written.file], () =>
      savePart(store.db, upload, { number, nowMs: store.now(), check }, written),
    ),
  )
  return { status: 200, headers: identityHeaders(blob.md5, blob.crc64) }
}

export const abortUpload: Operation = async (task) => {
  const upload = uploadOf(task)
  requireUpload(task.store.db, upload)
  await task.store.blobs.remove(removeUpload(task.store.db, upload.id))
  return { status: 204, headers: {} }
}

export const listParts: Operation = (task) => {
  const { store, request, bucket, key } = task
  const { encode, nodes } = encoderFor(request.query)
  const upload = uploadOf(task)
  requireUpload(store.db, upload)
  const limit = readNumber(request.query, 'max-parts', PAGE)
  const marker = readNumber(request.query, 'part-number-marker', { min: 0, max: MAX_PARTS, fallback: 0 })
  const found = readParts(store.db, upload.id, marker, limit + 1)
  const parts = found.slice(0, limit)
  const described = parts.map(
    (part): XmlNode => [
      'Part',
      [
        ['PartNumber', part.number],
        ['LastModified', writeTime(part.modifiedMs)],
        ['ETag', `"${part.md5}"`],
        ['HashCrc64ecma', String(part.crc64)],
        ['Size', part.size],
      ],
    ],
  )
  return answerXml('ListPartsResult', [
    ...nodes,
    ['Bucket', bucket],
    ['Key', encode(key)],
    ['UploadId', upload.id],
    ['StorageClass', 'Standard'],
    ['PartNumberMarker', marker],
    ['NextPartNumberMarker', parts.at(-1)?.number ?? marker],
    ['MaxParts', limit],
    ['IsTruncated', String(found.length > limit)],
    ...described,
  ])
}

export const MIN_PART_BYTES = 100 * 1024

export const completeUpload: Operation = async (task) => {
  const { store, request, bucket, key, admit } = task
  const { encode, nodes } = encoderFor(request.query)
  const upload = uploadOf(task)
  requireUpload(store.db, upload)
  const place = placeOf(task)
  const wanted = readWanted(await readXmlBody(request, 'CompleteMultipartUpload'))
  await admit()
  const { object, free } = withWriteLock(store.db, () => {
    const headers = requireUpload(store.db, upload)
    const stored = readParts(store.db, upload.id)
    const parts = choose(stored, wanted)
    const left = new Set(removeUpload(store.db, upload.id))
    for (const { file } of parts) left.delete(file)
    const made: StoredObject = { ...join(parts), headers, kind: 'Multipart', modifiedMs: store.now() }
    return { object: made, free: [...left, ...saveObject(store.db, place, made, parts)] }
  })
  await store.blobs.remove(free)
  const location = `http://${request.headers.get('host') ?? ''}/${encodeURIComponent(key)}`
  const made: XmlNode[] = [
    ['Location', location],
    ['Bucket', bucket],
    ['Key', encode(key)],
    ['ETag', `"${object.etag}"`],
  ]
  const headers = identityHeaders(object.etag, object.crc64)
  return answerXml('CompleteMultipartUploadResult', [...nodes, ...made], headers)
}

interface WantedPart {
  number: number
  etag: string
}

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
