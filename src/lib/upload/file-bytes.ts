/** Reads a chosen file, piece by piece, and tells whether it is still the same. */
import { Crc64 } from '../rules/crc64.ts'

/** Small enough that a checksum of it takes a few milliseconds. */
const PIECE_BYTES = 512 * 1024
const SAMPLE_BYTES = 64 * 1024
const SAMPLES = 8

/** The file was changed, moved or deleted after it had been chosen; or it is a folder. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
}

/** @throws FileGoneError */
export async function readBytes(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (cause) {
    throw new FileGoneError('unreadable', { cause })
  }
}

/** Checksum of a part. Reading each piece lets the page breathe. @throws FileGoneError */
export async function crc64Of(blob: Blob): Promise<bigint> {
  const crc = new Crc64()
  for (let start = 0; start < blob.size; start += PIECE_BYTES) {
    crc.update(await readBytes(blob.slice(start, start + PIECE_BYTES)))
  }
  return crc.digest()
}

/** Tells files of the same name, size and time apart, whatever their size, in a moment. @throws FileGoneError */
export async function sampleHash(file: Blob): Promise<string> {
  const crc = new Crc64()
  const step = Math.max(SAMPLE_BYTES, Math.floor(file.size / SAMPLES))
  for (let start = 0; start < file.size; start += step) {
    crc.update(await readBytes(file.slice(start, start + SAMPLE_BYTES)))
  }
  crc.update(await readBytes(file.slice(-SAMPLE_BYTES)))
  return crc.digest().toString(36)
}
