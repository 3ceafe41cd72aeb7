import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fingerprint, listen, query } from './queries.ts'

// As in a build.
beforeAll(() => vi.stubEnv('DEV', false))
afterAll(() => vi.unstubAllEnvs())

/** Answers a build has given stay, so each content has questions of its own. */
let contents = 0
function askAbout(names: Map<number, string>) {
  contents += 1
  const all = query(`all ${contents}`, async () => names)
  return { all, nameOf: query(`name ${contents}`, async (id: number) => (await all()).get(id)) }
}

test('a page has asked what it asked itself, each question once', async () => {
  const { nameOf } = askAbout(new Map([[1, '甲']]))
  const { made, questions } = await listen(async () => [await nameOf(1), await nameOf(1), await nameOf(2)])
  expect(made).toEqual(['甲', '甲', undefined])
  expect(questions.map(([, ...keys]) => keys)).toEqual([[1], [2]])
})

test('two pages that are made at the same time are told apart', async () => {
  const { nameOf } = askAbout(new Map())
  const pages = await Promise.all([1, 2].map((id) => listen(() => nameOf(id))))
  expect(pages.map(({ questions }) => questions.map(([, ...keys]) => keys))).toEqual([[[1]], [[2]]])
})

describe('a fingerprint', () => {
  const marks = async (...values: unknown[]) => Promise.all(values.map((value) => fingerprint(value, [])))

  test('is the same for the same, another for anything else', async () => {
    const values = [
      { a: [1, '1'] },
      { a: ['1', 1] },
      { a: [1, '1', 2] },
      { a: [[1, '1']] },
      { b: [1, '1'] },
      new Map(),
    ]
    const all = [
      ...values,
      undefined,
      null,
      'null',
      new Map([[1, new Set(['x'])]]),
      new Map([[1, new Set(['y'])]]),
    ]
    const once = await marks(...all)
    expect(once).toEqual(await marks(...structuredClone(all)))
    expect(new Set(once).size).toBe(all.length)
  })

  test('of a document is that of all its file says', async () => {
    const entry = { collection: 'news', id: '1', digest: 'a', rendered: { html: '<p>' } }
    const [one, same, other] = await marks(
      { entry },
      { entry: { ...entry } },
      { entry: { ...entry, digest: 'b' } },
    )
    expect(one).toBe(same)
    expect(one).not.toBe(other)
  })

  test('tells answers apart, and nobody knows that of a function', async () => {
    const { nameOf } = askAbout(new Map([[1, '甲']]))
    const [one, other] = await Promise.all([1, 2].map((id) => listen(() => nameOf(id))))
    expect(await fingerprint({}, one?.questions ?? [])).not.toBe(
      await fingerprint({}, other?.questions ?? []),
    )
    expect(await marks({ make: () => 1 }, [new Date()])).toEqual([undefined, undefined])
  })
})
