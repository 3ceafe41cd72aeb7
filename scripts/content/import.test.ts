import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLibrary, readCollection, readDocuments } from '../../src/lib/content/check/library.ts'
import { formatProblem } from '../../src/lib/content/load/yaml-fields.ts'
import { countOmitted, importLibrary } from './import.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterEach(() => rm(folder, { recursive: true }))

const row = (id: string, change: object = {}) =>
  JSON.stringify({ id, title: `标题 ${id}`, body_markdown: '正文', category: '法律', ...change })

const runImport = (...rows: string[]) => importLibrary(rows.join('\n'), folder)
const problems = async () => (await checkLibrary(folder, await readDocuments(folder))).map(formatProblem)

async function pageIds(): Promise<Record<string, number>> {
  const { entries } = await readCollection(folder, 'originals')
  return Object.fromEntries(entries.map(({ data }) => [data.ref ?? '', data.id]))
}

describe('rows', () => {
  test('every document is written and can be built; invalid rows are returned with their line', async () => {
    const { written, refused, omitted } = await runImport(
      row('a'),
      row('b').slice(0, 30),
      '',
      row('c', { title: null }),
      row('d', { category: '新闻' }),
      row('e', { category: '司法解释' }),
      row('f', { date: '2026-13-01' }),
      row('g', { region: '火星' }),
      row('h', { category: '政策解读' }),
      row('a', { title: '又一次' }),
    )
    expect(written).toEqual({ originals: 4, interpretations: 1, news: 1 })
    expect(refused.map(({ line, reason }) => `${line} ${reason.split('：')[0]}`)).toEqual([
      '2 整行',
      '4 title',
      '10 id',
    ])
    expect(omitted.map(({ line, field }) => `${line} ${field}`)).toEqual(['6 category', '7 date', '8 region'])
    expect(await problems()).toEqual([])
    expect(await readFile(join(folder, 'originals/a.md'), 'utf8')).toContain('title: 标题 a')
  })

  test('omissions are counted by field, an unlisted category by its name', async () => {
    const { omitted } = await runImport(
      row('a', { category: '司法解释', date: '昨天' }),
      row('b', { category: '司法解释' }),
      row('c', { category: '批复', date: '今天' }),
      row('d', { date: '前天' }),
    )
    expect(countOmitted(omitted)).toEqual([
      'date：3 篇，应为存在的日期，写作 YYYY-MM-DD，实际为 "昨天"（第 1 行等）',
      'category：2 篇，应为列出的类别（归入其他文件），实际为 "司法解释"（第 1 行等）',
      'category：1 篇，应为列出的类别（归入其他文件），实际为 "批复"（第 3 行）',
    ])
  })

  test.each([
    ['a title mark', { body_markdown: '修改<保险法>，5~10 人' }],
    ['markup', { body_markdown: '<script>alert(1)</script>\n\n<div\nonclick=x>' }],
    ['a title that is YAML', { title: '*重要*: "通知" #1' }],
    ['a title with a line of marks', { title: '一\n---\n二' }],
    ['a title that looks like a number', { title: '2026' }],
    ['a rule under the text', { body_markdown: '---\nid: 9\n---\n正文' }],
  ])('%s stays text', async (_, change) => {
    await runImport(row('a', change))
    const { entries, problems: found } = await readCollection(folder, 'originals')
    expect(found).toEqual([])
    expect(entries[0]?.data).toMatchObject({ id: 1, title: '标题 a', ...('title' in change && change) })
  })
})

describe('page ids', () => {
  test('count from 1 in the order of the file, separately for each collection', async () => {
    await runImport(row('b'), row('n', { category: '新闻' }), row('a'))
    expect(await pageIds()).toEqual({ b: 1, a: 2 })
    expect((await readCollection(folder, 'news')).entries.map(({ data }) => data.id)).toEqual([1])
  })

  test('stay the same in another import, in another order, with rows in front', async () => {
    await runImport(row('a'), row('b'))
    await runImport(row('new'), row('b', { title: '改了' }), row('a'))
    expect(await pageIds()).toEqual({ a: 1, b: 2, new: 3 })
    expect(await problems()).toEqual([])
    expect(await readdir(join(folder, 'originals'))).toHaveLength(3)
  })

  test('an id is not reused while its page exists', async () => {
    await runImport(row('a'), row('b'))
    await runImport(row('c'))
    expect(await pageIds()).toEqual({ a: 1, b: 2, c: 3 })
  })
})
