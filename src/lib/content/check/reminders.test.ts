import { expect, test } from 'vitest'
import type { ContentEntry } from '../load/markdown-file.ts'
import type { Interpretation, Original } from '../schema/documents.ts'
import { clauseReminders, remindersOf } from './reminders.ts'

const TODAY = '2026-11-21'
const OPENED = { date: '2026-11-01', against: '来源网页' } as const
const GOOD = { draft: false, source: { name: '来源', url: 'https://a.gov.cn/1' }, checked: OPENED }
const entry = <Data>(data: Data, body = '') => ({ file: 'a.md', data, body, bodyLine: 10, lineOf: () => 3 })
const fields = (data: Parameters<typeof remindersOf>[0]['data']) =>
  remindersOf(entry(data), TODAY).map(({ field, found }) => `${field}: ${found}`)

test.each<[Parameters<typeof remindersOf>[0]['data'], string[]]>([
  [GOOD, []],
  [{ ...GOOD, window: { kind: '申报期', closes: '2026-11-21' } }, []],
  [{ ...GOOD, window: { kind: '申报期', closes: '2026-11-20' } }, ['window: 2026-11-20']],
  [{ ...GOOD, window: { kind: '全年可享', closes: '2026-11-20', note: '2026年度已结束' } }, []],
  [{ ...GOOD, source: { name: '来源' } }, ['source: 没有网址']],
  [{ ...GOOD, source: { name: '来源', url: 'https://a.gov.cn' } }, ['source: 只有首页 https://a.gov.cn']],
  [{ draft: false }, ['source: 没有写', 'checked: 未核对来源']],
  [{ draft: true }, []],
  [{ ...GOOD, checked: { ...OPENED, date: '2026-01-01' } }, ['checked: 2026-01-01']],
])('case %#', (data, found) => {
  expect(fields(data)).toEqual(found)
})

const lineOf = (path: readonly PropertyKey[]) => 10 + Number(path[1])

function original(id: number, body: string) {
  return { file: `${id}.md`, data: { id }, body, bodyLine: 5, lineOf } as unknown as ContentEntry<Original>
}

function interpretation(data: Partial<Interpretation>) {
  return { file: 'a.md', data, body: '', bodyLine: 5, lineOf } as ContentEntry<Interpretation>
}

const LAW = original(2, '## 第一章\n\n第一条 甲，见第三条。\n\n**第二条** 乙')
const NOTICE = original(3, '一、甲\n\n二、乙')

test('a clause that its original has, or whose original is not here, is nothing to look at', () => {
  const conditions = [
    { text: '一', clause: '第二条第一款' },
    { text: '二' },
    { text: '三', clause: '第二条', original: 3 },
    { text: '四', clause: '附件' },
    { text: '五', clause: '第一条', original: 9 },
  ]
  expect(clauseReminders([interpretation({ policy: 2, conditions })], [LAW, NOTICE])).toEqual([])
})

test('a clause that is not there is named with its place', () => {
  const conditions = [
    { text: '一', clause: '第一条' },
    { text: '二', clause: '第三条' },
    { text: '三', clause: '第三条', original: 3 },
  ]
  const wrong = interpretation({ policy: 2, conditions })
  expect(clauseReminders([wrong], [LAW, NOTICE])).toEqual([
    { file: 'a.md', line: 11, field: 'conditions.1.clause', expected: '原文 2 里有的条款', found: '第三条' },
    { file: 'a.md', line: 12, field: 'conditions.2.clause', expected: '原文 3 里有的条款', found: '第三条' },
  ])
  expect(clauseReminders([interpretation({ ...wrong.data, draft: true })], [LAW, NOTICE])).toEqual([])
})
