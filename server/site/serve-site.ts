/** Serves the static export: what nginx or a CDN does in front of a larger installation. */

import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { every } from 'hono/combine'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { getMimeType } from 'hono/utils/mime'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { isApiPath } from '../http/api-paths.ts'
import { TransportFault } from '../http/refusal.ts'

/**
 * The handler for every path that is not the API's: `app.all('*', serveSite(dist))` behind all routes.
 * `/x` is `x/index.html`, `/x/` leads to `/x`, an unknown path gets the 404 page with status 404.
 * @param isThere left out: whatever a page could stand for is taken to exist
 */
export function serveSite(dist: string, isThere: IsThere = async () => true) {
  const pages = createMiddleware(async (context, next) => {
    if (isApiPath(context.req.path)) return next()
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      throw new TransportFault(CODES.wrongMethod, { Allow: 'GET, HEAD' })
    }
    const { pathname, search } = new URL(context.req.url)
    // A second slash in front would lead to another host.
    if (/[^/]\/$/.test(pathname) && !pathname.startsWith('//')) {
      return context.redirect(pathname.slice(0, -1) + search, 301)
    }
    // A new build may take the place of this one meanwhile: length, tag and bytes are to be of the same.
    const build = await realpath(dist).catch(() => dist)
    const file = isMissingPage(pathname) ? undefined : await findFile(build, pathname, isThere)
    if (file) return sendFile(context, file, 200)
    const missing =
      (await statFile(join(build, '404/index.html'))) ?? (await statFile(join(build, '404.html')))
    return missing ? sendFile(context, missing, 404) : context.text('页面不存在', 404)
  })
  return every(gzipForFew, pages)
}

/** For browsers that do not accept what the build compressed: very old ones, and all of them where there is no HTTPS. */
const gzipForFew = compress({
  encoding: 'gzip',
  contentTypeFilter: (type) => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type === SHARD_TYPE,
})
/** The index of the search in shards. */
const SHARD_TYPE = 'application/octet-stream'

/** The page that says "not found" says it with the status, too, when it is asked for by its own address. */
function isMissingPage(pathname: string): boolean {
  return /^\/404(\/|\.html$|$)/.test(pathname)
}

// From the path of a request to a file of the static export.

export interface FoundFile {
  path: string
  size: number
  modifiedMs: number
}

/** Whether what a page would stand for exists: a provider, a category. */
type IsThere = (path: string) => Promise<boolean>

/**
 * Pages that stand for others (behaviour B1.5): a policy of the phone layout for everything below it, and one page each
 * for the providers that were approved and the categories that were added after the build.
 */
const SHELL_PAGES: readonly [path: RegExp, page: string][] = [
  [/^(\/popular\/[^/]+)\/.+$/, '$1'],
  [/^\/enterprise\/[1-9]\d{0,5}\/[1-9]\d{6,14}$/, '/enterprise/approved'],
  [/^\/providerlist\/[1-9]\d{0,5}$/, '/providerlist/added'],
]

/**
 * The file of a path as it stands in the request, or undefined: a file of that name, a page's index.html, or the page
 * that stands for it, if there is such a thing.
 * @param pathname still percent-encoded; what does not decode, or decodes to a step outside, has no file
 */
async function findFile(dist: string, pathname: string, isThere: IsThere): Promise<FoundFile | undefined> {
  const path = decodePath(pathname)
  if (path === undefined) return undefined
  const own = (await statFile(join(dist, path))) ?? (await statFile(join(dist, path, 'index.html')))
  if (own) return own
  const shell = SHELL_PAGES.find(([paths]) => paths.test(path))
  if (!shell || !(await isThere(path))) return undefined
  return statFile(join(dist, path.replace(...shell), 'index.html'))
}

/** Undefined when there is no such file, a folder included. */
export async function statFile(path: string): Promise<FoundFile | undefined> {
  try {
    const stats = await stat(path)
    return stats.isFile() ? { path, size: stats.size, modifiedMs: stats.mtimeMs } : undefined
  } catch {
    return undefined
  }
}

/** Segments are decoded one by one, so that an encoded slash or dot never becomes a step in the file system. */
function decodePath(pathname: string): string | undefined {
  try {
    const segments = pathname.slice(1).split('/').map(decodeURIComponent)
    return pathname === '/' || segments.every(isPlainName) ? `/${segments.join('/')}` : undefined
  } catch {
    return undefined
  }
}

function isPlainName(segment: string): boolean {
  const hidden = segment.startsWith('.') && segment !== '.well-known'
  return segment !== '' && !hidden && !/[/\\\0]/.test(segment)
}

// One file as an answer: type, encoding, caching, and nothing at all when the browser has it already.

/** What the build compressed stands beside the file. */
const SIBLING = { encoding: 'br', suffix: '.br' }

/** The smallest form of a file that the browser accepts, by its Accept-Encoding. */
async function chooseEncoding(
  file: FoundFile,
  acceptEncoding: string | undefined,
): Promise<{ file: FoundFile; encoding?: string }> {
  if (!acceptedEncodings(acceptEncoding ?? '').has(SIBLING.encoding)) return { file }
  const sibling = await statFile(file.path + SIBLING.suffix)
  return sibling ? { file: sibling, encoding: SIBLING.encoding } : { file }
}

function acceptedEncodings(header: string): Set<string> {
  const entries = header.split(',').map((entry) => entry.toLowerCase().split(';'))
  return new Set(entries.filter(([, q]) => !isZero(q)).map(([name = '']) => name.trim()))
}

function isZero(quality: string | undefined): boolean {
  return /^\s*q\s*=\s*0(\.0*)?\s*$/.test(quality ?? '')
}

/** Names below it carry a hash of their content (astro.config `build.assets`). */
const HASHED_ASSETS = '/frontend/assets/'

const WORKER = '/frontend/sw.js'

/** Pages and scripts are read in one go, which is faster; attachments flow through. */
const READ_AT_ONCE_BYTES = 512 * 1024

/** @param status 200 for the file that was asked for, 404 for the page that says it is missing */
async function sendFile(context: Context, original: FoundFile, status: 200 | 404): Promise<Response> {
  const { file, encoding } = await chooseEncoding(original, context.req.header('accept-encoding'))
  const etag = `W/"${file.size.toString(36)}-${Math.round(file.modifiedMs).toString(36)}"`
  const range = encoding || status !== 200 ? undefined : rangeOf(context.req.header('range'), file.size)
  const headers = new Headers({
    Vary: 'Accept-Encoding',
    'Cache-Control': cacheControl(context.req.path, status),
  })
  if (status === 200) headers.set('ETag', etag)
  // It answers for pages, which are above it (docs/offline.md).
  if (context.req.path === WORKER) headers.set('Service-Worker-Allowed', '/')
  if (status === 200 && isKnown(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers.set('Content-Type', getMimeType(original.path) ?? 'application/octet-stream')
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.size))
  if (encoding) headers.set('Content-Encoding', encoding)
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  const body = context.req.method === 'HEAD' ? null : await readBody(file, range)
  return new Response(body, { status: range ? 206 : status, headers })
}

interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/** One range with a start, as the search asks for it; to others the whole file is an answer, too. */
function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked) return undefined
  const start = Number(asked[1])
  const end = Math.min(asked[2] ? Number(asked[2]) : size, size - 1)
  return start <= end ? { start, end } : undefined
}

async function readBody({ path, size }: FoundFile, range: ByteRange | undefined): Promise<BodyInit> {
  if (range) return Readable.toWeb(createReadStream(path, range)) as ReadableStream
  if (size <= READ_AT_ONCE_BYTES) return readFile(path) as Promise<Buffer<ArrayBuffer>>
  return Readable.toWeb(createReadStream(path)) as ReadableStream
}

function cacheControl(path: string, status: 200 | 404): string {
  const immutable = status === 200 && path.startsWith(HASHED_ASSETS)
  return immutable ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
