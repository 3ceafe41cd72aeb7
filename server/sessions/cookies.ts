/** The session's cookies, a secret one and a readable one that only shows that a person is logged in; and the browser's own. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { HINT_COOKIE, HINT_VALUE } from '../../src/lib/contract/account/hint-cookie.ts'
import { isHttps } from '../http/client.ts'
import type { AppContext } from '../http/types.ts'

type Name = 'session' | 'browser' | typeof HINT_COOKIE

export const SESSION_SECONDS = 30 * 24 * 3600

/** The longest lifetime that browsers allow. */
const BROWSER_SECONDS = 400 * 24 * 3600

export function readSessionToken(context: AppContext): string | undefined {
  return getCookie(context, cookieName(context, 'session'))
}

export function readBrowserId(context: AppContext): string | undefined {
  return getCookie(context, cookieName(context, 'browser'))
}

export function writeBrowserId(context: AppContext, id: string): void {
  const life = { ...attributes(context), maxAge: BROWSER_SECONDS }
  setCookie(context, cookieName(context, 'browser'), id, { ...life, httpOnly: true })
}

export function writeSessionCookies(context: AppContext, token: string): void {
  const life = { ...attributes(context), maxAge: SESSION_SECONDS }
  setCookie(context, cookieName(context, 'session'), token, { ...life, httpOnly: true })
  setCookie(context, cookieName(context, HINT_COOKIE), HINT_VALUE, life)
}

export function clearSessionCookies(context: AppContext): void {
  deleteCookie(context, cookieName(context, 'session'), { ...attributes(context), httpOnly: true })
  deleteCookie(context, cookieName(context, HINT_COOKIE), attributes(context))
}

/** `__Host-` binds the cookie to https and to this host; browsers refuse it on plain http. */
function cookieName(context: AppContext, name: Name): string {
  return isHttps(context) ? `__Host-${name}` : name
}

function attributes(context: AppContext): CookieOptions {
  return { path: '/', sameSite: 'Lax', secure: isHttps(context) }
}
