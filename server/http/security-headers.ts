import { createMiddleware } from 'hono/factory'
import { isApiPath } from './api-paths.ts'
import { isHttps } from './client.ts'
import type { AppContext, AppEnv } from './types.ts'

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** The build puts the pages' policy into a meta tag; frame-ancestors works only as a header. Both hold. */
const PAGE_POLICY = "frame-ancestors 'none'"

/** Pages made for frames: in our own pages, which preview them, and in those of the setting. */
const EMBEDDED = '/embed/'

export const API_HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': `default-src 'none'; ${PAGE_POLICY}`,
  'Cache-Control': 'no-store',
}

export function httpsHeaders(context: AppContext): Record<string, string> {
  if (!isHttps(context)) return {}
  const { hstsSubdomains } = context.get('services').config
  return { 'Strict-Transport-Security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}` }
}

/** The "not found" page has the whole portal around it, so no frame may show it, whatever its path. */
function pagePolicy({ req: { path }, res: { status }, var: { services } }: AppContext): string {
  const store = services.storage.origins().join(' ')
  const ancestors =
    path.startsWith(EMBEDDED) && (status === 200 || status === 304)
      ? ["frame-ancestors 'self'", ...services.config.embedHosts].join(' ')
      : PAGE_POLICY
  return `${ancestors}; connect-src 'self' ${store}; img-src 'self' data: ${store}`
}

/** For pages and assets; answers of the API set theirs themselves. */
export const pageHeaders = createMiddleware<AppEnv>(async (context, next) => {
  await next()
  if (isApiPath(context.req.path)) return
  const { headers } = context.res
  const all = {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': pagePolicy(context),
    ...httpsHeaders(context),
    ...(context.var.services.config.isPreview && { 'X-Robots-Tag': 'noindex, nofollow' }),
    'X-Request-Id': context.var.requestId,
  }
  for (const [name, value] of Object.entries(all)) headers.set(name, value)
})
