/** The unmodified client of Aliyun OSS in a real browser against the portal's own object store. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectStore, listenObjectStore } from '../../server/objects/object-store.ts'
import { PART_BYTES } from '../../src/lib/contract/documents/storage.ts'
import { expect, logIn, test } from './support/portal.ts'
import { E2E_ORIGIN } from './support/server.ts'
import { type Checkpoint, fetchToken, openUploadPage, optionsOf } from './support/upload-page.ts'

const MB = 1024 ** 2

test.describe('with a token of the portal', () => {
  test.use({ bypassCSP: true, expectedErrors: /403 \(Forbidden\)/ })

  test.beforeEach(async ({ page, phone }) => {
    await logIn(page, phone)
    await page.goto('/')
    await openUploadPage(page)
  })

  test('uploads in no, one and two parts are read back', async ({ page }) => {
    for (const size of [0, 1, 10 * MB]) {
      const token = await fetchToken(page, `bucket=documents&size=${size}`)
      const found = await page.evaluate(
        async ({ options, name, bytes, partSize }) => {
          const client = new OSS(options)
          const file = new File([new Uint8Array(bytes).fill(7)], '申请.pdf')
          const shown: number[] = []
          await client.multipartUpload(name, file, { partSize, progress: (part: number) => shown.push(part) })
          const { res } = await client.head(name)
          const back = await (await fetch(await client.signatureUrlV4('GET', 60, {}, name))).arrayBuffer()
          const isSame = new Uint8Array(back).every((byte) => byte === 7)
          return { length: res.headers['content-length'], back: back.byteLength, isSame, last: shown.at(-1) }
        },
        { options: optionsOf(token), name: `${token.key}申请 (1).pdf`, bytes: size, partSize: PART_BYTES },
      )
      expect(found).toEqual({ length: String(size), back: size, isSame: true, last: 1 })
    }
  })

  test('a cancelled upload resumes from its checkpoint, with new credentials', async ({ page }) => {
    const token = await fetchToken(page, `bucket=documents&size=${10 * MB}`)
    const upload = { options: optionsOf(token), name: `${token.key}a`, bytes: 10 * MB }
    const checkpoint = await page.evaluate(async ({ options, name, bytes }) => {
      const client = new OSS(options)
      let last: Checkpoint = { doneParts: [] }
      const progress = (part: number, checkpoint: Checkpoint) => {
        last = checkpoint
        if (part > 0.3) client.cancel()
      }
      const file = new File([new Uint8Array(bytes)], 'a')
      const error = await client
        .multipartUpload(name, file, { partSize: 1_024_000, parallel: 2, progress })
        .catch((reason: Error) => reason)
      return {
        reason: (error as Error).name,
        done: last.doneParts.length,
        last: { ...last, file: undefined },
      }
    }, upload)
    expect(checkpoint.reason).toBe('cancel')
    expect(checkpoint.done).toBeGreaterThan(0)

    const options = optionsOf(await fetchToken(page, `bucket=documents&key=${token.key}`))
    const resumed = await page.evaluate(
      async ({ options, name, bytes, last }) => {
        const client = new OSS(options)
        const shown: number[] = []
        const file = new File([new Uint8Array(bytes)], 'a')
        const progress = (part: number) => shown.push(part)
        await client.multipartUpload(name, file, { checkpoint: { ...last, file }, progress })
        return { first: shown[0] ?? 0, length: (await client.head(name)).res.headers['content-length'] }
      },
      { ...upload, options, last: checkpoint.last },
    )
    expect(resumed.first).toBeGreaterThan(0.3)
    expect(resumed.length).toBe(String(10 * MB))
  })
})

test.describe('clocks', () => {
  test.use({ bypassCSP: true, expectedErrors: /403 \(Forbidden\)/ })

  test('a browser with a wrong clock continues, an expired token does not', async ({ page }) => {
    let skewMs = 0
    const folder = mkdtempSync(join(tmpdir(), 'objects-'))
    const credentials = { accessKeyId: 'a', accessKeySecret: 'b', tokenSecret: 'x'.repeat(32) }
    const store = createObjectStore({
      folder,
      buckets: { documents: 'private' },
      origins: [E2E_ORIGIN],
      credentials,
      now: () => Date.now() + skewMs,
    })
    const server = await listenObjectStore(store, { port: 0, host: '127.0.0.1' })
    const { port } = server.address() as AddressInfo
    const grant = {
      bucket: 'documents',
      prefix: 'a/',
      holder: '1',
      limits: { bytes: 9, parts: 1 },
      expiresInSeconds: 3600,
    }
    const keys = store.issueToken(grant)
    const options = optionsOf({
      key: 'a/',
      OSSAccessKeyId: keys.accessKeyId,
      access_key_secret: keys.accessKeySecret,
      'x-oss-security-token': keys.securityToken,
      bucket: 'documents',
      region: 'oss-cn-beijing',
      endpoint: `http://localhost:${port}`,
      path_style: true,
      expiration: keys.expiration,
    })
    await openUploadPage(page)
    const put = (key: string) =>
      page.evaluate(
        ([given, name]) =>
          new OSS(given).put(name, new Blob(['1'])).then(
            ({ res }) => res.status,
            (error: { code: string }) => error.code,
          ),
        [options, key] as const,
      )
    try {
      skewMs = 20 * 60_000
      expect(await put('a/b')).toBe(200)
      skewMs = 2 * 3_600_000
      expect(await put('a/c')).toBe('SecurityTokenExpired')
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      store.close()
      rmSync(folder, { recursive: true })
    }
  })
})

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
