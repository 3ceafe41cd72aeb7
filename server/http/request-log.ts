import { createMiddleware } from 'hono/factory'
import { isApiPath } from './api-paths.ts'
import type { AppEnv } from './types.ts'

/** Phones and codes are runs of digits: a path typed by hand could hold one. Ids of rows stay readable. */
const DIGIT_RUN = /\d{6,}/g

/**
 * Gives the request an id (header X-Request-Id) and writes one line when it is answered. Pages and assets that are
 * served as asked say nothing new, and would bury the SMS codes on the terminal.
 */
export const requestLog = createMiddleware<AppEnv>(async (context, next) => {
  const id = crypto.randomUUID()
  context.set('requestId', id)
  const startedMs = performance.now()
  await next()
  context.res.headers.set('X-Request-Id', id)
  if (!isApiPath(context.req.path) && context.res.status < 500) return
  context.var.services.log({
    level: 'info',
    event: 'request',
    method: context.req.method,
    path: context.req.path.replace(DIGIT_RUN, '*'),
    status: context.res.status,
    ms: Math.round(performance.now() - startedMs),
    request_id: id,
  })
})
