/** `encoding-type=url`: keys in a listing that an XML parser cannot spoil. */
import { badArgument } from './errors.ts'
import type { XmlNode } from './xml.ts'

export interface ListEncoding {
  encode: (text: string) => string
  /** To be put into the answer. */
  nodes: XmlNode[]
}

/** @throws OssError InvalidArgument for another encoding */
export function encoderFor(query: ReadonlyMap<string, string>): ListEncoding {
  const type = query.get('encoding-type') ?? ''
  if (type === '') return { encode: (text) => text, nodes: [] }
  if (type !== 'url') throw badArgument('encoding-type', type)
  return { encode: encodeURIComponent, nodes: [['EncodingType', 'url']] }
}
