/** The portal's own addresses, and the guard against other sites' requests with a visitor's cookies (behaviour B4.6). */
import type { AppContext } from './types.ts'

/** A browser without Sec-Fetch-Site sends our Origin; it sends none with a page's own GET, so logout accepts the Referer. */
export function isSameOrigin(context: AppContext): boolean {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = context.req.header('origin') ?? refererOrigin(context)
  if (origin === undefined || !URL.canParse(origin)) return false
  return isOwnOrigin(context, new URL(origin))
}

export function isOwnOrigin(context: AppContext, address: URL): boolean {
  const { publicOrigins } = context.var.services.config
  if (publicOrigins.size > 0) return publicOrigins.has(address.origin)
  return address.host === new URL(context.req.url).host
}

function refererOrigin(context: AppContext): string | undefined {
  const referer = context.req.method === 'GET' ? context.req.header('referer') : undefined
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}
