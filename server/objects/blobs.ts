/** Bytes on disk. A file never changes, and counts once the index names it: a crash leaves at most an unnamed file. */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Crc64 } from '../../src/lib/rules/files/crc64.ts'
import { OssError } from './errors.ts'

export interface Blob {
  file: string
  size: number
  md5: string
  crc64: bigint
}

/** Reads a body until the signal aborts, even if the body stands still. @throws the signal's reason */
async function* until(signal: AbortSignal, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  ended.catch(() => {})
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), ended])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', end)
    // Not awaited: it would wait for a body that stands still.
    iterator.return?.().catch(() => {})
  }
}

export interface Segment {
  file: string
  size: number
}

const FILE_NAME = /^[0-9a-f]{32}$/
const READ_BYTES = 256 * 1024

export class Blobs {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    for (let shard = 0; shard < 256; shard++) {
      mkdirSync(join(folder, shard.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 })
    }
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }

  /** Writes a body to a new file, and waits for the disk. @throws OssError EntityTooLarge; what the body throws; the signal's reason */
  async write(body: AsyncIterable<Uint8Array>, maxBytes: number, signal?: AbortSignal): Promise<Blob> {
    const file = randomBytes(16).toString('hex')
    const handle = await open(this.#path(file), 'wx', 0o600)
    try {
      const crc = new Crc64()
      const md5 = createHash('md5')
      let size = 0
      for await (const chunk of signal ? until(signal, body) : body) {
        size += chunk.byteLength
        if (size > maxBytes) throw new OssError('EntityTooLarge')
        crc.update(chunk)
        md5.update(chunk)
        await handle.writeFile(chunk)
      }
      await handle.sync()
      await this.#syncShard(file)
      return { file, size, md5: md5.digest('hex').toUpperCase(), crc64: crc.digest() }
    } catch (error) {
      await this.remove([file])
      throw error
    } finally {
      await handle.close()
    }
  }

  async remove(files: string[]): Promise<void> {
    for (const file of files) await rm(this.#path(file), { force: true })
  }

  async *read(segments: Segment[], start: number, end: number): AsyncGenerator<Uint8Array> {
    let offset = 0
    for (const { file, size } of segments) {
      const from = Math.max(start - offset, 0)
      const to = Math.min(end - offset, size)
      offset += size
      if (from < to) yield* this.#readFile(file, from, to)
    }
  }

  async *#readFile(file: string, from: number, to: number): AsyncGenerator<Uint8Array> {
    const handle = await open(this.#path(file))
    try {
      for (let at = from; at < to; ) {
        const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, to - at))
        const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, at)
        if (bytesRead === 0) throw new Error(`stored file ${file} is shorter than its index says`)
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await handle.close()
    }
  }

  async *list(): AsyncGenerator<{ file: string; changedMs: number }> {
    for (const shard of await readdir(this.#folder)) {
      for (const file of await readdir(join(this.#folder, shard))) {
        if (!FILE_NAME.test(file)) continue
        const found = await stat(this.#path(file)).catch(() => undefined)
        if (found) yield { file, changedMs: found.ctimeMs }
      }
    }
  }

  #path(file: string): string {
    return join(this.#folder, file.slice(0, 2), file)
  }

  /** A new name is on the disk only when its folder is. */
  async #syncShard(file: string): Promise<void> {
    const folder = await open(join(this.#folder, file.slice(0, 2)))
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}
