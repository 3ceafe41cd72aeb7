import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatProblem } from '../load/yaml-fields.ts'
import { readGoldenFiles } from './golden-files.ts'
import { checkLibrary, readDocuments } from './library.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'golden-'))
  await mkdir(join(folder, 'interpretations'))
  await writeFile(
    join(folder, 'interpretations/a.md'),
    '---\nid: 1\ntitle: 标题\ngist: 有什么用\nregion: "000000"\n---\n',
  )
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, ...lines: string[]) =>
  writeFile(join(folder, 'interpretations', name), lines.join('\n'))

/** Returns the checker's output, with paths inside the folder of interpretations. */
async function check(): Promise<string[]> {
  const root = `${relative(process.cwd(), folder)}/interpretations/`
  return (await checkLibrary(folder, await readDocuments(folder))).map((problem) =>
    formatProblem(problem).replaceAll(root, ''),
  )
}

test('a company is the base with its own answers; amounts may be written in 万', async () => {
  await write(
    'a.golden.yaml',
    'base: { employees: 40, assets: 1200万 }',
    'companies:',
    '  - { name: 一, verdict: 符合 }',
    '  - { name: 二, facts: { employees: null, revenue: 0.5 }, verdict: 待确认 }',
  )
  expect(await check()).toEqual([])
  expect((await readGoldenFiles(folder, []))[0]?.companies).toEqual([
    { name: '一', facts: { employees: 40, assets: '12000000' }, status: 'met' },
    { name: '二', facts: { employees: null, assets: '12000000', revenue: '0.5' }, status: 'unknown' },
  ])
})

test('mistakes contain file, line, field, expectation and finding', async () => {
  await write(
    'a.golden.yaml',
    'base: { staff: 3 }',
    'companies:',
    '  - name: 一',
    '    verdict: 也许',
    '  - { name: 二, verdict: 符合, colour: 红 }',
  )
  expect(await check()).toEqual([
    'a.golden.yaml:4 companies.0.verdict：应为下列之一：符合、不符合、待确认，实际为 "也许"',
    'a.golden.yaml:5 companies.1.colour：应为已知的字段（字段表见 docs/policy-fields.md），实际为 未知字段',
  ])
})

test('an ask is answered under its full key; one that the page does not ask is named', async () => {
  await writeFile(
    join(folder, 'interpretations/a.md'),
    '---\nid: 1\ntitle: 标题\ngist: 有什么用\nregion: "000000"\neligibility: { all: [{ ask: 属于目录, key: catalogue }] }\n---\n',
  )
  await write(
    'a.golden.yaml',
    'base: { 1.catalogue: true }',
    'companies:',
    '  - { name: 一, verdict: 符合 }',
    '  - { name: 二, verdict: 待确认, facts: { 1.catalogues: true } }',
  )
  expect(await check()).toEqual([
    'a.golden.yaml:4 companies.1.facts.1.catalogues：应为问卷能收下的回答，实际为 这篇解读没有这个问题',
  ])
})

test('a company that is thought to be something else says what, and by which condition it is not so', async () => {
  await write(
    'a.golden.yaml',
    'companies: [{ name: 一, verdict: 符合 }]',
    'wrong:',
    '  - { name: 二, facts: { employees: 9 }, thought: 符合, verdict: 不符合, decides: 人数, why: 人数太多了 }',
    '  - { name: 三, thought: 不符合, verdict: 符合, why: 其实可以享受 }',
  )
  expect(await check()).toEqual([])
  expect((await readGoldenFiles(folder, []))[0]?.wrong).toEqual([
    { name: '二', facts: { employees: 9 }, status: 'unmet', thought: 'met', decides: '人数' },
    { name: '三', facts: {}, status: 'met', thought: 'unmet' },
  ])
  await write(
    'a.golden.yaml',
    'companies: [{ name: 一, verdict: 符合 }]',
    'wrong:',
    '  - { name: 二, thought: 符合, verdict: 符合, why: 其实可以享受 }',
    '  - { name: 三, thought: 符合, verdict: 不符合, why: 人数太多了 }',
    '  - { name: 四, facts: { staff: 1 }, thought: 符合, verdict: 不符合, decides: 人数, why: 人数太多了 }',
  )
  expect(await check()).toEqual([
    'a.golden.yaml:3 wrong.0.thought：应为与 verdict 不同，实际为 "符合"',
    'a.golden.yaml:4 wrong.1.decides：应为起决定作用的条件里的几个字（符合的不写），实际为 没有写',
  ])
})
