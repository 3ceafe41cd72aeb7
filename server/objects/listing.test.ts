import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AliOss } from './testing/ali-oss.ts'
import { clientKey } from './testing/keys.ts'
import { openTestStore, type TestStore } from './testing/open-store.ts'

let at: TestStore
beforeAll(async () => {
  at = await openTestStore()
})
afterAll(async () => {
  expect(at.faults).toEqual([])
  await at.close()
})

interface Listed {
  keys: string[]
  prefixes: string[]
}

/** All pages, keys percent-encoded on the way. */
async function listAll(oss: AliOss, query: Record<string, unknown>): Promise<Listed> {
  const all: Listed = { keys: [], prefixes: [] }
  for (let token: string | null | undefined; token !== null; ) {
    const page = await oss.listV2({ ...query, 'continuation-token': token, 'encoding-type': 'url' })
    all.keys.push(...page.objects.map(({ name }) => decodeURIComponent(name)))
    all.prefixes.push(...(page.prefixes ?? []).map(decodeURIComponent))
    token = page.isTruncated ? page.nextContinuationToken : null
  }
  return all
}

function expected(keys: string[], prefix: string, delimiter: string): Listed {
  const found = { keys: new Set<string>(), prefixes: new Set<string>() }
  for (const key of keys.filter((each) => each.startsWith(prefix))) {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    if (end === -1) found.keys.add(key)
    else found.prefixes.add(key.slice(0, end + delimiter.length))
  }
  const sort = (set: Set<string>) => [...set].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return { keys: sort(found.keys), prefixes: sort(found.prefixes) }
}

describe('ali-oss', () => {
  test('any key goes there and back, and is listed by its bytes', async () => {
    const plan = fc.record({
      names: fc.uniqueArray(clientKey, { minLength: 1, maxLength: 12 }),
      delimiter: fc.constantFrom('', '/', 'a', '..'),
      limit: fc.integer({ min: 1, max: 4 }),
      prefixLength: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ names, delimiter, limit, prefixLength }) => {
        const bucket = `b${randomUUID()}`
        at.store.saveBucket(bucket)
        const oss = at.client({ bucket })
        for (const name of names) await oss.put(name, Buffer.from(`bytes of ${name}`))
        for (const name of names) {
          expect((await oss.get(name)).content.toString()).toBe(`bytes of ${name}`)
          expect((await oss.head(name)).res.status).toBe(200)
        }
        const prefix = [...(names[0] ?? '')].slice(0, prefixLength).join('')
        const query = { delimiter, prefix, 'max-keys': limit }
        expect(await listAll(oss, query)).toEqual(expected(names, prefix, delimiter))
        expect((await oss.deleteMulti(names)).deleted).toHaveLength(names.length)
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('lists without an encoding what XML can carry', async () => {
    const oss = at.client()
    const names = ['x/<&>"\'', 'x/\u0001\r\n', 'x/é 業']
    for (const name of names) await oss.put(name, Buffer.from('1'))
    const { objects } = await oss.listV2({ prefix: 'x/', 'fetch-owner': 'true' })
    expect(objects.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(objects[0]).toMatchObject({ size: 1, type: 'Normal', owner: { id: 'portal' } })
  })

  test.each([{ 'max-keys': '0' }, { 'max-keys': '1001' }, { 'max-keys': 'x' }, { 'encoding-type': 'x' }])(
    'refuses %o',
    async (query) => {
      const oss = at.client()
      await expect(oss.listV2(query)).rejects.toMatchObject({ code: 'InvalidArgument', status: 400 })
    },
  )
})

test('an object in the place of a folder is folded with it', async () => {
  const oss = at.client()
  for (const name of ['f/', 'f/a', 'f0']) await oss.put(name, Buffer.from('1'))
  expect(await listAll(oss, { delimiter: '/', prefix: 'f', 'max-keys': 1 })).toEqual({
    keys: ['f0'],
    prefixes: ['f/'],
  })
  expect((await listAll(oss, { delimiter: '/', prefix: 'f/' })).keys).toEqual(['f/', 'f/a'])
})
