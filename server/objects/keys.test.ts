import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyKey } from './testing/keys.ts'
import { BUCKET, openTestStore } from './testing/open-store.ts'
import { send, sign } from './testing/raw.ts'

test('a key is data, dots and slashes included', async () => {
  const at = await openTestStore()
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyKey, { minLength: 1, maxLength: 3 }), async (keys) => {
      const target = (key: string) => `/${BUCKET}/${encodeURIComponent(key).replaceAll('%2F', '/')}`
      for (const key of keys) {
        const put = await send(at.port, sign({ method: 'PUT', target: target(key), body: `of ${key}` }))
        expect(put.status).toBe(200)
      }
      for (const key of keys) {
        const got = await send(at.port, sign({ method: 'GET', target: target(key) }))
        expect(got.body).toBe(`of ${key}`)
      }
    }),
    { numRuns: 40, examples: [[['../x', 'x', 'a/../x', './x']], [['../../../../tmp/x']]] },
  )
  expect(existsSync(join(at.folder, '..', 'x'))).toBe(false)
  expect(at.faults).toEqual([])
  await at.close()
})
