import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Next } from 'hono'
import { every } from 'hono/combine'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { isApiPath } from '../http/api-paths.ts'
import { TransportFault } from '../http/refusal.ts'

/** Handles every path that is not the API's: `/x` is `x/index.html`, `/x/` leads to `/x`. @param isThere for shell pages */
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
    // A new build may replace this one meanwhile: length, tag and bytes must be of the same build.
    const build = await realpath(dist).catch(() => dist)
    const file = isMissingPage(pathname) ? undefined : await findFile(build, pathname, isThere)
    if (file) return sendFile(context, file, next)
    const missing = await readFile(join(build, '404/index.html'), 'utf8')
      .catch(() => readFile(join(build, '404.html'), 'utf8'))
      .catch(() => undefined)
    if (missing === undefined) return context.text('页面不存在', 404)
    return context.html(missing, 404, { 'Cache-Control': 'no-cache' })
  })
  return every(gzipForFew, pages)
}

/** For browsers that do not accept Brotli: very old ones, and all without HTTPS. */
const gzipForFew = compress({
  encoding: 'gzip',
  contentTypeFilter: (type) => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type === SHARD_TYPE,
})
const SHARD_TYPE = 'application/octet-stream'

function isMissingPage(pathname: string): boolean {
  return /^\/404(\/|\.html$|$)/.test(pathname)
}

interface FoundFile {
  path: string
  size: number
  modifiedMs: number
}

type IsThere = (path: string) => Promise<boolean>

/** Shell pages for other paths (behaviour B1.5). */
const SHELL_PAGES: readonly [path: RegExp, page: string][] = [
  [/^(\/popular\/[^/]+)\/.+$/, '$1'],
  [/^\/enterprise\/[1-9]\d{0,5}\/[1-9]\d{6,14}$/, '/enterprise/approved'],
  [/^\/providerlist\/[1-9]\d{0,5}$/, '/providerlist/added'],
]

/** Returns the file, the page's index.html, or the page that stands for it. @param pathname percent-encoded */
async function findFile(dist: string, pathname: string, isThere: IsThere): Promise<FoundFile | undefined> {
  const path = decodePath(pathname)
  if (path === undefined) return undefined
  const own = (await statFile(join(dist, path))) ?? (await statFile(join(dist, path, 'index.html')))
  if (own) return own
  const shell = SHELL_PAGES.find(([paths]) => paths.test(path))
  if (!shell || !(await isThere(path))) return undefined
  return statFile(join(dist, path.replace(...shell), 'index.html'))
}

async function statFile(path: string): Promise<FoundFile | undefined> {
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

/** Names below it contain a hash of their content (astro.config `build.assets`). */
const HASHED_ASSETS = '/frontend/assets/'

const WORKER = '/frontend/sw.js'

async function sendFile(context: Context, { path, size, modifiedMs }: FoundFile, next: Next) {
  const asked = context.req.path
  const isImmutable = asked.startsWith(HASHED_ASSETS)
  context.header('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  // The worker also serves the pages above its folder (docs/offline.md).
  if (asked === WORKER) context.header('Service-Worker-Allowed', '/')
  const etag = `W/"${size.toString(36)}-${Math.round(modifiedMs).toString(36)}"`
  context.header('ETag', etag)
  if (isKnown(context.req.header('if-none-match'), etag)) return context.body(null, 304)
  // A range is of the file itself, also for clients that accept Brotli.
  const precompressed = context.req.header('range') === undefined
  return serveStatic({ path, precompressed })(context, next)
}

function isKnown(ifNoneMatch = '', etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
