import { expect, test } from 'vitest'
import type { Status } from '../../rules/eligibility/verdict.ts'
import type { ContentEntry } from '../load/markdown-file.ts'
import { type Interpretation, type Original, originalSchema } from '../schema/documents.ts'
import {
  amendmentReminders,
  clauseReminders,
  comparedReminders,
  missingCompanies,
  remindersOf,
} from './reminders.ts'

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

const amending = (id: number, fields: object, body = '') => ({
  file: `originals/${id}.md`,
  data: originalSchema.parse({ id, title: `文件${id}`, region: '000000', kind: '部门文件', ...fields }),
  body,
  lineOf: () => 7,
})
const OLD = amending(1, {
  title: '高新技术企业认定管理办法',
  number: '国科发火〔2008〕172号',
  made: '2008-04-14',
})
const by = (body: string, fields: object = {}) =>
  amending(2, { number: '国科发火〔2016〕32号', made: '2016-01-29', ...fields }, body)
const found = (...entries: ReturnType<typeof amending>[]) =>
  amendmentReminders(entries).map(({ file, expected }) => `${file} ${expected.slice(0, 3)}`)

test.each([
  ['《高新技术企业认定管理办法》（国科发火〔2008〕172号）同时废止。', '已废止'],
  ['《高新技术企业认定管理办法》同时废止。', '已废止'],
  ['本办法代替国科发火[2008]172号文件。', '已废止'],
  ['一、对《高新技术企业认定管理办法》作如下修改：', '已修改'],
  ['将《高新技术企业认定管理办法》第三条修改为：“略”。', '已修改'],
])('%s', (sentence, validity) => {
  const reminders = amendmentReminders([OLD, by(`第一条 略。\n\n第二十三条 本办法施行。${sentence}`)])
  expect(reminders).toMatchObject([{ file: 'originals/1.md', line: 7, field: 'validity', found: '没有写' }])
  expect(reminders[0]?.expected).toBe(`${validity}（国科发火〔2016〕32号 说：“${sentence}”）`)
})

test.each([
  '根据《高新技术企业认定管理办法》，制定本指引。',
  '《高新技术企业认定管理办法》尚未废止。',
  '为修改完善政策，依据《高新技术企业认定管理办法》执行。',
  '落实《高新技术企业认定管理办法》，按规定提出对《国有资产评估管理办法》的修订建议。',
  '（根据2021年《关于修改〈高新技术企业认定管理办法〉等七件法规的决定》修正）',
  '粤国科发火〔2008〕172号同时废止。',
  '国科发火〔2008〕17号同时废止。',
  '《高新技术企业认定管理办法》（国科发火〔1996〕018号）同时废止。',
  '企业按《高新技术企业认定管理办法》申报；旧系统同时废止。',
])('nothing is ended by: %s', (sentence) => expect(found(OLD, by(sentence))).toEqual([]))

const END = '《高新技术企业认定管理办法》同时废止。'
test.each([
  ['says so', { validity: '已废止' }, 0],
  [
    'was compared since',
    { validity: '现行有效', checked: { date: '2016-02-01', against: '公开全文', text: '办法' } },
    0,
  ],
  [
    'was compared before',
    { validity: '现行有效', checked: { date: '2015-02-01', against: '公开全文', text: '办法' } },
    1,
  ],
  ['is younger', { made: '2020-01-01' }, 0],
  ['is a draft', { draft: true }, 0],
])('an older one that %s', (_, fields, count) =>
  expect(found(amending(1, { ...OLD.data, ...fields }), by(END))).toHaveLength(count),
)

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
