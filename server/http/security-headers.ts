/** Headers that every class of answer carries: page, asset, API answer, 404 and fault. */
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

/**
 * The pages' policy is a meta tag made by the build. What it cannot say stands here, and both hold: frame-ancestors works
 * only as a header, and where the object store is, only the running server knows.
 */
const PAGE_POLICY = "frame-ancestors 'none'"

/** Pages that are made to stand in others: in ours, which shows how they look, and in those of the setting. */
const EMBEDDED = '/embed/'

export const API_HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': `default-src 'none'; ${PAGE_POLICY}`,
  'Cache-Control': 'no-store',
}

/** One year of https only, where the request came by it. */
export function httpsHeaders(context: AppContext): Record<string, string> {
  if (!isHttps(context)) return {}
  const { hstsSubdomains } = context.get('services').config
  return { 'Strict-Transport-Security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}` }
}

/** The page that says "not found" has the whole portal around it: it is not made to stand in others, whatever its path. */
function pagePolicy({ req: { path }, res: { status }, var: { services } }: AppContext): string {
  const store = services.storage.origins().join(' ')
  const ancestors =
    path.startsWith(EMBEDDED) && (status === 200 || status === 304)
      ? ["frame-ancestors 'self'", ...services.config.embedHosts].join(' ')
      : PAGE_POLICY
  return `${ancestors}; connect-src 'self' ${store}; img-src 'self' data: ${store}`
}

/** For pages and assets; the answers of the API are made with theirs. */
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
