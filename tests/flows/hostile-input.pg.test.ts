/** Any input to any call: never a 5xx, never a stack trace, always the envelope, always Chinese words. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPortal } from '../../server/testing/portal.ts'
import { CONTRACT_CALLS } from '../../src/lib/api-docs/contract-calls.ts'
import { bodyFor, hostileText, queryFor } from './support/near-valid.ts'
import '../fixed-seed.ts'

/**
 * Fewer runs suffice to find input that a separate database refuses: strings with zero bytes, numbers beyond its
 * columns.
 */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? (process.env['TEST_DATABASE_URL'] ? 10 : 30))
const OPERATOR = '13900000000'
const CUSTOMER = '13800000001'

test.each(CONTRACT_CALLS)('$name', async ({ call }) => {
  const portal = await openPortal()
  const browser = await portal.loggedIn(call.access === 'operator' ? OPERATOR : CUSTOMER)
  const session = new Map(browser.cookies)
  const id = fc.oneof(fc.constantFrom('1', '2', '11', '21'), hostileText)
  const samples = fc.asyncProperty(
    bodyFor(call),
    queryFor(call),
    id,
    id,
    async (body, pairs, first, second) => {
      for (const [name, cookie] of session) browser.cookies.set(name, cookie)
      const ids = [first, second]
      const path = call.path.replace(/\{\w+\}/g, () => escapeText(ids.shift() ?? '') || '1')
      const search = pairs.map((pair) => pair.map(escapeText).join('=')).join('&')
      const init = call.method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json' } }
      const answer = await browser.send(call.method, `${path}?${search}`, init)
      expect(answer.status).toBeLessThan(500)
      expect(answer.body.code).toBeTypeOf('number')
      if (answer.body.code === 200) return
      expect(answer.body.message).toMatch(/\p{Script=Han}/u)
      expect(answer.body.message).not.toMatch(/Invalid|Expected|SQLITE|at .*\.ts/)
    },
  )
  await fc.assert(samples, { numRuns: RUNS })
  expect(portal.logs.filter((entry) => entry.level === 'error')).toEqual([])
  await portal.close()
})

/** Lone surrogates cannot be percent-encoded and are sent as they are. */
function escapeText(part: string): string {
  return part.isWellFormed() ? encodeURIComponent(part).replace(/^\.+$/, '1') : '%ED%A0%80'
}
