/** The portal's own addresses, and the guard against other sites' requests with a visitor's cookies (behaviour B4.6). */
import type { AppContext } from './types.ts'

/**
 * Sec-Fetch-Site, which no script can set, must be same-origin; a browser without it (an old one, or any on plain http) must
 * send our Origin: one of PUBLIC_ORIGINS, or else the requested host. Such a browser sends no Origin with the page's own GET,
 * so logout accepts the Referer instead.
 */
export function isSameOrigin(context: AppContext): boolean {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = context.req.header('origin') ?? refererOrigin(context)
  if (origin === undefined || !URL.canParse(origin)) return false
  return isOwnOrigin(context, new URL(origin))
}

/** Whether an address is ours: one of PUBLIC_ORIGINS or else, with any scheme, the requested host. */
export function isOwnOrigin(context: AppContext, address: URL): boolean {
  const { publicOrigins } = context.var.services.config
  if (publicOrigins.size > 0) return publicOrigins.has(address.origin)
  return address.host === new URL(context.req.url).host
}

function refererOrigin(context: AppContext): string | undefined {
  const referer = context.req.method === 'GET' ? context.req.header('referer') : undefined
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}
