/** Writes the store's XML. Three shapes of answer need no library. */
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'
import { badArgument } from './errors.ts'

/** A name with its text, or with its children. */
export type XmlNode = readonly [name: string, content: string | number | readonly XmlNode[]]

export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}`
}

/** Times of OSS are in ISO 8601 with parts of a second that are none. */
export function writeTime(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString()
}

function writeNode([name, content]: XmlNode): string {
  const inner = typeof content === 'object' ? content.map(writeNode).join('') : escapeText(String(content))
  return `<${name}>${inner}</${name}>`
}

/**
 * A bare CR would be read as LF. Other control characters of keys stay, as with OSS: no XML has them, but the
 * client's parser takes them bare and refuses them as numbers. `encoding-type=url` avoids the question.
 */
function escapeText(text: string): string {
  return escapeMarkup(text).replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`)
}

export interface ListEncoding {
  encode: (text: string) => string
  /** To be put into the answer. */
  nodes: XmlNode[]
}

/** `encoding-type=url`: keys that an XML parser cannot spoil. @throws OssError InvalidArgument for another encoding */
export function encoderFor(query: ReadonlyMap<string, string>): ListEncoding {
  const type = query.get('encoding-type') ?? ''
  if (type === '') return { encode: (text) => text, nodes: [] }
  if (type !== 'url') throw badArgument('encoding-type', type)
  return { encode: encodeURIComponent, nodes: [['EncodingType', 'url']] }
}
