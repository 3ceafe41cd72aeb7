/** Writes the store's XML. Three shapes of answer need no library. */
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'

/** A name with its text, or with its children. */
export type XmlNode = readonly [name: string, content: string | number | readonly XmlNode[]]

export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}`
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
