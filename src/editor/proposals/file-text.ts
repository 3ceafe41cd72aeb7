/** The text of a .docx, a .pdf with a text layer or a plain text file, as the portal's Markdown. Files are not trusted. */
import { cleanHtml, cleanText } from '../ui/form/clean-paste.ts'
import { chineseMap, UNKNOWN } from './chinese-fonts.ts'
import { showDocument } from './word-text.ts'

const MB = 1024 * 1024
/** The largest notice with its forms that was seen had 3 MB. */
export const FILE_BYTES = 20 * MB
/** What a .docx may hold unpacked, whatever its list of contents says. */
const UNPACKED_BYTES = 80 * MB
const MAX_ENTRIES = 2000
/** Paragraphs and runs of a .docx: so many take a tab three seconds. */
export const PIECES = 60_000
const MAX_PAGES = 300
export const TEXT_CHARS = 200_000
/** A page of text has hundreds of characters; a scan has page numbers at most. */
const CHARS_PER_PAGE = 20

/** Said to the editor as it is. */
export class UnreadableFile extends Error {}

/** @param say is told what an editor has to look at, in sentences */
export async function readFileText(
  name: string,
  bytes: Uint8Array,
  say: (words: string) => void = () => {},
): Promise<string> {
  if (bytes.length === 0) throw new UnreadableFile(`“${name}”是空的。`)
  if (bytes.length > FILE_BYTES)
    throw new UnreadableFile(`“${name}”超过 ${FILE_BYTES / MB} MB，请只取政策正文再试。`)
  const text = (await readByKind(name, bytes, say)).trim()
  if (text === '') throw new UnreadableFile(`“${name}”里没有文字。`)
  if (text.length > TEXT_CHARS) {
    throw new UnreadableFile(`“${name}”的文字超过 ${TEXT_CHARS / 10_000} 万字，请分成几份再试。`)
  }
  return text
}

type Say = (words: string) => void

async function readByKind(name: string, bytes: Uint8Array, say: Say): Promise<string> {
  if (begins(bytes, '%PDF-')) return readPdf(name, bytes, say)
  if (begins(bytes, 'PK')) return readDocx(name, bytes, say)
  // What Office makes of a document with a password is an old container, too.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0) {
    throw new UnreadableFile(
      `“${name}”是加了密码的文件，或者旧的 .doc、.wps 格式。请去掉密码，另存为 .docx 再试。`,
    )
  }
  return readPlain(name, bytes)
}

function begins(bytes: Uint8Array, mark: string): boolean {
  return [...mark].every((char, index) => bytes[index] === char.charCodeAt(0))
}

/** Of UTF-16 the first two bytes say in which order they stand. */
const UTF_16: Record<string, string> = { 'ff fe': 'utf-16le', 'fe ff': 'utf-16be' }

function readPlain(name: string, bytes: Uint8Array): string {
  const utf16 = UTF_16[[...bytes.subarray(0, 2)].map((byte) => byte.toString(16)).join(' ')]
  if (utf16 && bytes.length % 2 === 0) return cleanText(new TextDecoder(utf16).decode(bytes))
  if (bytes.subarray(0, 1000).includes(0)) {
    throw new UnreadableFile(`“${name}”不是能读的文件，请上传 .docx、.pdf、.md 或 .txt。`)
  }
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return /^\s*<(?:!doctype\s+html|html)\b/i.test(text) ? cleanHtml(text) : cleanText(text)
    } catch {
      // The other one, then.
    }
  }
  throw new UnreadableFile(`“${name}”的文字编码认不出来，请另存为 UTF-8 再试。`)
}

async function readDocx(name: string, packed: Uint8Array, say: Say): Promise<string> {
  const parts = await unpackWithin(name, packed)
  const latin = new TextDecoder('latin1')
  const pieces = [...parts.values()].reduce(
    (sum, part) => sum + latin.decode(part).split(/<w:[pr][ />]/, PIECES + 2).length - 1,
    0,
  )
  if (pieces > PIECES) {
    throw new UnreadableFile(`“${name}”的段落和文字片段超过 ${PIECES / 10_000} 万个，请只取政策正文再试。`)
  }
  const bytes = (await asShown(name, parts, say)) ?? packed
  const { default: mammoth } = await import('mammoth')
  try {
    const input = { arrayBuffer: bytes.slice().buffer, buffer: bytes as Buffer }
    const { value } = await mammoth.convertToHtml(input, {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    })
    return cleanHtml(value)
  } catch {
    throw new UnreadableFile(
      `“${name}”不是完整的 Word 文件，可能没有下载完。请重新下载，或者用 Word 打开另存一次。`,
    )
  }
}

type Parts = ReadonlyMap<string, Uint8Array>

/** The file with its text as Word shows it; undefined where it is made in another way than Word's. */
async function asShown(name: string, parts: Parts, say: Say): Promise<Uint8Array | undefined> {
  const read = (part: string) => {
    const bytes = parts.get(`word/${part}.xml`)
    return bytes && new TextDecoder().decode(bytes)
  }
  const document = read('document')
  if (document === undefined) return undefined
  if (/<w:altChunk\b/.test(document)) {
    throw new UnreadableFile(`“${name}”的正文是嵌在里面的网页，读不到。请用 Word 打开另存一次再试。`)
  }
  const shown = showDocument({ document, numbering: read('numbering'), styles: read('styles') })
  if (shown.changes > 0) say(`文件里有 ${shown.changes} 处修订还没有接受，已当作接受来读，请核对。`)
  if (shown.hidden > 0) say(`文件里有 ${shown.hidden} 处隐藏或划掉的文字，没有读入。`)
  const { downloadZip } = await import('client-zip')
  const files = [...parts]
    .filter(([part]) => !part.endsWith('/'))
    .map(([part, bytes]) => ({
      name: part,
      input: part === 'word/document.xml' ? shown.document : bytes,
    }))
  return new Uint8Array(await downloadZip(files).arrayBuffer())
}

interface Entry {
  name: string
  method: number
  start: number
  size: number
}

/** Unpacks every part once and counts: a list of contents may lie about sizes, what comes out does not. */
async function unpackWithin(name: string, bytes: Uint8Array): Promise<Parts> {
  const entries = readDirectory(bytes)
  if (!entries) throw new UnreadableFile(`“${name}”不是完整的 Word 文件，可能没有下载完。请重新下载再试。`)
  if (entries === 'locked') throw new UnreadableFile(`“${name}”加了密码，请去掉密码再试。`)
  let unpacked = 0
  const parts = new Map<string, Uint8Array>()
  for (const { name: own, method, start, size } of entries) {
    const part = bytes.slice(start, start + size)
    const chunks: Uint8Array<ArrayBuffer>[] = []
    if (method === 0) {
      unpacked += part.length
      chunks.push(part)
    } else {
      const reader = new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          unpacked += read.value.length
          if (unpacked > UNPACKED_BYTES) break
          chunks.push(read.value)
        }
      } catch {
        throw new UnreadableFile(`“${name}”里有损坏的部分，请重新下载，或者用 Word 打开另存一次。`)
      } finally {
        await reader.cancel().catch(() => undefined)
      }
    }
    if (unpacked > UNPACKED_BYTES) {
      throw new UnreadableFile(
        `“${name}”解压后超过 ${UNPACKED_BYTES / MB} MB，没有读取。请删去图片和附件再试。`,
      )
    }
    parts.set(own, new Uint8Array(await new Blob(chunks).arrayBuffer()))
  }
  return parts
}

/** The parts that the directory at the end of a zip file lists; undefined where there is none that fits the file. */
function readDirectory(bytes: Uint8Array): Entry[] | 'locked' | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) return undefined
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES) return undefined
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return undefined
    if (view.getUint16(at + 8, true) & 1) return 'locked'
    const local = view.getUint32(at + 42, true)
    if (local + 30 > bytes.length) return undefined
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const size = view.getUint32(at + 20, true)
    if (start + size > bytes.length) return undefined
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)))
    entries.push({ name, method: view.getUint16(at + 10, true), start, size })
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/**
 * What the reader of PDFs asks for beside the file: maps of characters, of which we have the Chinese ones.
 * @param missing gets the names of the others
 */
function mapsOfCharacters(missing: Set<string>) {
  return class {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const map = kind === 'cMapUrl' ? chineseMap(filename) : undefined
      if (map !== undefined) return new TextEncoder().encode(map)
      if (kind === 'cMapUrl') missing.add(filename)
      throw new Error(`there is no ${filename}`)
    }
  }
}

async function readPdf(name: string, bytes: Uint8Array, say: Say): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  let pages: string[]
  const missing = new Set<string>()
  try {
    const document = await getDocumentProxy(bytes.slice(), {
      BinaryDataFactory: mapsOfCharacters(missing),
      cMapPacked: false,
    })
    if (document.numPages > MAX_PAGES) {
      throw new UnreadableFile(
        `“${name}”有 ${document.numPages} 页，超过 ${MAX_PAGES} 页，请只取政策正文再试。`,
      )
    }
    pages = (await extractText(document, { mergePages: false })).text
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableFile(`“${name}”加了密码，请去掉密码再试。`)
    }
    throw new UnreadableFile(`“${name}”不是完整的 PDF 文件，可能没有下载完。请重新下载再试。`)
  }
  const unknown = pages.join('').split(UNKNOWN).length - 1
  pages = pages.map((page) => page.replaceAll(UNKNOWN, ''))
  const text = pages.map((page) => page.replace(/^\s*[-—－]?\s*\d{1,3}\s*[-—－]?\s*$/gm, '')).join('\n')
  if (text.replace(/\s/g, '').length < CHARS_PER_PAGE * pages.length) {
    throw new UnreadableFile(
      `“${name}”是扫描件，或者用了读不出的字体，里面没有文字。请用文字识别（OCR）转成 Word 再试，或者粘贴正文。`,
    )
  }
  if (missing.size > 0) {
    say(`文件里有读不出的字体（${[...missing].join('、')}），用它写的文字没有读入，请对照原文件补上。`)
  }
  if (unknown > 0) say(`文件里有 ${unknown} 个字的字体读不出，没有读入，请对照原文件补上。`)
  const empty = pages.flatMap((page, index) =>
    page.replace(/\s/g, '').length < CHARS_PER_PAGE ? [index + 1] : [],
  )
  if (empty.length > 0) {
    say(`第 ${empty.join('、')} 页没有文字或只有几个字，可能是扫描的图片，没有读入，请核对。`)
  }
  return cleanText(text)
}
