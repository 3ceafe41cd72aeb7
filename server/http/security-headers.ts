/** Headers that every class of answer carries: page, asset, API answer, 404 and fault. */
import { createMiddleware } from 'hono/factory'
import { isApiPath } from './api-paths.ts'
import { isHttps } from './client.ts'
import type { AppEnv } from './types.ts'

export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** The pages' script policy is a meta tag made by the build; frame-ancestors works only as a header. */
const PAGE_POLICY = "frame-ancestors 'none'"
const API_POLICY = `default-src 'none'; ${PAGE_POLICY}`
const ONE_YEAR_HTTPS_ONLY = 'max-age=31536000'

export const securityHeaders = createMiddleware<AppEnv>(async (context, next) => {
  await next()
  const api = isApiPath(context.req.path)
  const { headers } = context.res
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value)
  headers.set('Content-Security-Policy', api ? API_POLICY : PAGE_POLICY)
  if (api) headers.set('Cache-Control', 'no-store')
  if (isHttps(context)) headers.set('Strict-Transport-Security', ONE_YEAR_HTTPS_ONLY)
})
