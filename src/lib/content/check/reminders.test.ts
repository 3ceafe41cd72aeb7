import { expect, test } from 'vitest'
import type { Status } from '../../rules/eligibility/verdict.ts'
import type { ContentEntry } from '../load/markdown-file.ts'
import type { Interpretation, Original } from '../schema/documents.ts'
import { clauseReminders, comparedReminders, missingCompanies, remindersOf } from './reminders.ts'

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

test('an interpretation with one compared source is listed, one with two is not', () => {
  const read = (pages: number, draft = false) =>
    interpretation({
      draft,
      compared: Array(pages).fill({
        name: '某市',
        url: 'https://b.gov.cn/1',
        read: '全文',
        agrees: ['文号'],
      }),
    })
  const found = comparedReminders([read(2), read(1), read(0), read(0, true)]).map(({ found }) => found)
  expect(found).toEqual(['1 处', '0 处'])
})

test('a clause that exists, or whose original is missing, is no reminder', () => {
  const conditions = [
    { text: '一', clause: '第二条第一款' },
    { text: '二' },
    { text: '三', clause: '第二条', original: 3 },
    { text: '四', clause: '附件' },
    { text: '五', clause: '第一条', original: 9 },
  ]
  expect(clauseReminders([interpretation({ policy: 2, conditions })], [LAW, NOTICE])).toEqual([])
})

test('a missing clause is listed with its place', () => {
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

const judged = (status: Status, extra = {}) => ({ name: status, facts: {}, status, ...extra })
const misjudged = (thought: Status) => ({ ...judged('unknown'), thought })
const [MET, UNMET, UNKNOWN] = [judged('met'), judged('unmet'), judged('unknown')]
const WHOLE = { companies: [MET, UNMET, UNKNOWN], wrong: [misjudged('met'), misjudged('unmet')] }
const PRICED = { n: 0n, per: '年' }
const worths = (count: number) => ({
  ...WHOLE,
  companies: [...WHOLE.companies, ...Array(count).fill(judged('met', { worth: PRICED }))],
})

test.each([
  [WHOLE, {}, []],
  [undefined, {}, ['没有样本企业']],
  [{ ...WHOLE, companies: [MET, UNMET] }, {}, ['没有“待确认”的企业']],
  [{ ...WHOLE, wrong: [misjudged('met')] }, {}, ['人们会看错的（wrong）1 家，至少 2 家']],
  [{ ...WHOLE, wrong: [misjudged('unmet'), misjudged('unknown')] }, {}, ['看错的里没有会以为符合的']],
  [worths(5), { benefit: {} }, ['写了 worth 的 5 家，至少 6 家']],
  [worths(6), { benefit: {} }, []],
  [worths(0), {}, []],
])('what no company guards, case %#', (golden, data, missing) => {
  expect(missingCompanies(data as Interpretation, golden)).toEqual(missing)
})
