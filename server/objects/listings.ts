import { badArgument } from './errors.ts'
import { listObjects as readObjects } from './object-rows.ts'
import { readNumber } from './request.ts'
import type { Operation } from './store.ts'
import { listUploads as readUploads } from './upload-rows.ts'
import { answerXml, encoderFor, writeTime, type XmlNode } from './xml.ts'

const PAGE = { min: 1, max: 1000, fallback: 100 }

/** Lists objects by version 2 only. https://help.aliyun.com/zh/oss/developer-reference/listobjectsv2 */
export const listObjects: Operation = ({ store, bucket, request: { query } }) => {
  if (query.get('list-type') !== '2') throw badArgument('list-type', query.get('list-type') ?? '')
  const { encode, nodes } = encoderFor(query)
  const limit = readNumber(query, 'max-keys', PAGE)
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token') ?? ''
  const found = readObjects(store.db, bucket, { prefix, after: openContinuation(token), limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const described = page.map(
    (object): XmlNode => [
      'Contents',
      [
        ['Key', encode(object.key)],
        ['LastModified', writeTime(object.modifiedMs)],
        ['ETag', `"${object.etag}"`],
        ['Type', object.kind],
        ['Size', object.size],
        ['StorageClass', 'Standard'],
      ],
    ],
  )
  return answerXml('ListBucketResult', [
    ['Name', bucket],
    ['Prefix', encode(prefix)],
    ['ContinuationToken', token],
    ['MaxKeys', limit],
    ...nodes,
    ['IsTruncated', String(last !== undefined)],
    ...(last ? [['NextContinuationToken', writeContinuation(last.key)] as const] : []),
    ['KeyCount', page.length],
    ...described,
  ])
}

function writeContinuation(key: string): string {
  return Buffer.from(key).toString('base64url')
}

function openContinuation(token: string): string {
  const key = Buffer.from(token, 'base64url').toString()
  if (writeContinuation(key) !== token) throw badArgument('continuation-token', token)
  return key
}

/** Lists all of a prefix at once. https://help.aliyun.com/zh/oss/developer-reference/listmultipartuploads */
export const listUploads: Operation = ({ store, request: { query }, bucket }) => {
  const { encode, nodes } = encoderFor(query)
  const prefix = query.get('prefix') ?? ''
  const described = readUploads(store.db, bucket, prefix).map(
    (upload): XmlNode => [
      'Upload',
      [
        ['Key', encode(upload.key)],
        ['UploadId', upload.id],
        ['StorageClass', 'Standard'],
        ['Initiated', writeTime(upload.initiatedMs)],
      ],
    ],
  )
  return answerXml('ListMultipartUploadsResult', [
    ...nodes,
    ['Bucket', bucket],
    ['Prefix', encode(prefix)],
    ['IsTruncated', 'false'],
    ...described,
  ])
}
