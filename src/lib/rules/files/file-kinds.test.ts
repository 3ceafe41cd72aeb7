import { expect, test } from 'vitest'
import { badgeAt, endingOf, fileBadge, isAccepted, kindOf, nameReplacedBy } from './file-kinds.ts'

test.each([
  ['image', ['jpg', 'png', 'jpeg', 'gif']],
  ['video', ['rmvb', 'mpeg', 'vma', '3gp', 'mov', 'mp4', 'avi']],
  ['sheet', ['xls', 'xlsx', 'et']],
  ['text', ['doc', 'docx', 'wps']],
  ['slides', ['ppt', 'pptx']],
  ['pdf', ['pdf', 'ofd']],
])('%s: its endings, in large letters too', (kind, endings) => {
  for (const ending of endings) {
    expect([kindOf(`材料.${ending}`), kindOf(`a.b.${ending.toUpperCase()}`)]).toEqual([kind, kind])
  }
})

test('a name without an ending, or of nothing but one, has no kind', () => {
  expect(['材料', '.png', 'png', '材料.'].map(kindOf)).toEqual(['other', 'other', 'other', 'other'])
  expect(endingOf('.png')).toBe('')
})

test('an empty list accepts everything', () => {
  expect([isAccepted('a.exe', []), isAccepted('a.exe', ['pdf']), isAccepted('a.PDF', ['pdf'])]).toEqual([
    true,
    false,
    true,
  ])
})

test.each([
  ['指南.pdf', 'PDF', 'pdf'],
  ['合同#2.pdf', 'PDF', 'pdf'],
  ['预算?.XLSX', 'XLSX', 'sheet'],
  ['甲/乙.docx', 'DOCX', 'text'],
  ['方案.v2.pptx', 'PPTX', 'slides'],
  ['证书.jpg', 'JPG', 'image'],
  ['讲解.mp4', 'MP4', 'video'],
  ['包.zip', 'ZIP', 'other'],
  ['方案.最终版', '文件', 'other'],
  ['备份.backup', '文件', 'other'],
  ['材料', '文件', 'other'],
])('the file %s is %s', (name, label, kind) => {
  expect(fileBadge(name)).toEqual({ label, kind })
})

test.each([
  ['https://a.gov.cn/files/申报表.docx', 'DOCX', 'text'],
  ['https://a.gov.cn/f/1.XLS?id=3#x', 'XLS', 'sheet'],
  ['https://a.gov.cn/f/讲解.pptx', 'PPTX', 'slides'],
  ['https://a.gov.cn/f/包.zip', 'ZIP', 'other'],
  ['https://a.gov.cn', '文件', 'other'],
  ['https://a.gov.cn/download/12', '文件', 'other'],
  ['https://a.gov.cn/.htaccess', '文件', 'other'],
])('what lies at %s is %s', (address, label, kind) => {
  expect(badgeAt(address)).toEqual({ label, kind })
})

test.each([
  ['新名字.txt', '定稿.docx', '新名字.docx'],
  ['新名字.txt', '定稿.TXT', '新名字.txt'],
  ['新名字', '定稿.pdf', '新名字.pdf'],
  ['新名字.txt', '定稿', '新名字.txt'],
  ['v1.2.pdf', '定稿.ofd', 'v1.2.ofd'],
])('%s whose content comes from %s is %s', (name, by, renamed) => {
  expect(nameReplacedBy(name, by)).toBe(renamed)
})
