/** The client of Aliyun OSS, unchanged, in a real browser against the portal's own object store. */
import { expect, test } from './support/portal.ts'
import { E2E_ORIGIN } from './support/server.ts'

test.describe('policy', () => {
  test.use({ expectedErrors: /501 \(Not Implemented\)|Content Security Policy/ })

  test("a page's policy allows the object store, and no other host", async ({ page, request }) => {
    await page.goto('/')
    const reach = (origin: string) =>
      page.evaluate(
        (url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => 'reached',
            () => 'blocked',
          ),
        `${origin}/`,
      )
    const header = (await request.get('/')).headers()['content-security-policy']
    const origin = /connect-src 'self' (\S+);/.exec(header ?? '')?.[1] ?? ''
    expect(origin).toMatch(/^http:\/\/localhost:\d+$/)
    expect(origin).not.toBe(E2E_ORIGIN)
    expect(await reach(origin)).toBe('reached')
    expect(await reach(origin.replace('localhost', '127.0.0.1'))).toBe('blocked')
  })
})
