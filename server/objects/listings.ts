/** Lists of a bucket, objects and unfinished uploads: a page of keys by their bytes, folded at the delimiter. */
import { badArgument } from './errors.ts'
import { bytesAfterPrefix } from './index-db.ts'
import { type ListedObject, objectFinder } from './object-rows.ts'
import { readNumber } from './request.ts'
import type { Operation, Task } from './store.ts'
import { uploadFinder } from './upload-rows.ts'
import { encoderFor, writeTime, writeXml, type XmlNode } from './xml.ts'

const OBJECTS_PAGE = { min: 1, max: 1000, fallback: 100 }
const UPLOADS_PAGE = { min: 1, max: 1000, fallback: 1000 }
const OWNER: XmlNode = [
  'Owner',
  [
    ['ID', 'portal'],
    ['DisplayName', 'portal'],
  ],
]

interface Range {
  prefix: string
  delimiter: string
  limit: number
}

/** In the order of the bytes of keys, then of ids, which objects do not have: what is not listed yet is behind it. */
interface Position {
  key: Buffer
  id: string
}

interface Page<Found> {
  found: Found[]
  prefixes: string[]
  /** What the page ends with, a folded prefix included, when there is more. */
  last: Found | { key: string } | undefined
}

/** @param from undefined: nothing is behind it */
function readPage<Found extends { key: string }>(
  { prefix, delimiter, limit }: Range,
  from: Position | undefined,
  find: (from: Position) => Found | undefined,
  after: (found: Found) => Position,
): Page<Found> {
  const page: Page<Found> = { found: [], prefixes: [], last: undefined }
  let last: Found | { key: string } | undefined
  for (let count = 0; from; count++) {
    const found = find(from)
    if (!found) break
    if (count === limit) return { ...page, last }
    const folded = foldedPrefix(found.key, prefix, delimiter)
    if (folded === undefined) page.found.push(found)
    else page.prefixes.push(folded)
    last = folded === undefined ? found : { key: folded }
    from = folded === undefined ? after(found) : afterKey(folded, { prefix, delimiter })
  }
  return page
}

/** Up to the first delimiter behind the prefix. */
function foldedPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
  return at === -1 ? undefined : key.slice(0, at + delimiter.length)
}

/** Behind a key; behind a folded prefix this is behind everything that it stands for. */
function afterKey(key: string, { prefix, delimiter }: Omit<Range, 'limit'>): Position | undefined {
  if (key === '') return { key: Buffer.alloc(0), id: '' }
  const isFolded = key.startsWith(prefix) && foldedPrefix(key, prefix, delimiter) === key
  const next = isFolded ? bytesAfterPrefix(Buffer.from(key)) : Buffer.from(`${key}\0`)
  return next && { key: next, id: '' }
}

function readObjects({ store, bucket }: Task, range: Range, after: string): Page<ListedObject> {
  const find = objectFinder(store.db, bucket, Buffer.from(range.prefix))
  return readPage(
    range,
    afterKey(after, range),
    ({ key }) => find(key),
    ({ key }) => ({ key: Buffer.from(`${key}\0`), id: '' }),
  )
}

function describePrefixes(prefixes: readonly string[], encode: (text: string) => string): XmlNode[] {
  return prefixes.map((prefix): XmlNode => ['CommonPrefixes', [['Prefix', encode(prefix)]]])
}

function describeObjects(
  page: Page<ListedObject>,
  encode: (text: string) => string,
  owner: XmlNode[],
): XmlNode[] {
  return [
    ...page.found.map(
      (object): XmlNode => [
        'Contents',
        [
          ['Key', encode(object.key)],
          ['LastModified', writeTime(object.modifiedMs)],
          ['ETag', `"${object.etag}"`],
          ['Type', object.kind],
          ['Size', object.size],
          ['StorageClass', 'Standard'],
          ...owner,
        ],
      ],
    ),
    ...describePrefixes(page.prefixes, encode),
  ]
}

/** Version 2 alone. https://help.aliyun.com/zh/oss/developer-reference/listobjectsv2 */
export const listObjects: Operation = (task) => {
  const { query } = task.request
  if (query.get('list-type') !== '2') throw badArgument('list-type', query.get('list-type') ?? '')
  const { encode, nodes } = encoderFor(query)
  const get = (name: string) => query.get(name) ?? ''
  const limit = readNumber(query, 'max-keys', OBJECTS_PAGE)
  const token = get('continuation-token')
  const after = token === '' ? get('start-after') : openContinuation(token)
  const range = { prefix: get('prefix'), delimiter: get('delimiter'), limit }
  const page = readObjects(task, range, after)
  const body = writeXml([
    'ListBucketResult',
    [
      ['Name', task.bucket],
      ['Prefix', encode(range.prefix)],
      ['StartAfter', encode(get('start-after'))],
      ['ContinuationToken', token],
      ['MaxKeys', limit],
      ['Delimiter', encode(range.delimiter)],
      ...nodes,
      ['IsTruncated', String(page.last !== undefined)],
      ...(page.last ? [['NextContinuationToken', writeContinuation(page.last.key)] as const] : []),
      ['KeyCount', page.found.length + page.prefixes.length],
      ...describeObjects(page, encode, query.get('fetch-owner') === 'true' ? [OWNER] : []),
    ],
  ])
  return { status: 200, headers: {}, body }
}

function writeContinuation(key: string): string {
  return Buffer.from(key).toString('base64url')
}

function openContinuation(token: string): string {
  const key = Buffer.from(token, 'base64url').toString()
  if (writeContinuation(key) !== token) throw badArgument('continuation-token', token)
  return key
}

/** https://help.aliyun.com/zh/oss/developer-reference/listmultipartuploads */
export const listUploads: Operation = ({ store, request: { query }, bucket }) => {
  const { encode, nodes } = encoderFor(query)
  const get = (name: string) => query.get(name) ?? ''
  const limit = readNumber(query, 'max-uploads', UPLOADS_PAGE)
  const range = { prefix: get('prefix'), delimiter: get('delimiter'), limit }
  const marker = { key: get('key-marker'), id: get('key-marker') && get('upload-id-marker') }
  const page = readPage(
    range,
    marker.id === '' ? afterKey(marker.key, range) : { key: Buffer.from(marker.key), id: marker.id },
    uploadFinder(store.db, bucket, Buffer.from(range.prefix)),
    ({ key, id }) => ({ key: Buffer.from(key), id }),
  )
  const described = page.found.map(
    ({ key, id, initiatedMs }): XmlNode => [
      'Upload',
      [
        ['Key', encode(key)],
        ['UploadId', id],
        ['StorageClass', 'Standard'],
        ['Initiated', writeTime(initiatedMs)],
      ],
    ],
  )
  const { last } = page
  const body = writeXml([
    'ListMultipartUploadsResult',
    [
      ...nodes,
      ['Bucket', bucket],
      ['KeyMarker', encode(marker.key)],
      ['UploadIdMarker', get('upload-id-marker')],
      ['NextKeyMarker', encode(last?.key ?? '')],
      ['NextUploadIdMarker', last && 'id' in last ? last.id : ''],
      ['Delimiter', encode(range.delimiter)],
      ['Prefix', encode(range.prefix)],
      ['MaxUploads', limit],
      ['IsTruncated', String(last !== undefined)],
      ...described,
      ...describePrefixes(page.prefixes, encode),
    ],
  ])
  return { status: 200, headers: {}, body }
}
