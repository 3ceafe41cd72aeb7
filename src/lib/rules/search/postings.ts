/**
 * A shard of the index as bytes: its terms, with their documents. The postings of a term are bits, about as few as after
 * gzip, so that a browser can load a part of a file: their number, the width of the Rice code, and for each posting the gap
 * to the document before in that code, the impact of the term on the document (1 to 16), and whether it stands in title or
 * number.
 */

export const IMPACTS = 16
const IMPACT_BITS = 4
/** Impact of every term in title or number; only postings from this impact on have the bit for title or number. */
export const HEAD_IMPACT_MIN = 13
/** Bits for the length of the count. */
const COUNT_BITS = 5
const WIDTH_BITS = 4
const WIDTH_MAX = 2 ** WIDTH_BITS - 1

class BitWriter {
  readonly #bytes: number[] = []
  #byte = 0
  #free = 8

  write(value: number, bits: number): void {
    for (let left = bits; left > 0; ) {
      const taken = Math.min(left, this.#free)
      left -= taken
      this.#free -= taken
      this.#byte |= ((value >>> left) & (2 ** taken - 1)) << this.#free
      if (this.#free > 0) continue
      this.#bytes.push(this.#byte)
      this.#byte = 0
      this.#free = 8
    }
  }

  end(): Uint8Array {
    if (this.#free < 8) this.#bytes.push(this.#byte)
    return new Uint8Array(this.#bytes)
  }
}

class BitReader {
  readonly #bytes: Uint8Array
  #at = 0
  #left = 8

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @throws {RangeError} beyond the end */
  read(bits: number): number {
    let value = 0
    for (let missing = bits; missing > 0; ) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw new RangeError('postings are cut off')
      const taken = Math.min(missing, this.#left)
      missing -= taken
      this.#left -= taken
      value = value * 2 ** taken + ((byte >>> this.#left) & (2 ** taken - 1))
      if (this.#left > 0) continue
      this.#at += 1
      this.#left = 8
    }
    return value
  }
}

export interface Postings {
  documents: Uint32Array
  impacts: Uint8Array
  inHead: Uint8Array
}

/** Spreads terms evenly over shards (FNV-1a). */
export function shardOf(term: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % shards
}

/** Returns one posting as a number, for `packPostings`. `impact` is 1 to IMPACTS. */
export function postingOf(document: number, inHead: boolean, impact: number): number {
  return document * 2 * IMPACTS + Number(inHead) * IMPACTS + impact - 1
}

function documentOf(posting: number): number {
  return Math.floor(posting / (2 * IMPACTS))
}

/** Returns the postings of one term as bytes. @throws {RangeError} for a title's posting with too low an impact */
export function packPostings(postings: readonly number[] | Uint32Array): Uint8Array {
  const bits = new BitWriter()
  const width = widthFor(postings)
  const countBits = 32 - Math.clz32(postings.length)
  bits.write(countBits, COUNT_BITS)
  bits.write(postings.length, countBits)
  bits.write(width, WIDTH_BITS)
  let next = 0
  for (const posting of postings) {
    const document = documentOf(posting)
    const impact = (posting % IMPACTS) + 1
    const inHead = Math.floor(posting / IMPACTS) % 2
    if (inHead === 1 && impact < HEAD_IMPACT_MIN) throw new RangeError(`title of impact ${impact}`)
    const gap = document - next
    for (let ones = gap >>> width; ones > 0; ones--) bits.write(1, 1)
    bits.write(0, 1)
    bits.write(gap & (2 ** width - 1), width)
    bits.write(impact - 1, IMPACT_BITS)
    if (impact >= HEAD_IMPACT_MIN) bits.write(inHead, 1)
    next = document + 1
  }
  return bits.end()
}

function widthFor(postings: readonly number[] | Uint32Array): number {
  const documents = documentOf(postings.at(-1) ?? 0) + 1
  const mean = documents / Math.max(1, postings.length)
  return Math.min(WIDTH_MAX, Math.max(0, Math.floor(Math.log2(mean * Math.LN2))))
}

/** Returns four bytes with the length of the names, then one `term length` per line, then the postings. */
export function packShard(
  terms: readonly (readonly [term: string, postings: ArrayLike<number>])[],
): Uint8Array {
  const names = new TextEncoder().encode(terms.map(([term, bytes]) => `${term} ${bytes.length}`).join('\n'))
  const shard = new Uint8Array(4 + names.length + terms.reduce((sum, [, bytes]) => sum + bytes.length, 0))
  new DataView(shard.buffer).setUint32(0, names.length)
  shard.set(names, 4)
  let at = 4 + names.length
  for (const [, bytes] of terms) {
    shard.set(bytes, at)
    at += bytes.length
  }
  return shard
}

export type Shard = ReadonlyMap<string, Uint8Array>

export function readShard(bytes: Uint8Array): Shard {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (4 + length > bytes.length) throw new RangeError('shard is cut off')
  const shard = new Map<string, Uint8Array>()
  if (length === 0) return shard
  let at = 4 + length
  for (const line of new TextDecoder().decode(bytes.subarray(4, at)).split('\n')) {
    const [term = '', size = ''] = line.split(' ')
    shard.set(term, bytes.subarray(at, at + Number(size)))
    at += Number(size)
  }
  if (at !== bytes.length) throw new RangeError('shard has another length than its names say')
  return shard
}

export function unpackPostings(bytes: Uint8Array): Postings {
  const bits = new BitReader(bytes)
  const count = bits.read(bits.read(COUNT_BITS))
  const width = bits.read(WIDTH_BITS)
  const documents = new Uint32Array(count)
  const impacts = new Uint8Array(count)
  const inHead = new Uint8Array(count)
  let next = 0
  for (let place = 0; place < count; place++) {
    let ones = 0
    while (bits.read(1) === 1) ones += 1
    const document = next + ones * 2 ** width + bits.read(width)
    const impact = bits.read(IMPACT_BITS) + 1
    documents[place] = document
    impacts[place] = impact
    inHead[place] = impact >= HEAD_IMPACT_MIN ? bits.read(1) : 0
    next = document + 1
  }
  return { documents, impacts, inHead }
}
