/** `If-…` headers and `Range`. */
import { OssError } from './errors.ts'
import type { StoredObject } from './object-rows.ts'

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})(?:,.*)?$/

type Headers = ReadonlyMap<string, string>
type Version = Pick<StoredObject, 'etag' | 'modifiedMs'>

/**
 * @param prefix before the names of the headers, for the source of a copy
 * @returns whether the caller has this version already
 * @throws OssError PreconditionFailed
 */
export function isUnchanged(headers: Headers, version: Version, prefix = ''): boolean {
  const get = (name: string) => headers.get(`${prefix}${name}`)
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
export interface ByteRange {
  start: number
  end: number
}

/**
 * Undefined for the whole object. OSS sends that for a range that is not inside the object, at either end, unless
 * `x-oss-range-behavior: standard` asks for what HTTP says; of several ranges it serves the first.
 * https://help.aliyun.com/document_detail/39571.htm
 * @throws OssError InvalidRange
 */
export function readRange(headers: Headers, { size, etag }: StoredObject): ByteRange | undefined {
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
