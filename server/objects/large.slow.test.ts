import { createHash } from 'node:crypto'
import { closeSync, createReadStream, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from './testing/open-store.ts'

const SIZE = 100 * 1024 ** 2
const PART_SIZE = 10_240_000
const MB = 1024 ** 2

let at: TestStore
let folder: string
let file: string
beforeAll(async () => {
  at = await openTestStore()
  folder = mkdtempSync(join(tmpdir(), 'objects-large-'))
  file = join(folder, 'sparse.bin')
  const handle = openSync(file, 'w')
  ftruncateSync(handle, SIZE)
  for (let part = 0; part < SIZE; part += PART_SIZE) writeSync(handle, `part at ${part}`, part)
  closeSync(handle)
})
afterAll(async () => {
  expect(at.faults).toEqual([])
  await at.close()
  rmSync(folder, { recursive: true })
})

async function md5Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('md5')
  await pipeline(chunks, hash)
  return hash.digest('hex')
}

test('100 MB in parts', async () => {
  const oss = at.client()
  const before = process.memoryUsage().rss
  let most = before
  const progress = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  const { etag } = await oss.multipartUpload('large', file, { partSize: PART_SIZE, progress })
  expect(etag).toMatch(/-11"$/)
  const answer = await fetch(await oss.signatureUrlV4('GET', 60, {}, 'large'))
  if (!answer.body) throw new Error('no body')
  const received = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        progress()
        controller.enqueue(chunk)
      },
    }),
  )
  expect(await md5Of(received)).toBe(await md5Of(createReadStream(file)))
  expect(Math.round((most - before) / MB)).toBeLessThan(150)
}, 60_000)
