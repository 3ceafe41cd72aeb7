/** Our own addresses, and the guard against requests that other sites make with a visitor's cookies (behaviour B4.6). */
import type { AppContext } from './types.ts'

/**
 * Sec-Fetch-Site, which no script can set, must say same-origin; a browser that does not send it (an old one, or any
 * on plain http) must send an Origin that is ours: one of PUBLIC_ORIGINS, or else the host that was asked. Such a
 * browser sends no Origin with a GET of the page's own, so for logout the Referer stands in for it.
 */
export function isSameOrigin(context: AppContext): boolean {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = context.req.header('origin') ?? refererOrigin(context)
  if (origin === undefined || !URL.canParse(origin)) return false
  return isOwnOrigin(context, new URL(origin))
}

/** Whether an address is one of ours: of PUBLIC_ORIGINS or else, behind whatever scheme, of the host that was asked. */
export function isOwnOrigin(context: AppContext, address: URL): boolean {
  const { publicOrigins } = context.var.services.config
  if (publicOrigins.size > 0) return publicOrigins.has(address.origin)
  return address.host === new URL(context.req.url).host
}

function refererOrigin(context: AppContext): string | undefined {
  const referer = context.req.method === 'GET' ? context.req.header('referer') : undefined
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}
