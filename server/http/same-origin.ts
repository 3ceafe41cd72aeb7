/** The guard against requests that another site makes with a visitor's cookies (decisions §5). */
import type { AppContext } from './types.ts'

/**
 * Sec-Fetch-Site, which no script can set, must say same-origin; a browser too old to send it must send an Origin
 * that is ours: one of PUBLIC_ORIGINS, or else the host that was asked.
 */
export function isSameOrigin(context: AppContext): boolean {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = context.req.header('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  const { publicOrigins } = context.var.services.config
  if (publicOrigins.size > 0) return publicOrigins.has(origin)
  return new URL(origin).host === new URL(context.req.url).host
}
