/** Upload in parts: initiate, upload a part, abort, and the two listings. */
import { refuseManyBegun, requireWithin } from './allowance.ts'
import { storeBody } from './body.ts'
import { badArgument } from './errors.ts'
import { identityHeaders, readObjectHeaders } from './object-headers.ts'
import { keepOrRemove, placeOf } from './objects.ts'
import { readNumber } from './request.ts'
import type { Operation, Task } from './store.ts'
import {
  listParts as readParts,
  removeUpload,
  requireUpload,
  savePart,
  startUpload,
  type Upload,
} from './upload-rows.ts'
import { encoderFor, writeTime, writeXml, type XmlNode } from './xml.ts'

export const MAX_PARTS = 10_000
const PAGE = { min: 1, max: 1000, fallback: 1000 }

export const initiateUpload: Operation = (task) => {
  const { store, request, bucket, key } = task
  const { encode, nodes } = encoderFor(request.query)
  placeOf(task)
  refuseManyBegun(store, task.caller)
  const id = startUpload(store.db, bucket, key, readObjectHeaders(request), store.now())
  const body = writeXml([
    'InitiateMultipartUploadResult',
    [...nodes, ['Bucket', bucket], ['Key', encode(key)], ['UploadId', id]],
  ])
  return { status: 200, headers: {}, body }
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
  const body = writeXml([
    'ListPartsResult',
    [
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
    ],
  ])
  return { status: 200, headers: {}, body }
}
