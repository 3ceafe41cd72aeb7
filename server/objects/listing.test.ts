import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AliOss } from './testing/ali-oss.ts'
import { at, openStoreForAll } from './testing/for-all.ts'
import { clientKey } from './testing/keys.ts'

openStoreForAll()

async function listAll(oss: AliOss, query: Record<string, unknown>): Promise<string[]> {
  const keys: string[] = []
  for (let token: string | null | undefined; token !== null; ) {
    const page = await oss.listV2({ ...query, 'continuation-token': token, 'encoding-type': 'url' })
    keys.push(...page.objects.map(({ name }) => decodeURIComponent(name)))
    token = page.isTruncated ? page.nextContinuationToken : null
  }
  return keys
}

test('any key is stored, read, and listed by its bytes', async () => {
  const oss = at.client()
  const plan = fc.record({
    names: fc.uniqueArray(clientKey, { minLength: 1, maxLength: 12 }),
    limit: fc.integer({ min: 1, max: 4 }),
    prefixLength: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ names, limit, prefixLength }) => {
      for (const name of names) await oss.put(name, Buffer.from(`bytes of ${name}`))
      for (const name of names) {
        expect((await oss.get(name)).content.toString()).toBe(`bytes of ${name}`)
        expect((await oss.head(name)).res.status).toBe(200)
      }
      const prefix = [...(names[0] ?? '')].slice(0, prefixLength).join('')
      const expected = names
        .filter((name) => name.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(await listAll(oss, { prefix, 'max-keys': limit })).toEqual(expected)
      expect((await oss.deleteMulti(names)).deleted).toHaveLength(names.length)
    }),
    { numRuns: 12 },
  )
}, 60_000)

test.each([{ 'max-keys': '0' }, { 'max-keys': '1001' }, { 'max-keys': 'x' }, { 'encoding-type': 'x' }])(
  'refuses %o',
  async (query) => {
    await expect(at.client().listV2(query)).rejects.toMatchObject({ code: 'InvalidArgument', status: 400 })
  },
)
