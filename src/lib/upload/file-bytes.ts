/** Reads a chosen file piece by piece, and detects changes. */
import { yieldToBrowser } from '../browser/yield-to-browser.ts'
import { beginsAsNamed, notAsNamed, START_BYTES } from '../rules/files/begins-as-named.ts'
import { Crc64 } from '../rules/files/crc64.ts'

const PIECE_BYTES = 512 * 1024

/** The file was changed, moved or deleted after the choice; or it is a folder. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
}

/** The content does not match the name; the message is for the person. */
export class UnlikeNameError extends Error {
  override readonly name = 'UnlikeNameError'
}

export async function refuseUnlikeName(file: File): Promise<void> {
  const start = await readBytes(file.slice(0, START_BYTES))
  if (!beginsAsNamed(file.name, start)) throw new UnlikeNameError(notAsNamed(file.name))
}

export async function readBytes(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (cause) {
    throw new FileGoneError('unreadable', { cause })
  }
}

/**
 * Returns the checksum of a part, read as one stream, which in Chromium takes a third of the time of slices. A
 * ready piece arrives without a pause, so the page gets time for other work after each.
 * @throws FileGoneError
 */
export async function crc64Of(blob: Blob): Promise<bigint> {
  const crc = new Crc64()
  const read = openPieces(blob.stream())
  try {
    for (let piece = await read(); piece; piece = await read()) {
      crc.update(piece)
      await yieldToBrowser()
    }
  } catch (cause) {
    throw new FileGoneError('unreadable', { cause })
  }
  return crc.digest()
}

/** Each piece is valid until the next one is requested. All share one buffer, because new ones would pile up. */
function openPieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>): () => Promise<Uint8Array | undefined> {
  let reader: ReadableStreamBYOBReader
  try {
    reader = stream.getReader({ mode: 'byob' })
  } catch {
    // Safari before 26 allocates its own buffers.
    const plain = stream.getReader()
    return async () => (await plain.read()).value
  }
  let buffer = new ArrayBuffer(PIECE_BYTES)
  return async () => {
    const { value, done } = await reader.read(new Uint8Array(buffer))
    if (done || !value) return undefined
    buffer = value.buffer
    return value
  }
}
