/** Files as people have them, and as somebody would make them who means harm. */
import { crc32, deflateRawSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { expect, test, vi } from 'vitest'
import { FILE_BYTES, readFileText, TEXT_CHARS } from './file-text.ts'

vi.stubGlobal('DOMParser', new Window().DOMParser)

const bytes = (text: string) => new TextEncoder().encode(text)

/** A zip file of deflated parts; `flags` 1 marks them as locked. */
function zip(parts: Record<string, Uint8Array>, flags = 0): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed])
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, place, Buffer.from(name))
    locals.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Uint8Array.from(Buffer.concat([...locals, list, end]))
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

function docx(body: string, more: Record<string, Uint8Array> = {}): Uint8Array<ArrayBuffer> {
  return zip({
    '[Content_Types].xml': bytes(
      `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    ),
    '_rels/.rels': bytes(
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': bytes(`<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`),
    ...more,
  })
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`

test('a Word file keeps its articles and tables', async () => {
  const body =
    paragraph('第一条 给予补助。') +
    paragraph('第二条 标准如下：') +
    `<w:tbl><w:tr>${cell('档次')}${cell('金额')}</w:tr><w:tr>${cell('一档')}${cell('5万元')}</w:tr></w:tbl>`
  const text = await readFileText('通知.docx', docx(body))
  expect(text).toContain('第一条 给予补助。\n\n第二条 标准如下：')
  expect(text).toMatch(/\| 档次\s*\| 金额\s*\|\n\|[\s:|-]+\|\n\| 一档\s*\| 5万元\s*\|/)
})

test('plain text in UTF-8 and GB 18030', async () => {
  expect(await readFileText('a.md', bytes('## 标题\n\n正文。'))).toBe('## 标题\n\n正文。')
  const gb = Uint8Array.from([0xd5, 0xfe, 0xb2, 0xdf]) // 政策
  expect(await readFileText('a.txt', gb)).toBe('政策')
})

function pdf(text: string, trailer = ''): Uint8Array<ArrayBuffer> {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Uint8Array.from(
    Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 6${trailer}>>\n%%EOF`, 'latin1'),
  )
}

test('a PDF with a text layer', async () => {
  expect(await readFileText('a.pdf', pdf('Notice No. 12 of 2026 on grants'))).toBe(
    'Notice No. 12 of 2026 on grants',
  )
})

const LOCK = `/Encrypt<</Filter/Standard/V 1/R 2/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>/ID[(${'i'.repeat(16)})(${'i'.repeat(16)})]`
const zeros = new Uint8Array(100 * 1024 * 1024)

test.each([
  ['empty', new Uint8Array(), '是空的'],
  ['too large', new Uint8Array(FILE_BYTES + 1), '超过 20 MB'],
  ['of another kind', Uint8Array.from([0, 1, 2, 3]), '请上传 .docx、.pdf、.md 或 .txt'],
  ['of no encoding', Uint8Array.from([0xff, 0xff, 0xff]), '文字编码认不出来'],
  ['with too much text', bytes('字'.repeat(TEXT_CHARS + 1)), '超过 20 万字'],
  ['an old .doc, or a locked one', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), '去掉密码，另存为 .docx'],
  ['a .docx cut short', docx(paragraph('一')).slice(0, 300), '不是完整的 Word 文件'],
  ['a zip that is no .docx', zip({ 'a.txt': bytes('一') }), '不是完整的 Word 文件'],
  ['a locked zip', zip({ 'word/document.xml': bytes('一') }, 1), '加了密码'],
  ['a bomb', docx(paragraph('一'), { 'word/media/a.xml': zeros }), '解压后超过 80 MB'],
  ['a .docx without words', docx(''), '里没有文字'],
  ['a PDF cut short', bytes('%PDF-1.7\n1 0 obj'), '不是完整的 PDF 文件'],
  ['a scan', pdf(' '), '是扫描件'],
  ['a locked PDF', pdf('Notice No. 12 of 2026 on grants', LOCK), '加了密码'],
])('a file that is %s is refused in plain words', async (_, content, words) => {
  await expect(readFileText('文件', content)).rejects.toThrow(words)
})

test('a bomb that lies about its size is found out', async () => {
  const bomb = docx(paragraph('一'), { 'word/media/a.xml': zeros })
  const view = new DataView(bomb.buffer)
  for (let at = 0; at < bomb.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  await expect(readFileText('文件', bomb)).rejects.toThrow('解压后超过 80 MB')
})
