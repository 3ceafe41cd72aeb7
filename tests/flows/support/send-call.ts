import type { Answer, Browser } from '../../../server/testing/browser.ts'
import type { Call } from '../../../src/lib/contract/call.ts'
import type { Input } from './sample.ts'

/** A browser's header for a request from another site's page. */
export const OTHER_SITE = { 'sec-fetch-site': 'cross-site' }

export async function sendCall(
  browser: Browser,
  call: Call,
  { params = {}, query = {}, body }: Input,
  headers: object = {},
): Promise<Answer['body']> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  const answer = await browser.send(call.method, `${path}?${new URLSearchParams(given)}`, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer.body
}

/** Whether the server must refuse other sites' requests. */
export function isGuarded(call: Call): boolean {
  return (call.method !== 'GET' || call.changesState === true) && !call.isSigned
}
