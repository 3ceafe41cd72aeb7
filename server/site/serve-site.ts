/** Serves the static export: what nginx or a CDN does in front of a larger installation. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { every } from 'hono/combine'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { isApiPath } from '../http/api-paths.ts'
import { TransportFault } from '../http/refusal.ts'
import { findFile, type IsThere, statFile } from './find-file.ts'
import { sendFile } from './send-file.ts'

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
