import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HEAD_IMPACT_MIN, packPostings, packShard, postingOf, readShard, unpackPostings } from './postings.ts'

const posting = fc
  .record({
    document: fc.nat(200_000),
    inHead: fc.boolean(),
    impact: fc.integer({ min: 1, max: 16 }),
  })
  .map((one) => ({ ...one, inHead: one.inHead && one.impact >= HEAD_IMPACT_MIN }))
const list = fc.uniqueArray(posting, { selector: ({ document }) => document, minLength: 1 })

test('postings come back as they were packed', () => {
  fc.assert(
    fc.property(list, (postings) => {
      const sorted = postings.toSorted((a, b) => a.document - b.document)
      const bytes = packPostings(
        sorted.map(({ document, inHead, impact }) => postingOf(document, inHead, impact)),
      )
      const { documents, inHead, impacts } = unpackPostings(Uint8Array.from(bytes))
      expect([...documents]).toEqual(sorted.map(({ document }) => document))
      expect([...inHead]).toEqual(sorted.map((one) => Number(one.inHead)))
      expect([...impacts]).toEqual(sorted.map(({ impact }) => impact))
    }),
  )
})

test('gaps of every size work together', () => {
  const documents = [0, 1, 2, 70_000, 70_001, 2_000_000]
  const bytes = packPostings(documents.map((document) => postingOf(document, false, 1)))
  expect([...unpackPostings(Uint8Array.from(bytes)).documents]).toEqual(documents)
})

test('cut off postings are refused, and a title that says too little', () => {
  const bytes = packPostings([postingOf(3, true, 16), postingOf(900, false, 2)])
  expect(() => unpackPostings(Uint8Array.from(bytes.slice(0, -1)))).toThrow(RangeError)
  expect(() => packPostings([postingOf(1, true, HEAD_IMPACT_MIN - 1)])).toThrow(RangeError)
})

describe('a shard', () => {
  const shard = packShard([
    ['企业', [1, 2, 3]],
    ['𠮷野', [4]],
  ])

  test('gives each term its bytes', () => {
    const read = readShard(shard)
    expect([...read].map(([term, bytes]) => [term, [...bytes]])).toEqual([
      ['企业', [1, 2, 3]],
      ['𠮷野', [4]],
    ])
  })

  test.each([1, 3, 7, 12])('cut off by %i bytes is refused', (missing) => {
    expect(() => readShard(shard.subarray(0, shard.length - missing))).toThrow(RangeError)
  })

  test('more than its names say is refused', () => {
    expect(() => readShard(Uint8Array.from([...shard, 0]))).toThrow(RangeError)
  })
})
