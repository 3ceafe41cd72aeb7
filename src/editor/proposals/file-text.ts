/** The text of a .docx, a .pdf with a text layer or a plain text file, as the portal's Markdown. Files are not trusted. */
import { cleanHtml, cleanText } from '../ui/form/clean-paste.ts'

const MB = 1024 * 1024
/** The largest notice with its forms that was seen had 3 MB. */
export const FILE_BYTES = 20 * MB
/** What a .docx may hold unpacked, whatever its list of contents says. */
const UNPACKED_BYTES = 80 * MB
const MAX_ENTRIES = 2000
const MAX_PAGES = 300
export const TEXT_CHARS = 200_000
/** A page of text has hundreds of characters; a scan has page numbers at most. */
const CHARS_PER_PAGE = 20

/** Said to the editor as it is. */
export class UnreadableFile extends Error {}

export async function readFileText(name: string, bytes: Uint8Array): Promise<string> {
  if (bytes.length === 0) throw new UnreadableFile(`“${name}”是空的。`)
  if (bytes.length > FILE_BYTES)
    throw new UnreadableFile(`“${name}”超过 ${FILE_BYTES / MB} MB，请只取政策正文再试。`)
  const text = (await readByKind(name, bytes)).trim()
  if (text === '') throw new UnreadableFile(`“${name}”里没有文字。`)
  if (text.length > TEXT_CHARS) {
    throw new UnreadableFile(`“${name}”的文字超过 ${TEXT_CHARS / 10_000} 万字，请分成几份再试。`)
  }
  return text
}

async function readByKind(name: string, bytes: Uint8Array): Promise<string> {
  if (begins(bytes, '%PDF-')) return readPdf(name, bytes)
  if (begins(bytes, 'PK')) return readDocx(name, bytes)
  // What Office makes of a document with a password is an old container, too.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0) {
    throw new UnreadableFile(`“${name}”是加了密码的文件，或者旧的 .doc 格式。请去掉密码，另存为 .docx 再试。`)
  }
  return readPlain(name, bytes)
}

function begins(bytes: Uint8Array, mark: string): boolean {
  return [...mark].every((char, index) => bytes[index] === char.charCodeAt(0))
}

function readPlain(name: string, bytes: Uint8Array): string {
  if (bytes.subarray(0, 1000).includes(0)) {
    throw new UnreadableFile(`“${name}”不是能读的文件，请上传 .docx、.pdf、.md 或 .txt。`)
  }
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return cleanText(new TextDecoder(encoding, { fatal: true }).decode(bytes))
    } catch {
      // The other one, then.
    }
  }
  throw new UnreadableFile(`“${name}”的文字编码认不出来，请另存为 UTF-8 再试。`)
}

async function readDocx(name: string, bytes: Uint8Array): Promise<string> {
  await unpackWithin(name, bytes)
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

interface Entry {
  method: number
  start: number
  size: number
}

/** Unpacks every part once and counts: a list of contents may lie about sizes, what comes out does not. */
async function unpackWithin(name: string, bytes: Uint8Array): Promise<void> {
  const entries = readDirectory(bytes)
  if (!entries) throw new UnreadableFile(`“${name}”不是完整的 Word 文件，可能没有下载完。请重新下载再试。`)
  if (entries === 'locked') throw new UnreadableFile(`“${name}”加了密码，请去掉密码再试。`)
  let unpacked = 0
  for (const { method, start, size } of entries) {
    const part = bytes.slice(start, start + size)
    if (method === 0) {
      unpacked += part.length
    } else {
      const reader = new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          unpacked += read.value.length
          if (unpacked > UNPACKED_BYTES) break
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
  }
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
    entries.push({ method: view.getUint16(at + 10, true), start, size })
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

async function readPdf(name: string, bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  let pages: string[]
  try {
    const document = await getDocumentProxy(bytes.slice())
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
  const text = pages.map((page) => page.replace(/^\s*[-—－]?\s*\d{1,3}\s*[-—－]?\s*$/gm, '')).join('\n')
  if (text.replace(/\s/g, '').length < CHARS_PER_PAGE * pages.length) {
    throw new UnreadableFile(
      `“${name}”是扫描件，里面没有文字。请用文字识别（OCR）转成 Word 再试，或者粘贴正文。`,
    )
  }
  return cleanText(text)
}
