import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenObjectStore } from './object-store.ts'
import { BUCKET, openTestStore, type TestStore } from './testing/open-store.ts'
import { sign } from './testing/raw.ts'

const PART = 102_400
const HOUR = 3_600_000

let nowMs: number
let at: TestStore
beforeEach(async () => {
  nowMs = Date.now()
  at = await openTestStore({ now: () => nowMs })
})
afterEach(() => at.close())

function filesOf(folder: string): string[] {
  const blobs = join(folder, 'blobs')
  return readdirSync(blobs).flatMap((shard) => readdirSync(join(blobs, shard)))
}

test('nothing stays of what was replaced, deleted, aborted or refused', async () => {
  const oss = at.client()
  await oss.put('a', Buffer.from('1'))
  await oss.put('a', Buffer.from('2'))
  await oss.multipartUpload('a', Buffer.alloc(PART * 3), { partSize: PART })
  expect(filesOf(at.folder)).toHaveLength(3)
  const { uploadId } = await oss.initMultipartUpload('c')
  const parts = []
  for (const number of [1, 2, 2, 3]) {
    parts.push({ number, ...(await oss.uploadPart('c', uploadId, number, Buffer.alloc(PART), 0, PART)) })
  }
  expect(filesOf(at.folder)).toHaveLength(6)
  await oss.completeMultipartUpload('c', uploadId, parts.slice(1, 2))
  expect(filesOf(at.folder)).toHaveLength(4)
  const md5 = createHash('md5').update('other').digest('base64')
  const wrong = oss.put('d', Buffer.from('1'), { headers: { 'Content-MD5': md5 } })
  await expect(wrong).rejects.toMatchObject({ code: 'InvalidDigest' })
  await oss.deleteMulti(['a', 'c'])
  expect(filesOf(at.folder)).toEqual([])
})

test.each([{ 'content-length': '1000' }, { 'transfer-encoding': 'chunked' }])(
  'a body that is cut off leaves nothing: %o',
  async (length) => {
    const {
      method,
      target,
      headers = {},
    } = sign({ method: 'PUT', target: `/${BUCKET}/cut`, headers: length })
    const head = Object.entries(headers).map((pair) => pair.join(': '))
    const ended = Promise.withResolvers<void>()
    const handled = Promise.withResolvers<void>()
    const inner = at.store.handle
    at.store.handle = async (raw) => {
      const answer = await inner(raw)
      handled.resolve()
      return answer
    }
    const socket = connect(at.port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
      socket.write('transfer-encoding' in length ? '5\r\nhello\r\n' : 'hello', () => socket.destroy())
    })
    socket.once('close', ended.resolve)
    await Promise.all([ended.promise, handled.promise])
    expect(filesOf(at.folder)).toEqual([])
    await expect(at.client().head('cut')).rejects.toMatchObject({ code: 'NoSuchKey' })
    expect(at.faults).toEqual([])
  },
)

test.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: a\r\n'],
  ['a body', `PUT /${BUCKET}/a HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx`],
])('a connection that drips %s is cut', async (_, start) => {
  const limits = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 }
  const server = await listenObjectStore(at.store, { port: 0, host: '127.0.0.1' }, limits)
  const closed = Promise.withResolvers<void>()
  let answer = ''
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(start))
  socket.on('data', (data) => {
    answer += data
  })
  socket.once('close', closed.resolve)
  await closed.promise
  expect(answer).toMatch(/^HTTP\/1\.1 (408|403) /)
  await new Promise((resolve) => server.close(resolve))
})

test('uploads that nobody goes on with end', async () => {
  const oss = at.client()
  const old = await oss.initMultipartUpload('old')
  const slow = await oss.initMultipartUpload('slow')
  await oss.uploadPart('old', old.uploadId, 1, Buffer.alloc(5), 0, 5)
  nowMs += 2 * HOUR
  const later = at.client({ amendTimeSkewed: 2 * HOUR })
  await later.uploadPart('slow', slow.uploadId, 1, Buffer.alloc(5), 0, 5)
  await later.initMultipartUpload('new')
  await later.put('kept', Buffer.from('1'))
  expect(await at.store.sweep({ uploadsOlderThanMs: HOUR, filesOlderThanMs: HOUR })).toEqual({
    uploads: [{ id: old.uploadId, bucket: BUCKET, key: 'old' }],
    files: 0,
  })
  expect((await later.listUploads(null)).uploads.map(({ name }) => name)).toEqual(['new', 'slow'])
  expect(filesOf(at.folder)).toHaveLength(2)
  await later.get('kept')
})

test('a disk without room is said as such, and nothing is left of the bytes', async () => {
  const before = filesOf(at.folder)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const url = await at.client().signatureUrlV4('PUT', 60, {}, '乙')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(5)),
    pull: (controller) => controller.error(full),
  })
  const put = await at.store.fetch(new Request(url, { method: 'PUT', body, duplex: 'half' } as RequestInit))
  expect([put.status, await put.text()]).toEqual([507, expect.stringContaining('InsufficientStorage')])
  expect(at.faults.splice(0)).toEqual([full])
  expect(filesOf(at.folder)).toEqual(before)
})
