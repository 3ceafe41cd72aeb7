/** Reads a JSON body, never more of it than the limit. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { TransportFault } from './refusal.ts'

/** The largest body of any call, in bytes: forms and chat texts; files go to the object store. */
export const BODY_LIMIT = 64 * 1024

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** @throws TransportFault 415 for another content type, 413 beyond the limit, 400 for what is not JSON. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw new TransportFault(CODES.wrongContentType)
  }
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT)
    throw new TransportFault(CODES.tooLarge)
  const bytes = await readBytes(request)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new TransportFault(CODES.invalid)
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > BODY_LIMIT) throw new TransportFault(CODES.tooLarge)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof TransportFault ? error : new TransportFault(CODES.invalid)
  }
  return Buffer.concat(chunks)
}
