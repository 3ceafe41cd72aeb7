/** List objects, in both versions: a page of keys in the order of their bytes, folded at the delimiter. */
import { badArgument } from './errors.ts'
import { bytesAfterPrefix, type IndexDb } from './index-db.ts'
import { encoderFor } from './list-encoding.ts'
import { type ListedObject, objectFinder } from './object-rows.ts'
import { readNumber } from './request.ts'
import type { Operation, Task } from './store.ts'
import { writeXml, type XmlNode } from './xml.ts'

const PAGE = { min: 1, max: 1000, fallback: 100 }
const OWNER: XmlNode = [
  'Owner',
  [
    ['ID', 'portal'],
    ['DisplayName', 'portal'],
  ],
]

interface Page {
  objects: ListedObject[]
  prefixes: string[]
  /** The last key or prefix of the page, when there are more. */
  next: string | undefined
}

interface PageQuery {
  prefix: string
  delimiter: string
  after: string
  limit: number
}

function readPage(db: IndexDb, bucket: string, { prefix, delimiter, after, limit }: PageQuery): Page {
  const page: Page = { objects: [], prefixes: [], next: undefined }
  const find = objectFinder(db, bucket, Buffer.from(prefix))
  let last = after
  let from: Buffer | undefined = afterEntry(after, prefix, delimiter)
  for (let count = 0; from; count++) {
    const found = find(from)
    if (!found) break
    if (count === limit) return { ...page, next: last }
    const folded = foldedPrefix(found.key, prefix, delimiter)
    if (folded === undefined) page.objects.push(found)
    else page.prefixes.push(folded)
    last = folded ?? found.key
    from = afterEntry(last, prefix, delimiter)
  }
  return page
}

/** Up to the first delimiter behind the prefix. */
function foldedPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
  return at === -1 ? undefined : key.slice(0, at + delimiter.length)
}

/** Where a listing continues after a key; after a folded prefix it skips everything that the prefix stands for. */
function afterEntry(entry: string, prefix: string, delimiter: string): Buffer | undefined {
  if (entry === '') return Buffer.alloc(0)
  const isFolded = entry.startsWith(prefix) && foldedPrefix(entry, prefix, delimiter) === entry
  return isFolded ? bytesAfterPrefix(Buffer.from(entry)) : Buffer.from(`${entry}\0`)
}

function describe(page: Page, encode: (text: string) => string, owner: XmlNode[]): XmlNode[] {
  return [
    ...page.objects.map(
      (object): XmlNode => [
        'Contents',
        [
          ['Key', encode(object.key)],
          ['LastModified', new Date(object.modifiedMs).toISOString()],
          ['ETag', `"${object.etag}"`],
          ['Type', object.kind],
          ['Size', object.size],
          ['StorageClass', 'Standard'],
          ...owner,
        ],
      ],
    ),
    ...page.prefixes.map((prefix): XmlNode => ['CommonPrefixes', [['Prefix', encode(prefix)]]]),
  ]
}

export const listObjects: Operation = (task) => {
  const { query } = task.request
  if (query.has('list-type')) return listVersion2(task)
  const { encode, nodes } = encoderFor(query)
  const get = (name: string) => query.get(name) ?? ''
  const limit = readNumber(query, 'max-keys', PAGE)
  const range = { prefix: get('prefix'), delimiter: get('delimiter'), after: get('marker'), limit }
  const page = readPage(task.store.db, task.bucket, range)
  const body = writeXml([
    'ListBucketResult',
    [
      ['Name', task.bucket],
      ['Prefix', encode(range.prefix)],
      ['Marker', encode(range.after)],
      ['MaxKeys', limit],
      ['Delimiter', encode(range.delimiter)],
      ...nodes,
      ['IsTruncated', String(page.next !== undefined)],
      ...(page.next === undefined ? [] : [['NextMarker', encode(page.next)] as const]),
      ...describe(page, encode, [OWNER]),
    ],
  ])
  return { status: 200, headers: {}, body }
}

function listVersion2({ store, bucket, request: { query } }: Task) {
  if (query.get('list-type') !== '2') throw badArgument('list-type', query.get('list-type') ?? '')
  const { encode, nodes } = encoderFor(query)
  const get = (name: string) => query.get(name) ?? ''
  const limit = readNumber(query, 'max-keys', PAGE)
  const token = get('continuation-token')
  const after = token === '' ? get('start-after') : openContinuation(token)
  const range = { prefix: get('prefix'), delimiter: get('delimiter'), after, limit }
  const page = readPage(store.db, bucket, range)
  const body = writeXml([
    'ListBucketResult',
    [
      ['Name', bucket],
      ['Prefix', encode(range.prefix)],
      ['StartAfter', encode(get('start-after'))],
      ['ContinuationToken', token],
      ['MaxKeys', limit],
      ['Delimiter', encode(range.delimiter)],
      ...nodes,
      ['IsTruncated', String(page.next !== undefined)],
      ...(page.next === undefined ? [] : [['NextContinuationToken', writeContinuation(page.next)] as const]),
      ['KeyCount', page.objects.length + page.prefixes.length],
      ...describe(page, encode, query.get('fetch-owner') === 'true' ? [OWNER] : []),
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
