/**
 * A shard of the index as bytes: its terms, and for each the documents that hold it. A posting is one varint: the gap to
 * the document before, whether the term stands in title or number, and how much it says about the document (1 to 16).
 */

export const IMPACTS = 16

export interface Postings {
  /** Numbers of documents, ascending. */
  documents: Uint32Array
  /** 1 to IMPACTS for each. */
  impacts: Uint8Array
  /** 1 where the term stands in title or number. */
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

/** One posting as a number, for `packPostings`. `impact` is 1 to IMPACTS. */
export function postingOf(document: number, inHead: boolean, impact: number): number {
  return (document * 2 + Number(inHead)) * IMPACTS + impact - 1
}

/** The postings of one term as bytes; their documents ascend. */
export function packPostings(postings: readonly number[]): number[] {
  const bytes: number[] = []
  let next = 0
  for (const posting of postings) {
    pushVarint(bytes, posting - next * 2 * IMPACTS)
    next = Math.floor(posting / (2 * IMPACTS)) + 1
  }
  return bytes
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Four bytes with the length of the names, then `term length` a line, then the postings. */
export function packShard(
  terms: readonly (readonly [term: string, postings: readonly number[]])[],
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

/** Where the postings of each term lie in the bytes of a shard. */
export type Shard = ReadonlyMap<string, Uint8Array>

/** @throws {RangeError} when the bytes are no shard */
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
  const documents: number[] = []
  const impacts: number[] = []
  const inHead: number[] = []
  let document = -1
  let value = 0
  let place = 1
  for (const byte of bytes) {
    value += (byte % 128) * place
    place *= 128
    if (byte >= 128) continue
    const rest = Math.floor(value / IMPACTS)
    document += Math.floor(rest / 2) + 1
    documents.push(document)
    impacts.push((value % IMPACTS) + 1)
    inHead.push(rest % 2)
    value = 0
    place = 1
  }
  return {
    documents: Uint32Array.from(documents),
    impacts: Uint8Array.from(impacts),
    inHead: Uint8Array.from(inHead),
  }
}
