/** Files as people have them, and as somebody would make them who means harm. */
import { crc32, deflateRawSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { expect, test, vi } from 'vitest'
import { FILE_BYTES, PIECES, readFileText, TEXT_CHARS } from './file-text.ts'

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

/** Levels of an automatic list: format, text, and more of its properties. */
type Level = [format: string, text: string, more?: string]
const numbering = (...lists: Level[][]) =>
  bytes(
    `<w:numbering xmlns:w="${WORD}">${lists
      .map(
        (levels, list) =>
          `<w:abstractNum w:abstractNumId="${list + 5}">${levels
            .map(
              ([format, text, more = ''], level) =>
                `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
            )
            .join('')}</w:abstractNum>`,
      )
      .join(
        '',
      )}${lists.map((_, list) => `<w:num w:numId="${list + 1}"><w:abstractNumId w:val="${list + 5}"/></w:num>`).join('')}</w:numbering>`,
  )
const numbered = (text: string, list = 1, level = 0) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
/** With what a Word file needs to find its lists and styles. */
const withLists = (body: string, lists: Uint8Array, more: Record<string, Uint8Array> = {}) =>
  docx(body, {
    'word/_rels/document.xml.rels': bytes(
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="n" Type="${OFFICE.replace(/officeDocument$/, 'numbering')}" Target="numbering.xml"/></Relationships>`,
    ),
    'word/numbering.xml': lists,
    ...more,
  })

test('numbers that Word writes by itself stay as it shows them', async () => {
  const lists = numbering(
    [['chineseCountingThousand', '第%1章']],
    [
      ['chineseCountingThousand', '第%1条'],
      ['japaneseCounting', '（%2）'],
    ],
  )
  const body =
    numbered('总则') +
    numbered('为了支持创新。', 2) +
    numbered('本办法适用于：', 2) +
    numbered('企业；', 2, 1) +
    numbered('机构。', 2, 1) +
    numbered('支持标准') +
    numbered('依照第二条申报的：', 2) +
    numbered('给予补助。', 2, 1)
  expect((await readFileText('a.docx', withLists(body, lists))).split('\n\n')).toEqual([
    '第一章 总则',
    '第一条 为了支持创新。',
    '第二条 本办法适用于：',
    '（一）企业；',
    '（二）机构。',
    '第二章 支持标准',
    '第三条 依照第二条申报的：',
    '（一）给予补助。',
  ])
})

test('a list goes on behind what stands between its items', async () => {
  const chinese = withLists(
    numbered('申报对象') + numbered('申报条件') + paragraph('一段话。') + numbered('申报时间'),
    numbering([['chineseCounting', '%1、']]),
  )
  expect((await readFileText('a.docx', chinese)).split('\n\n')).toEqual([
    '一、申报对象',
    '二、申报条件',
    '一段话。',
    '三、申报时间',
  ])
  const decimal = withLists(
    numbered('甲') + numbered('乙') + paragraph('一段话。') + numbered('丙'),
    numbering([['decimal', '%1.']]),
  )
  expect(await readFileText('a.docx', decimal)).toMatch(/^1\.\s+甲\n2\.\s+乙\n\n一段话。\n\n3\\?\. 丙$/)
})

test.each([
  ['upperRoman', '%1.', 'IV. 丁'],
  ['decimalEnclosedCircleChinese', '%1', '④丁'],
  ['chineseLegalSimplified', '%1、', '肆、丁'],
  ['lowerLetter', '%1)', 'd)丁'],
  ['decimal', '%1、', '4、丁'],
  ['ideographTraditional', '%1、', '丁、丁'],
])('a number in %s', async (format, text, fourth) => {
  const body = ['甲', '乙', '丙', '丁'].map((word) => numbered(word)).join('')
  const read = await readFileText('a.docx', withLists(body, numbering([[format, text]])))
  expect(read.split('\n\n').at(-1)).toBe(fourth)
})

test('articles go on through chapters where the list says so, and begin where it is begun anew', async () => {
  const lists = numbering([
    ['chineseCounting', '第%1章'],
    ['chineseCounting', '第%2条', '<w:lvlRestart w:val="0"/>'],
    ['chineseCounting', '（%3）'],
  ])
  const body =
    numbered('一') +
    numbered('甲', 1, 1) +
    numbered('子', 1, 2) +
    numbered('二') +
    numbered('乙', 1, 1) +
    numbered('丑', 1, 2)
  expect((await readFileText('a.docx', withLists(body, lists))).split('\n\n')).toEqual([
    ...['第一章 一', '第一条 甲', '（一）子', '第二章 二', '第二条 乙', '（一）丑'],
  ])
})

test('a list that belongs to a style', async () => {
  const styled = (text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="Tiao"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const styles = bytes(
    `<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Tiao"><w:basedOn w:val="Base"/></w:style></w:styles>`,
  )
  const file = withLists(styled('甲。') + styled('乙。'), numbering([['chineseCounting', '第%1条']]), {
    'word/styles.xml': styles,
  })
  expect(await readFileText('a.docx', file)).toBe('第一条 甲。\n\n第二条 乙。')
})

test('a table of contents is no text', async () => {
  const styles = bytes(
    `<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="11"><w:name w:val="toc 1"/></w:style></w:styles>`,
  )
  const entry = (style: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>第一章 总则</w:t></w:r><w:r><w:tab/><w:t>3</w:t></w:r></w:p>`
  const body = `<w:sdt><w:sdtContent>${entry('11')}${entry('TOC2')}</w:sdtContent></w:sdt>${paragraph('第一章 总则')}`
  expect(await readFileText('a.docx', docx(body, { 'word/styles.xml': styles }))).toBe('第一章 总则')
})

test('what is hidden or struck is left out, and changes that nobody has accepted are told of', async () => {
  const run = (text: string, mark: string) => `<w:r><w:rPr>${mark}</w:rPr><w:t>${text}</w:t></w:r>`
  const author = 'w:id="1" w:author="张三" w:date="2026-03-01T00:00:00Z"'
  const body =
    `<w:p>${run('给予最高', '')}${run('90万元', '<w:strike/>')}${run('45万元', '<w:strike w:val="false"/>')}${run('80万元', '<w:b/><w:vanish/>')}${run('70万元', '<w:dstrike w:val="1"/>')}${run('。', '<w:vanish w:val="0"/>')}</w:p>` +
    `<w:p><w:del ${author}><w:r><w:delText>30万元</w:delText></w:r></w:del><w:ins ${author}>${run('40万元。', '')}</w:ins></w:p>`
  const said: string[] = []
  const text = await readFileText('a.docx', docx(body), (words) => said.push(words))
  expect(text).toBe('给予最高45万元。\n\n40万元。')
  expect(said).toEqual([
    '文件里有 2 处修订还没有接受，已当作接受来读，请核对。',
    '文件里有 3 处隐藏或划掉的文字，没有读入。',
  ])
})

test('plain text in UTF-8 and GB 18030', async () => {
  expect(await readFileText('a.md', bytes('## 标题\n\n正文。'))).toBe('## 标题\n\n正文。')
  const gb = Uint8Array.from([0xd5, 0xfe, 0xb2, 0xdf]) // 政策
  expect(await readFileText('a.txt', gb)).toBe('政策')
})

test('plain text in UTF-16, as Windows writes it', async () => {
  const text = Buffer.from('\ufeff政策', 'utf16le')
  expect(await readFileText('a.txt', Uint8Array.from(text))).toBe('政策')
  expect(await readFileText('a.txt', Uint8Array.from(text.swap16()))).toBe('政策')
})

test('a web page that calls itself a document is read as one', async () => {
  const page =
    '<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>第一条 甲。</p><p>第二条 乙。</p></body></html>'
  expect(await readFileText('a.doc', bytes(page))).toBe('第一条 甲。\n\n第二条 乙。')
})

/** Behind the page with the text come empty ones. */
function pdf(text: string, trailer = '', emptyPages = 0): Uint8Array<ArrayBuffer> {
  const empty = Array<string>(emptyPages).fill('<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]>>')
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R${empty.map((_, index) => ` ${index + 6} 0 R`).join('')}]/Count ${1 + emptyPages}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...empty,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Uint8Array.from(
    Buffer.from(
      `%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}${trailer}>>\n%%EOF`,
      'latin1',
    ),
  )
}

test('a PDF with a text layer', async () => {
  expect(await readFileText('a.pdf', pdf('Notice No. 12 of 2026 on grants'))).toBe(
    'Notice No. 12 of 2026 on grants',
  )
})

const PAGE_OF =
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>'
/** A page whose font is named and neither there nor explained: the text in bytes of its encoding. */
function typeset(encoding: string, text: Buffer, ordering = 'GB1'): Uint8Array<ArrayBuffer> {
  const stream = `BT /F1 12 Tf 20 100 Td <${text.toString('hex')}> Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE_OF,
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/FZXBSJW/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/FZXBSJW/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor 7 0 R/DW 1000/W[814 908 500]>>`,
    '<</Type/FontDescriptor/FontName/FZXBSJW/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Uint8Array.from(
    Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`, 'latin1'),
  )
}
const NOTICE = '云湖市工业和信息化局文件云经信〔2026〕21号'
/** Node writes no GBK: each character is looked for. */
const gbkOf = (text: string) => {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1)
      codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Buffer.from([...text].flatMap((char) => codes.get(char) ?? [char.charCodeAt(0)]))
}

test.each([
  ['GBK-EUC-H', gbkOf(NOTICE)],
  ['GBK-EUC-V', gbkOf(NOTICE)],
  ['GBKp-EUC-H', gbkOf(NOTICE)],
  ['UniGB-UCS2-H', Buffer.from(NOTICE, 'utf16le').swap16()],
  ['UniGB-UTF16-H', Buffer.from(NOTICE, 'utf16le').swap16()],
])('a PDF of official typesetting, whose font is encoded in %s', async (encoding, text) => {
  expect(await readFileText('a.pdf', typeset(encoding, text))).toBe(NOTICE)
})

test('what stands in a font that nobody can read is said', async () => {
  const said: string[] = []
  const numbers = Buffer.from([0x00, 0x22, 0x10, 0x00, 0x10, 0x01])
  const text = Buffer.concat([Buffer.from('0022'.repeat(30), 'hex'), numbers])
  expect(await readFileText('a.pdf', typeset('Identity-H', text), (words) => said.push(words))).toBe(
    'A'.repeat(31),
  )
  expect(said).toEqual(['文件里有 2 个字的字体读不出，没有读入，请对照原文件补上。'])
  const japanese = typeset('90ms-RKSJ-H', Buffer.from('0'.repeat(80)), 'Japan1')
  await expect(readFileText('a.pdf', japanese)).rejects.toThrow('用了读不出的字体')
})

test('a font of another language beside text that can be read is named', async () => {
  const said: string[] = []
  const file = Buffer.from(typeset('90ms-RKSJ-H', Buffer.from('0'.repeat(80)), 'Japan1')).toString('latin1')
  const mixed = file
    .replace('<</F1 5 0 R>>', '<</F1 5 0 R/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>')
    .replace(/<<\/Length (\d+)>>stream\n([\s\S]*?)\nendstream/, (_, _length, own) => {
      const stream = `${own} BT /F2 12 Tf 20 60 Td (Notice No. 12 of 2026 on grants) Tj ET`
      return `<</Length ${stream.length}>>stream\n${stream}\nendstream`
    })
  const bytes = Uint8Array.from(Buffer.from(mixed, 'latin1'))
  expect(await readFileText('a.pdf', bytes, (words) => said.push(words))).toContain('Notice No. 12 of 2026')
  expect(said).toEqual(['文件里有读不出的字体（90ms-RKSJ-H），用它写的文字没有读入，请对照原文件补上。'])
})

test('pages without text are named', async () => {
  const said: string[] = []
  const text = 'Notice No. 12 of 2026 on grants for companies that do research and development'
  expect(await readFileText('a.pdf', pdf(text, '', 2), (words) => said.push(words))).toBe(text)
  expect(said).toEqual(['第 2、3 页没有文字或只有几个字，可能是扫描的图片，没有读入，请核对。'])
})

const LOCK = `/Encrypt<</Filter/Standard/V 1/R 2/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>/ID[(${'i'.repeat(16)})(${'i'.repeat(16)})]`
const zeros = new Uint8Array(100 * 1024 * 1024)

test.each([
  ['empty', new Uint8Array(), '是空的'],
  ['too large', new Uint8Array(FILE_BYTES + 1), '超过 20 MB'],
  ['of another kind', Uint8Array.from([0, 1, 2, 3]), '请上传 .docx、.pdf、.md 或 .txt'],
  ['of no encoding', Uint8Array.from([0xff, 0xff, 0xff]), '文字编码认不出来'],
  ['with too much text', bytes('字'.repeat(TEXT_CHARS + 1)), '超过 20 万字'],
  ['a web page in a Word file', docx('<w:altChunk r:id="a"/>'), '用 Word 打开另存一次'],
  ['an old .doc, or a locked one', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), '去掉密码，另存为 .docx'],
  ['a .docx cut short', docx(paragraph('一')).slice(0, 300), '不是完整的 Word 文件'],
  ['a zip that is no .docx', zip({ 'a.txt': bytes('一') }), '不是完整的 Word 文件'],
  ['a locked zip', zip({ 'word/document.xml': bytes('一') }, 1), '加了密码'],
  ['a bomb', docx(paragraph('一'), { 'word/media/a.xml': zeros }), '解压后超过 80 MB'],
  ['more paragraphs than text', docx('<w:p/>'.repeat(PIECES + 1)), '超过 6 万个'],
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
