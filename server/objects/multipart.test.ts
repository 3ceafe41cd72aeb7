import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Crc64 } from '../../src/lib/rules/files/crc64.ts'
import type { Checkpoint } from './testing/ali-oss.ts'
import { at, openStoreForAll } from './testing/for-all.ts'

const PART = 102_400

openStoreForAll()

function crcOf(bytes: Buffer): string {
  const crc = new Crc64()
  crc.update(bytes)
  return String(crc.digest())
}

describe('ali-oss', () => {
  test.each([0, 1, 10 * 1024 ** 2])('uploads %i bytes', async (size) => {
    const oss = at.client()
    const bytes = randomBytes(size)
    const seen: number[] = []
    const progress = (done: number) => seen.push(done)
    await oss.multipartUpload('any size', bytes, { partSize: 1024 ** 2, progress, meta: { n: 'v' } })
    const { content, res } = await oss.get('any size')
    expect(content.equals(bytes)).toBe(true)
    expect(res.headers).toMatchObject({ 'x-oss-hash-crc64ecma': crcOf(bytes), 'x-oss-meta-n': 'v' })
    expect(seen.at(-1)).toBe(1)
    expect(res.headers['etag']).toMatch(size > PART ? /^"[0-9A-F]{32}-10"$/ : /^"[0-9A-F]{32}"$/)
  })

  test('reads a range across parts', async () => {
    const oss = at.client()
    const bytes = randomBytes(PART * 3 + 7)
    await oss.multipartUpload('ranges', bytes, { partSize: PART })
    const headers = { Range: `bytes=${PART - 5}-${PART * 2 + 4}` }
    const { content } = await oss.get('ranges', { headers })
    expect(content.equals(bytes.subarray(PART - 5, PART * 2 + 5))).toBe(true)
  })

  test('cancels, and goes on from its checkpoint', async () => {
    const oss = at.client()
    const name = 'resumed'
    const bytes = randomBytes(PART * 6 + 1)
    let checkpoint: Checkpoint | undefined
    const progress = (_: number, reached: Checkpoint) => {
      checkpoint = reached
      if (reached?.doneParts.length === 3) oss.cancel()
    }
    const upload = oss.multipartUpload(name, bytes, { partSize: PART, parallel: 1, progress })
    await expect(upload).rejects.toMatchObject({ name: 'cancel' })
    await expect(oss.head(name)).rejects.toMatchObject({ code: 'NoSuchKey' })
    await at.client().multipartUpload(name, bytes, { checkpoint, partSize: PART })
    expect((await oss.get(name)).content.equals(bytes)).toBe(true)
  })

  test('lists parts in pages, and uploads', async () => {
    const oss = at.client()
    const { uploadId } = await oss.initMultipartUpload('pages/b')
    const bytes = randomBytes(PART)
    for (const number of [1, 2, 3]) await oss.uploadPart('pages/b', uploadId, number, bytes, 0, PART)
    const first = await oss.listParts('pages/b', uploadId, { 'max-parts': 2 })
    expect(first).toMatchObject({ isTruncated: 'true', nextPartNumberMarker: '2' })
    expect(first.parts.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      ['1', `${PART}`],
      ['2', `${PART}`],
    ])
    const rest = await oss.listParts('pages/b', uploadId, { 'part-number-marker': 2 })
    expect(rest).toMatchObject({ isTruncated: 'false', parts: { PartNumber: '3' } })

    const ids = new Set([uploadId])
    for (const name of ['pages/a', 'pages/b', 'pages/c'])
      ids.add((await oss.initMultipartUpload(name)).uploadId)
    const { uploads: seen } = await oss.listUploads({ prefix: 'pages/' })
    expect(seen.map(({ name }) => name)).toEqual(['pages/a', 'pages/b', 'pages/b', 'pages/c'])
    expect(new Set(seen.map((upload) => upload.uploadId))).toEqual(ids)
    for (const upload of seen) await oss.abortMultipartUpload(upload.name, upload.uploadId)
    await expect(oss.listParts('pages/b', uploadId)).rejects.toMatchObject({ code: 'NoSuchUpload' })
  })
})

describe('completing', () => {
  async function upload(sizes: number[]) {
    const oss = at.client()
    const { uploadId } = await oss.initMultipartUpload('completed')
    const parts: { number: number; etag: string }[] = []
    for (const [index, size] of sizes.entries()) {
      const bytes = Buffer.alloc(size, index + 1)
      const { etag } = await oss.uploadPart('completed', uploadId, index + 1, bytes, 0, size)
      parts.push({ number: index + 1, etag })
    }
    return { oss, uploadId, parts }
  }

  test('refuses a part that is not the one sent', async () => {
    const { oss, uploadId, parts } = await upload([PART, 5])
    const wrong = [...parts.slice(0, 1), { number: 2, etag: '"00000000000000000000000000000000"' }]
    const complete = (list: typeof parts) => oss.completeMultipartUpload('completed', uploadId, list)
    await expect(complete(wrong)).rejects.toMatchObject({ code: 'InvalidPart' })
    await expect(complete([{ number: 3, etag: 'x' }])).rejects.toMatchObject({ code: 'InvalidPart' })
    await expect(complete([])).rejects.toMatchObject({ code: 'MalformedXML' })
    await complete(parts.slice(1))
    expect((await oss.get('completed')).content).toEqual(Buffer.alloc(5, 2))
    await expect(complete(parts)).rejects.toMatchObject({ code: 'NoSuchUpload' })
  })

  test('refuses small parts before the last', async () => {
    const { oss, uploadId, parts } = await upload([PART - 1, 5])
    const complete = oss.completeMultipartUpload('completed', uploadId, parts)
    await expect(complete).rejects.toMatchObject({ code: 'EntityTooSmall' })
  })

  test('refuses parts in disorder, and numbers that cannot be', async () => {
    const { oss, uploadId, parts } = await upload([PART, 5])
    // The client sorts a copy of the list.
    const disorder = parts.toReversed()
    Object.assign(disorder, { concat: () => ({ sort: () => disorder }) })
    const complete = oss.completeMultipartUpload('completed', uploadId, disorder)
    await expect(complete).rejects.toMatchObject({ code: 'InvalidPartOrder' })
    for (const number of [0, 10_001]) {
      const part = oss.uploadPart('completed', uploadId, number, Buffer.alloc(1), 0, 1)
      await expect(part).rejects.toMatchObject({ code: 'InvalidArgument' })
    }
  })
})
