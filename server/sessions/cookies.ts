/** The session's two cookies: the secret one, and the readable one that says only that somebody is logged in. */
import { deleteCookie, setCookie } from 'hono/cookie'
import { type CookieOptions, parse } from 'hono/utils/cookie'
import { HINT_COOKIE, HINT_VALUE } from '../../src/lib/contract/account/hint-cookie.ts'
import { isHttps } from '../http/client.ts'
import { requestHeader } from '../http/request-header.ts'
import type { AppContext } from '../http/types.ts'

/** Sliding: each visit lengthens it. */
export const SESSION_SECONDS = 30 * 24 * 3600

export function readSessionToken(context: AppContext): string | undefined {
  const cookies = requestHeader(context, 'cookie')
  if (!cookies) return undefined
  const name = cookieName(context)
  return parse(cookies, name)[name]
}

export function writeSessionCookies(context: AppContext, token: string): void {
  const life = { ...attributes(context), maxAge: SESSION_SECONDS }
  context.set('setsCookies', true)
  setCookie(context, cookieName(context), token, { ...life, httpOnly: true })
  setCookie(context, HINT_COOKIE, HINT_VALUE, life)
}

export function clearSessionCookies(context: AppContext): void {
  context.set('setsCookies', true)
  deleteCookie(context, cookieName(context), { ...attributes(context), httpOnly: true })
  deleteCookie(context, HINT_COOKIE, attributes(context))
}

/** `__Host-` binds the cookie to https and to this very host; browsers refuse it on plain http. */
function cookieName(context: AppContext): string {
  return isHttps(context) ? '__Host-session' : 'session'
}

function attributes(context: AppContext): CookieOptions {
  return { path: '/', sameSite: 'Lax', secure: isHttps(context) }
}
