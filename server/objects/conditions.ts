/** `If-…` headers and `Range`. */
import { OssError } from './errors.ts'
import type { StoredObject } from './object-rows.ts'

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

/** Undefined for the whole object, also when the header is none that the store knows. @throws OssError InvalidRange */
export function readRange(headers: Headers, { size, etag }: StoredObject): ByteRange | undefined {
  const ifRange = headers.get('if-range')
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || from + to === '') return undefined
  if (ifRange !== undefined && !lists(ifRange, etag)) return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size)
  if (start < end) return { start, end }
  throw new OssError('InvalidRange', { headers: { 'content-range': `bytes */${size}` } })
}
