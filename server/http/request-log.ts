import { createMiddleware } from 'hono/factory'
import { isApiPath, isProbePath } from './api-paths.ts'
import type { AppEnv } from './types.ts'

/** Phones and codes are runs of digits: a path typed by hand could hold one. Ids of rows stay readable. */
const DIGIT_RUN = /\d{6,}/g

/**
 * Gives the request an id (the answer's X-Request-Id) and writes one line when it is answered. Pages and assets that are
 * served as asked say nothing new, and would bury the SMS codes on the terminal; so would probes.
 */
export const requestLog = createMiddleware<AppEnv>(async (context, next) => {
  const id = crypto.randomUUID()
  context.set('requestId', id)
  const startedMs = performance.now()
  await next()
  const { path } = context.req
  if (isProbePath(path) || (!isApiPath(path) && context.res.status < 500)) return
  context.get('services').log({
    level: 'info',
    event: 'request',
    method: context.req.method,
    path: path.replace(DIGIT_RUN, '*'),
    status: context.res.status,
    ms: Math.round(performance.now() - startedMs),
    request_id: id,
  })
})
