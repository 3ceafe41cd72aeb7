import { expect, test } from 'vitest'
import { beginsAsNamed, notAsNamed } from './begins-as-named.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

test.each([
  ['合同.pdf', '%PDF-1.7\n'],
  ['扫描.PDF', `\xef\xbb\xbf\r\n%PDF-1.4`],
  ['报表.xlsx', 'PK\x03\x04rest'],
  ['加密.docx', OLE],
  ['发票.ofd', 'PK\x03\x04'],
  ['执照.jpg', '\xff\xd8\xff\xe0'],
  ['截图.jpg', '\x89PNG\r\n'],
  ['微信.jpg', 'RIFF\0\0\0\0WEBP'],
  ['手机.jpeg', '\0\0\0\x18ftypheic'],
  ['税务.xls', '<html><table>'],
  ['旧的.doc', OLE],
  ['说明.txt', 'MZ 是开头两个字母'],
  ['没有类型', 'MZ'],
  ['分卷.zip', 'PK\x07\x08PK\x03\x04'],
  ['旧软件.zip', 'PK00PK\x03\x04'],
  ['名字.__proto__', 'MZ'],
  ['名字.constructor', 'MZ'],
])('%s may be %j', (name, start) => {
  expect(beginsAsNamed(name, bytes(start))).toBe(true)
})

test.each([
  ['合同.pdf', 'PK\x03\x04'],
  ['合同.pdf', ''],
  ['合同.pdf', '<html>%PD'],
  ['报表.xlsx', '%PDF-1.7'],
  ['发票.ofd', OLE],
  ['旧软件.zip', 'PK00'],
  ['执照.png', '<svg onload=alert(1)>'],
  ['旧的.doc', 'MZ\x90\0'],
  ['税务.xls', '\x7fELF'],
])('%s is not %j', (name, start) => {
  expect(beginsAsNamed(name, bytes(start))).toBe(false)
})

test('the person is told which file, and what it should be', () => {
  expect(notAsNamed('合同.pdf')).toBe('“合同.pdf”的内容不是 PDF 文件，请检查后重新选择')
})
