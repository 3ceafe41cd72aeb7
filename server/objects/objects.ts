/** Put, get, head and delete one object. */
import { Readable } from 'node:stream'
import { storeBody } from './body.ts'
import { OssError } from './errors.ts'
import { describeObject, identityHeaders, readObjectHeaders, readOverrides } from './object-headers.ts'
import {
  findObject,
  type Place,
  refuseTaken,
  removeObject,
  type StoredObject,
  saveObject,
} from './object-rows.ts'
import type { Answer } from './request.ts'
import type { Operation, Task } from './store.ts'

export const putObject: Operation = async (task) => {
  const { store, request } = task
  const headers = readObjectHeaders(request)
  const place = placeOf(task)
  const { crc64, md5 } = await storeBody(task, 'object', async (blob) => {
    const { size, crc64, md5: etag } = blob
    const object: StoredObject = { size, crc64, etag, headers, kind: 'Normal', modifiedMs: store.now() }
    await keepOrRemove(task, [blob.file], () => saveObject(store.db, place, object, [blob]))
  })
  return { status: 200, headers: identityHeaders(md5, crc64) }
}

/**
 * Where the object goes: a token brings one object below its prefix, and never replaces it. Refused here, too, before
 * the first byte.
 * @throws OssError FileAlreadyExists
 */
export function placeOf({ store, request, caller, bucket, key }: Task): Place {
  const mayReplace = caller.kind === 'owner' && request.headers.get('x-oss-forbid-overwrite') !== 'true'
  const place = {
    bucket,
    key,
    mayReplace,
    ...(caller.kind === 'token' && { aloneBelow: caller.grant.prefix }),
  }
  refuseTaken(store.db, place)
  return place
}

/** Removes the files that the index gave up; and the new ones, when the index does not take them. */
export async function keepOrRemove(
  { store, admit }: Task,
  files: string[],
  commit: () => string[],
): Promise<void> {
  let replaced: string[]
  try {
    await admit()
    replaced = commit()
  } catch (error) {
    await store.blobs.remove(files)
    throw error
  }
  await store.blobs.remove(replaced)
}

function requireObject({ store, bucket, key }: Task) {
  const object = findObject(store.db, bucket, key)
  if (!object) throw new OssError('NoSuchKey', { details: { Key: key } })
  return object
}

export const getObject: Operation = (task) => {
  const { store, request, caller } = task
  const object = requireObject(task)
  const overrides = readOverrides(request)
  if (caller.kind === 'anonymous' && Object.keys(overrides).length > 0) {
    throw new OssError('InvalidRequest', { message: 'Anonymous requests cannot override response headers.' })
  }
  const described = describe(object, task)
  if (described.status === 304) return described
  const range = readRange(request.headers, object)
  const { start, end } = range ?? { start: 0, end: object.size }
  const headers = { ...described.headers, ...overrides, 'content-length': String(end - start) }
  const release = store.blobs.hold(object.segments.map(({ file }) => file))
  const bytes = store.blobs.read(object.segments, start, end)
  const body = Readable.from(bytes, { objectMode: false }).once('close', release)
  if (!range) return { status: 200, headers, body }
  const contentRange = `bytes ${start}-${end - 1}/${object.size}`
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body }
}

export const headObject: Operation = (task) => describe(requireObject(task), task)

function describe(object: StoredObject, { request }: Task): Answer {
  const headers = describeObject(object)
  if (isUnchanged(request.headers, object)) return { status: 304, headers }
  return { status: 200, headers: { ...headers, 'content-length': String(object.size) } }
}

export const deleteObject: Operation = async ({ store, bucket, key }) => {
  await store.blobs.remove(removeObject(store.db, bucket, key) ?? [])
  return { status: 204, headers: {} }
}

// `If-…` headers and `Range`.

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})(?:,.*)?$/

type Headers = ReadonlyMap<string, string>
type Version = Pick<StoredObject, 'etag' | 'modifiedMs'>

/** @returns whether the caller has this version already @throws OssError PreconditionFailed */
function isUnchanged(headers: Headers, version: Version): boolean {
  const get = (name: string) => headers.get(name)
  const match = get('if-match')
  if (match !== undefined && !lists(match, version.etag)) fail('If-Match')
  const unmodifiedMs = Date.parse(get('if-unmodified-since') ?? '')
  if (match === undefined && seconds(version.modifiedMs) > seconds(unmodifiedMs)) fail('If-Unmodified-Since')
  const noneMatch = get('if-none-match')
  if (noneMatch !== undefined) return lists(noneMatch, version.etag)
  return seconds(version.modifiedMs) <= seconds(Date.parse(get('if-modified-since') ?? ''))
}

function fail(condition: string): never {
  throw new OssError('PreconditionFailed', { details: { Condition: condition } })
}

function lists(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '').replaceAll('"', '')
    return bare === '*' || bare.toUpperCase() === etag
  })
}

/** Dates in headers have no smaller unit; NaN compares as false. */
function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The bytes from `start` to before `end`. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Undefined for the whole object. OSS sends that for a range that is not inside the object, at either end, unless
 * `x-oss-range-behavior: standard` asks for what HTTP says; of several ranges it serves the first.
 * https://help.aliyun.com/document_detail/39571.htm
 * @throws OssError InvalidRange
 */
function readRange(headers: Headers, { size, etag }: StoredObject): ByteRange | undefined {
  const ifRange = headers.get('if-range')
  if (ifRange !== undefined && !lists(ifRange, etag)) return undefined
  const [, from = '', to = ''] = RANGE.exec(headers.get('range')?.trim() ?? '') ?? []
  if (from + to === '') return undefined
  const asked =
    from === ''
      ? { start: size - Number(to), end: size }
      : { start: Number(from), end: to === '' ? size : Number(to) + 1 }
  if (from !== '' && to !== '' && asked.end <= asked.start) return undefined
  if (asked.start >= 0 && asked.start < asked.end && asked.end <= size) return asked
  if (headers.get('x-oss-range-behavior') !== 'standard') return undefined
  const inside = { start: Math.max(asked.start, 0), end: Math.min(asked.end, size) }
  if (inside.start < inside.end) return inside
  throw new OssError('InvalidRange', { headers: { 'content-range': `bytes */${size}` } })
}
