/** Cuts one list out of a JSON document, so that a large file never has to be parsed as a whole. */

const BYTES = { '"': 0x22, '\\': 0x5c, '[': 0x5b, ']': 0x5d, '{': 0x7b, '}': 0x7d, ',': 0x2c } as const

export interface CutList {
  /** The document with an empty list in its place; where it has no such list, the whole document. */
  rest: string
  /** The text of each element, as views of the document. */
  elements: Buffer[]
}

/**
 * Finds the list under `key` in the object that `json` holds. Only where things begin and end is looked at: every
 * text is still to be parsed.
 * @throws SyntaxError naming the place, when there is anything but objects, or lists, and their commas
 */
export function cutList(json: Buffer, key: string): CutList {
  const name = Buffer.from(JSON.stringify(key))
  const elements: Buffer[] = []
  let lastName: Buffer = json
  let listStart = -1
  let seenTo = 0
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === BYTES['"']) {
      const end = endOfString(json, at)
      if (depth === 1) lastName = json.subarray(at, end)
      at = end - 1
    } else if (byte === BYTES['{'] || byte === BYTES['[']) {
      depth += 1
      if (depth === 2 && byte === BYTES['['] && lastName.equals(name)) listStart = seenTo = at + 1
      if (depth === 3 && listStart >= 0) {
        refuseBetween(`${key}.${elements.length}`, json.subarray(seenTo, at), elements.length > 0 ? ',' : '')
        seenTo = at
      }
    } else if (byte === BYTES['}'] || byte === BYTES[']']) {
      depth -= 1
      if (listStart < 0) continue
      if (depth === 2) {
        elements.push(json.subarray(seenTo, at + 1))
        seenTo = at + 1
      } else if (depth === 1) {
        refuseBetween(`${key}.${elements.length}`, json.subarray(seenTo, at), '')
        return { rest: `${json.toString('utf8', 0, listStart)}${json.toString('utf8', at)}`, elements }
      }
    }
  }
  return { rest: json.toString('utf8'), elements: [] }
}

function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === BYTES['\\']) at += 1
    else if (json[at] === BYTES['"']) return at + 1
  }
  return json.length
}

function refuseBetween(place: string, gap: Buffer, expected: '' | ','): void {
  const text = gap.toString('utf8').trim()
  if (text !== expected) throw new SyntaxError(`${place}: no object, but “${text.slice(0, 20)}” before it`)
}
