import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatProblem } from '../load/yaml-fields.ts'
import { checkLibrary, readCollection } from './library.ts'

const OWN_CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, ...fields: string[]) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `---\n${fields.join('\n')}\n---\n\n正文\n`)
}

const page = (id: number, ...more: string[]) => [`id: ${id}`, 'title: 标题', 'region: "000000"', ...more]
const original = (id: number, ...more: string[]) => page(id, 'kind: 法律', ...more)

/** Every problem as the checker prints it, with paths inside the content folder. */
async function check(): Promise<string[]> {
  const root = `${relative(process.cwd(), folder)}/`
  return (await checkLibrary(folder)).map((problem) => formatProblem(problem).replaceAll(root, ''))
}

test('a library in which everything is there has no problem', async () => {
  await write('originals/a.md', ...original(1, 'successor: 2'))
  await write('originals/2026/b.md', ...original(2))
  await write('interpretations/a.md', ...page(1, 'policy: 1', 'originals: [2]'))
  await write('news/a.md', ...page(1, 'policies: [1, 2]'))
  expect(await check()).toEqual([])
})

test('a folder that is not there is an empty library; other files than .md are none of it', async () => {
  expect(await check()).toEqual([])
  await mkdir(join(folder, 'news'))
  await writeFile(join(folder, 'news/notes.txt'), 'x')
  expect(await readCollection(folder, 'news')).toEqual({ entries: [], problems: [] })
})

test('what an item excludes has to be another interpretation', async () => {
  await write('interpretations/a.md', ...page(1, 'excludes: [2]'))
  await write('interpretations/b.md', ...page(2, 'excludes: [1, 2, 9]'))
  expect(await check()).toEqual([
    'interpretations/b.md:5 excludes：应为其他解读的 id，实际为 不能与自己互斥',
    'interpretations/b.md:5 excludes：应为其他解读的 id，实际为 没有编号为 9 的政策',
  ])
})

test('an id used twice in a collection names both files; other collections count for themselves', async () => {
  await write('news/a.md', ...page(7))
  await write('news/b.md', 'title: 标题', 'region: "000000"', 'id: 7')
  await write('originals/c.md', ...original(7))
  expect(await check()).toEqual(['news/b.md:4 id：应为没有用过的整数，实际为 7（news/a.md 已经用了）'])
})

test('a reference to an original that is not there names file, line, field and id', async () => {
  await write('originals/a.md', ...original(1, 'successor: 9'))
  await write(
    'interpretations/a.md',
    ...page(1, 'policy: 8', 'originals:', '  - 1', '  - 7'),
    'conditions:',
    '  - text: 一',
    '    original: 6',
  )
  await write('news/a.md', ...page(1, 'policies: [1, 5]'))
  const missing = (place: string, id: number) =>
    `${place}：应为一份政策原文的 id，实际为 ${id}（没有这份原文）`
  expect(await check()).toEqual([
    missing('originals/a.md:6 successor', 9),
    missing('interpretations/a.md:5 policy', 8),
    missing('interpretations/a.md:8 originals.1', 7),
    missing('interpretations/a.md:11 conditions.0.original', 6),
    missing('news/a.md:5 policies.1', 5),
  ])
})

test('a page of another collection is no original', async () => {
  await write('news/a.md', ...page(1, 'policies: [2]'))
  await write('interpretations/a.md', ...page(2))
  expect(await check()).toHaveLength(1)
})

test('a broken file takes no other file with it', async () => {
  await write('news/a.md', ...page(1, 'colour: red'))
  await write('news/b.md', 'summary: "')
  await write('news/c.md', ...page(3))
  const { entries, problems } = await readCollection(folder, 'news')
  expect(entries.map(({ data }) => data.id)).toEqual([3])
  expect(problems.map(({ file }) => basename(file))).toEqual(['a.md', 'b.md'])
})

test("the repository's own content has no problem", async () => {
  expect((await checkLibrary(OWN_CONTENT)).map(formatProblem)).toEqual([])
  expect((await readCollection(OWN_CONTENT, 'originals')).entries.length).toBeGreaterThan(0)
})
