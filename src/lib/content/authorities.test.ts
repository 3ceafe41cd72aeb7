import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readAuthorities, spellingProblems, unregisteredReminders } from './authorities.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authorities-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (text: string) => writeFile(join(folder, 'authorities.yaml'), text)
const REGISTER = `- name: 国家税务总局
  aliases: [税务总局]
  site: https://www.chinatax.gov.cn/
- name: 科技部
  full: 科学技术部
  site: https://www.most.gov.cn/
`
const file = (data: object) => ({ file: 'a.md', data: { draft: false, ...data }, lineOf: () => 3 })

describe('the register', () => {
  test('returns the name for every spelling, and the other spellings of a name', async () => {
    await write(REGISTER)
    const { authorities, problems } = await readAuthorities(folder)
    expect(problems).toEqual([])
    expect(['税务总局', '科学技术部', '科技部', '某某局'].map(authorities.nameOf)).toEqual([
      '国家税务总局',
      '科技部',
      '科技部',
      undefined,
    ])
    expect(authorities.otherNames('科技部')).toEqual(['科学技术部'])
  })

  test("falls back to the project's register", async () => {
    const { authorities } = await readAuthorities(folder)
    expect(authorities.nameOf('工信部')).toBe('工业和信息化部')
  })

  test('reports mistakes with their place', async () => {
    await write(`${REGISTER}- name: 科学技术部\n  site: 首页\n`)
    expect((await readAuthorities(folder)).problems).toMatchObject([{ line: 8, field: '2.site' }])
    await write(`${REGISTER}- name: 科学技术部\n  site: https://a.gov.cn/\n`)
    expect((await readAuthorities(folder)).problems).toMatchObject([
      { line: 7, found: '科学技术部（已是“科技部”的写法）' },
    ])
  })
})

describe('authorities in content', () => {
  test('another spelling is a mistake in every field', async () => {
    await write(REGISTER)
    const { authorities } = await readAuthorities(folder)
    const entries = [
      file({ issuers: ['科技部', '税务总局'] }),
      file({ department: '科学技术部、国家税务总局' }),
      file({ department: '某某局' }),
    ]
    expect(spellingProblems(entries, authorities)).toMatchObject([
      { field: 'issuers.1', found: '税务总局' },
      { field: 'department', found: '科学技术部' },
    ])
  })

  test('an unregistered authority is a reminder, except in drafts and imported libraries', async () => {
    await write(REGISTER)
    const { authorities } = await readAuthorities(folder)
    const entries = [
      file({ issuers: ['科技部', '某某局'] }),
      file({ department: '某某局', draft: true }),
      file({ department: '某某局', ref: 'p1' }),
    ]
    expect(unregisteredReminders(entries, authorities)).toMatchObject([
      { field: 'issuers.1', found: '某某局' },
    ])
  })
})
