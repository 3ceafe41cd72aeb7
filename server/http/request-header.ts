import type { AppContext } from './types.ts'

/**
 * One header of the request. On Node it comes as the parser has it: Hono's way makes an object of all headers first,
 * which takes as long as looking up the session.
 * @param name in small letters
 */
export function requestHeader(
  context: AppContext,
  name: 'accept' | 'cookie' | 'if-none-match' | 'x-forwarded-for' | 'x-forwarded-proto',
): string | undefined {
  const incoming = context.env?.incoming
  const value = incoming ? incoming.headers[name] : context.req.header(name)
  return Array.isArray(value) ? value.join(', ') : value
}
