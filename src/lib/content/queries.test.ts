import { globSync, readFileSync } from 'node:fs'
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
    const entry = { collection: 'news', id: 1, digest: 'a', body: '正文' }
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

/** A page that finds kept what another page has asked for, or reads content by itself, has not asked, and goes stale. */
describe('past the queries', () => {
  const KEPT = /^(?:let |(?:export )?const \w+(?:: .+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m
  const READ = /\b(?:readShown|readCollection|CONTENT_DIR)\b/
  /** What they keep is no content. */
  const KEEPING = {
    'src/lib/content/picture/draw.ts': 'typefaces, and how they draw',
    'src/lib/content/queries.ts': 'what is asked',
    'src/lib/content/regions.ts': 'the register of divisions, which is code',
    'src/lib/rules/chat/chat-line.ts': 'lines in the browser',
    'src/lib/rules/text/titles.ts': 'what cuts words',
    'src/lib/rules/worth/bounds.ts': 'nothing, as one map',
  }
  const sources = (pattern: string) =>
    globSync(pattern).filter(
      (file) => !file.endsWith('.test.ts') && !file.startsWith('src/lib/content/check'),
    )
  const matching = (pattern: RegExp, files: string[]) =>
    files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()

  test('nothing is kept from page to page', () => {
    expect(matching(KEPT, sources('src/lib/{content,rules}/**/*.ts'))).toEqual(Object.keys(KEEPING))
  })

  test('no page reads content', () => {
    expect(matching(READ, sources('src/{pages,components,layouts}/**/*.{astro,ts}'))).toEqual([])
    expect(matching(READ, sources('src/lib/content/{entries,directory,relations}.ts'))).toHaveLength(3)
  })

  test.each([
    'import x\nlet kept: Promise<Entry[]> | undefined',
    'const kept = new Map<number, Entry>()',
    'export const kept: Kept = new WeakSet()',
  ])('it would be seen: %s', (source) => {
    expect(source).toMatch(KEPT)
  })
})
