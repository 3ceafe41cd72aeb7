import { expect, test } from 'vitest'
import { originalSchema } from '../schema/documents.ts'
import { amendmentReminders } from './amendments.ts'

const original = (id: number, fields: object, body = '') => ({
  file: `originals/${id}.md`,
  data: originalSchema.parse({ id, title: `文件${id}`, region: '000000', kind: '部门文件', ...fields }),
  body,
  lineOf: () => 7,
})
const OLD = original(1, {
  title: '高新技术企业认定管理办法',
  number: '国科发火〔2008〕172号',
  made: '2008-04-14',
})
const by = (body: string, fields: object = {}) =>
  original(2, { number: '国科发火〔2016〕32号', made: '2016-01-29', ...fields }, body)
const found = (...entries: ReturnType<typeof original>[]) =>
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

test('a title says so, too', () =>
  expect(found(OLD, by('略', { title: '关于修改〈高新技术企业认定管理办法〉的决定' }))).toEqual([
    'originals/1.md 已修改',
  ]))

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
  expect(found(original(1, { ...OLD.data, ...fields }), by(END))).toHaveLength(count),
)

test('one that ends its own earlier version of the same name does not end itself', () => {
  const next = by(END, { title: OLD.data.title })
  expect(found(OLD, next)).toEqual(['originals/1.md 已废止'])
})
