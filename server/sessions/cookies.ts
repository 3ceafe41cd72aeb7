/** The session's two cookies, a secret one and a readable one that only shows that a person is logged in; and the browser's own. */
import { deleteCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { HINT_COOKIE, HINT_VALUE } from '../../src/lib/contract/account/hint-cookie.ts'
import { isHttps, requestHeader } from '../http/client.ts'
import type { AppContext } from '../http/types.ts'

type Secret = 'session' | 'browser'
type Name = Secret | typeof HINT_COOKIE

/** Sliding: each visit extends it. */
export const SESSION_SECONDS = 30 * 24 * 3600

/** The longest lifetime that browsers allow. */
const BROWSER_SECONDS = 400 * 24 * 3600

export function readSessionToken(context: AppContext): string | undefined {
  return readSecret(context, 'session')
}

export function readBrowserId(context: AppContext): string | undefined {
  return readSecret(context, 'browser')
}

/** All our values consist of letters, digits, - and _. A general parser takes as long as the database. */
const SECRETS = new Map(
  ['session', '__Host-session', 'browser', '__Host-browser'].map((name) => [
    name,
    new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)\\s*(?:;|$)`),
  ]),
)

function readSecret(context: AppContext, secret: Secret): string | undefined {
  const cookies = requestHeader(context, 'cookie') ?? ''
  return SECRETS.get(cookieName(context, secret))?.exec(cookies)?.[1]
}

export function writeBrowserId(context: AppContext, id: string): void {
  context.set('setsCookies', true)
  const life = { ...attributes(context), maxAge: BROWSER_SECONDS }
  setCookie(context, cookieName(context, 'browser'), id, { ...life, httpOnly: true })
}

export function writeSessionCookies(context: AppContext, token: string): void {
  const life = { ...attributes(context), maxAge: SESSION_SECONDS }
  context.set('setsCookies', true)
  setCookie(context, cookieName(context, 'session'), token, { ...life, httpOnly: true })
  setCookie(context, cookieName(context, HINT_COOKIE), HINT_VALUE, life)
}

export function clearSessionCookies(context: AppContext): void {
  context.set('setsCookies', true)
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
