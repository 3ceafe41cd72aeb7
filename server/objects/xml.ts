/** Writes the store's XML. Three shapes of answer need no library. */
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'
import { badArgument, OssError } from './errors.ts'

export type XmlNode = readonly [name: string, content: string | number | readonly XmlNode[]]

export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}`
}

export function answerXml(root: string, content: readonly XmlNode[], headers: Record<string, string> = {}) {
  return { status: 200, headers, body: writeXml([root, content]) }
}

export function writeTime(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString()
}

function writeNode([name, content]: XmlNode): string {
  const inner = typeof content === 'object' ? content.map(writeNode).join('') : escapeText(String(content))
  return `<${name}>${inner}</${name}>`
}

/** Escapes line breaks, because a parser reads a bare CR as LF. Other control characters stay, as with OSS. */
function escapeText(text: string): string {
  return escapeMarkup(text).replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`)
}

export interface ListEncoding {
  encode: (text: string) => string
  nodes: XmlNode[]
}

/** `encoding-type=url`: keys that an XML parser cannot spoil. @throws OssError InvalidArgument for another encoding */
export function encoderFor(query: ReadonlyMap<string, string>): ListEncoding {
  const type = query.get('encoding-type') ?? ''
  if (type === '') return { encode: (text) => text, nodes: [] }
  if (type !== 'url') throw badArgument('encoding-type', type)
  return { encode: encodeURIComponent, nodes: [['EncodingType', 'url']] }
}

// Reads the XML of request bodies: without document types, and with only the five entities, so that nothing expands.

export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

const MAX_DEPTH = 6
const MAX_TAG_CHARS = 512
const NAME = /^[A-Za-z][A-Za-z0-9]*/
/** All parts of an upload with their number and ETag, and some more. */
const MAX_ELEMENTS = 50_000
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g
/** Searched first, because replacing millions of entities would take a second before one is refused. */
const NO_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function readXml(source: string, rootName: string): XmlElement {
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  let elements = 0
  const body = source.replace(/^\uFEFF?\s*<\?xml [^<>]{0,200}\?>/, '')
  for (let at = 0; at < body.length; ) {
    const inside = open[open.length - 1] ?? top
    if (body[at] !== '<') {
      const next = body.indexOf('<', at)
      const end = next === -1 ? body.length : next
      inside.text += unescapeText(body.slice(at, end))
      at = end
      continue
    }
    const end = body.indexOf('>', at)
    elements += body[at + 1] === '/' ? 0 : 1
    if (end === -1 || end - at > MAX_TAG_CHARS || elements > MAX_ELEMENTS) throw new OssError('MalformedXML')
    readTag(body.slice(at + 1, end), open, inside)
    at = end + 1
  }
  const [root, ...others] = top.children
  if (open.length !== 1 || !root || others.length > 0 || root.name !== rootName || top.text.trim() !== '') {
    throw new OssError('MalformedXML')
  }
  return root
}

function readTag(tag: string, open: XmlElement[], inside: XmlElement): void {
  if (tag.startsWith('/')) {
    if (open.length === 1 || tag.slice(1).trimEnd() !== inside.name) throw new OssError('MalformedXML')
    open.pop()
    return
  }
  const name = NAME.exec(tag)?.[0]
  const rest = tag.slice(name?.length)
  if (!name || !/^(\s|\/?$)/.test(rest) || open.length > MAX_DEPTH) throw new OssError('MalformedXML')
  const element: XmlElement = { name, text: '', children: [] }
  inside.children.push(element)
  if (!tag.endsWith('/')) open.push(element)
}

function unescapeText(text: string): string {
  if (NO_ENTITY.test(text)) throw new OssError('MalformedXML')
  return text.replace(ENTITY, (_, name?: string, decimal?: string, hex?: string) => {
    if (name) return NAMED[name] ?? ''
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) throw new OssError('MalformedXML')
    return String.fromCodePoint(code)
  })
}

export function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name).map((child) => child.text)
}
