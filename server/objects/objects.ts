import { Readable } from 'node:stream'
import { storeBody } from './body.ts'
import { OssError } from './errors.ts'
import { describeObject, identityHeaders, readObjectHeaders, readOverrides } from './object-headers.ts'
import { findObject, type ObjectTarget, refuseTaken, type StoredObject, saveObject } from './object-rows.ts'
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

/** A token brings one object below its prefix, and never replaces it. @throws OssError FileAlreadyExists */
export function placeOf({ store, request, caller, bucket, key }: Task): ObjectTarget {
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

/** Removes the files that the index gave up, or the new ones if the index refuses them. */
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
  const range = readRange(request.headers, object)
  const { start, end } = range ?? { start: 0, end: object.size }
  const body = Readable.from(store.blobs.read(object.segments, start, end), { objectMode: false })
  const headers = { ...describeObject(object), ...overrides, 'content-length': String(end - start) }
  if (!range) return { status: 200, headers, body }
  const contentRange = `bytes ${start}-${end - 1}/${object.size}`
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body }
}

export const headObject: Operation = (task) => {
  const object = requireObject(task)
  return { status: 200, headers: { ...describeObject(object), 'content-length': String(object.size) } }
}

interface ByteRange {
  start: number
  end: number
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Undefined for the whole object, which OSS also sends for a range that is not inside the object. */
function readRange(
  headers: ReadonlyMap<string, string>,
  { size, etag }: StoredObject,
): ByteRange | undefined {
  const ifRange = headers.get('if-range')
  if (ifRange !== undefined && ifRange !== `"${etag}"`) return undefined
  const [, from = '', to = ''] = RANGE.exec(headers.get('range')?.trim() ?? '') ?? []
  if (from + to === '') return undefined
  const start = from === '' ? size - Number(to) : Number(from)
  const end = from === '' || to === '' ? size : Number(to) + 1
  return start >= 0 && start < end && end <= size ? { start, end } : undefined
}
