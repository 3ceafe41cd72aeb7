import { expect, test } from 'vitest'
import { fileBadge } from './file-badge.ts'

test.each([
  ['https://a.gov.cn/files/申报表.docx', 'DOCX', 'text'],
  ['https://a.gov.cn/f/1.XLS?id=3#x', 'XLS', 'sheet'],
  ['指南.pdf', 'PDF', 'pdf'],
  ['https://a.gov.cn/f/讲解.pptx', 'PPTX', 'slides'],
  ['https://a.gov.cn/f/包.zip', 'ZIP', 'other'],
  ['https://a.gov.cn', '文件', 'other'],
  ['https://a.gov.cn/download/12', '文件', 'other'],
  ['https://a.gov.cn/.htaccess', '文件', 'other'],
])('%s is %s', (address, label, kind) => {
  expect(fileBadge(address)).toEqual({ label, kind })
})
