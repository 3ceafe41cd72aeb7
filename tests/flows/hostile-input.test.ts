/** Whatever is sent to whichever route: never a 5xx, always the envelope, always Chinese words. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPortal } from '../../server/testing/portal.ts'

const HOSTILE = [
  "' or 1=1; drop table customers; --",
  '<img src=x onerror=alert(1)>',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '%00%zz',
  '１３８００００００００１',
  '1e308',
  '-1',
  '9'.repeat(400),
]

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom('13800000001', '000000', '2026-11-21'))
const fields = fc.dictionary(
  fc.constantFrom('phone', 'captcha', 'consent', 'page', '__proto__', 'constructor'),
  value,
)
const body = fc.oneof(
  fc.oneof(fields, fc.jsonValue()).map((json) => JSON.stringify(json)),
  text,
)
const query = fc.array(fc.tuple(fc.constantFrom('page', 'status', 'page[]', '__proto__', ''), text), {
  maxLength: 4,
})

const probe = await openPortal()
const ROUTES = probe.app.routes.filter(({ method }) => method !== 'ALL')
await probe.close()

test('all calls of this version are there', () => {
  expect(ROUTES.length).toBeGreaterThanOrEqual(9)
})

test.each(ROUTES.map(({ method, path }) => [method, path]))('%s %s', async (method, path) => {
  const portal = await openPortal()
  const browser = await portal.loggedIn('13800000001')
  const session = new Map(browser.cookies)
  const samples = fc.asyncProperty(body, query, text, async (sentBody, pairs, id) => {
    for (const [name, cookie] of session) browser.cookies.set(name, cookie)
    const search = pairs.map((pair) => pair.map(escapeText).join('=')).join('&')
    const target = `${path.replace(':id', escapeText(id) || '1')}?${search}`
    const init = method === 'GET' ? {} : { body: sentBody, headers: { 'content-type': 'application/json' } }
    const answer = await browser.send(method, target, init)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.code).toBeTypeOf('number')
    if (answer.body.code !== 200) expect(answer.body.message).toMatch(/\p{Script=Han}/u)
    expect(JSON.stringify(answer.body)).not.toMatch(/Invalid|Expected|SQLITE|at .*\.ts/)
  })
  await fc.assert(samples, { numRuns: 150 })
  expect(portal.logs.filter((entry) => entry.level === 'error')).toEqual([])
  await portal.close()
})

/** Lone halves of surrogate pairs cannot be percent-encoded: they go as they are. */
function escapeText(part: string): string {
  return part.isWellFormed() ? encodeURIComponent(part).replace(/^\.+$/, '1') : '%ED%A0%80'
}
