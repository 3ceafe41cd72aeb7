import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSynonyms } from './synonyms.ts'

const folder = mkdtempSync(join(tmpdir(), 'synonyms-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(text: string) {
  writeFileSync(join(folder, 'synonyms.yaml'), text)
  const { synonyms, problems } = await readSynonyms(folder)
  return { synonyms, problems: problems.map(({ line, field, found }) => `${line} ${field} ${found}`) }
}

test('words are folded like queries', async () => {
  expect(await read('ＡＩ企业: [人工智能企业]')).toEqual({
    synonyms: { ai企业: ['人工智能企业'] },
    problems: [],
  })
})

test.each([
  ['高企: 高新技术企业', '1 高企 "高新技术企业"'],
  ['# 注\n高企: []', '2 高企 []'],
  ['高企: [高新技术企业, 3]', '1 高企.1 3'],
])('%j is refused with its place', async (text, problem) => {
  expect((await read(text)).problems).toEqual([problem])
})

test("a content folder without a list uses the project's own", async () => {
  rmSync(join(folder, 'synonyms.yaml'))
  const { synonyms, problems } = await readSynonyms(folder)
  expect(problems).toEqual([])
  expect(synonyms['高企']).toContain('高新技术企业')
})
