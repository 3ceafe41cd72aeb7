/** Reads the XML of the few request bodies. No document types and no entities but the five: nothing can grow. */
import { OssError } from './errors.ts'

export interface XmlElement {
  name: string
  /** As written, blanks included: it may be a key. */
  text: string
  children: XmlElement[]
}

/** Deeper than any body that the store takes. */
const MAX_DEPTH = 6
const MAX_TAG_CHARS = 512
const NAME = /^[A-Za-z][A-Za-z0-9]*/
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));|&/g
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @throws OssError MalformedXML also when the root has another name. */
export function readXml(source: string, rootName: string): XmlElement {
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
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
    if (end === -1 || end - at > MAX_TAG_CHARS) throw new OssError('MalformedXML')
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
  return text.replace(ENTITY, (_, name?: string, decimal?: string, hex?: string) => {
    if (name) return NAMED[name] ?? ''
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN
    if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) throw new OssError('MalformedXML')
    return String.fromCodePoint(code)
  })
}

/** The texts of all children of that name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name).map((child) => child.text)
}
