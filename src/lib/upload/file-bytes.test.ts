import { expect, test } from 'vitest'
import { Crc64 } from '../rules/files/crc64.ts'
import { crc64Of, FileGoneError } from './file-bytes.ts'

const MB = 1024 * 1024

function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >>> 9)) & 255)
}

function checksum(bytes: Uint8Array): bigint {
  const crc = new Crc64()
  crc.update(bytes)
  return crc.digest()
}

function blobOf(start: (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void): Blob {
  return Object.assign(new Blob(), { stream: () => new ReadableStream({ start }) })
}

test.each([0, 1, MB / 2 - 1, MB / 2, MB / 2 + 1, 3 * MB + 5])('the checksum of %d bytes', async (size) => {
  const bytes = bytesOf(size)
  expect(await crc64Of(new Blob([bytes]))).toBe(checksum(bytes))
})

test('a browser that allocates its own buffers gives the same checksum', async () => {
  const bytes = bytesOf(MB + 3)
  const blob = blobOf((controller) => {
    controller.enqueue(bytes.slice(0, 7))
    controller.enqueue(bytes.slice(7))
    controller.close()
  })
  expect(await crc64Of(blob)).toBe(checksum(bytes))
})

test('an unreadable file is reported as gone', async () => {
  const blob = blobOf((controller) => controller.error(new Error('NotReadableError')))
  await expect(crc64Of(blob)).rejects.toBeInstanceOf(FileGoneError)
})
