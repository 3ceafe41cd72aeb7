/** A download that the page follows while it arrives: how much is here, and that all of it is. */
import { ofetch } from 'ofetch'
import * as v from 'valibot'
import type { Call } from '../contract/call.ts'
import { ContractError, HttpError, NetworkError, RefusedError } from './errors.ts'

const refusal = v.looseObject({ code: v.number(), message: v.string() })

/**
 * @param onProgress bytes that have arrived
 * @throws {ApiError} also when the connection breaks off on the way: half a file is none
 */
export async function download(
  call: Call,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  const response = await ofetch
    .raw<unknown, 'stream'>(call.path, {
      method: call.method,
      responseType: 'stream',
      signal,
      retry: 0,
      ignoreResponseError: true,
    })
    .catch(offline)
  if (!response.ok) throw new HttpError(response.status)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read().catch(offline)) ?? { done: true }
    if (done || !value) break
    chunks.push(value)
    bytes += value.length
    onProgress(bytes)
  }
  const file = new Blob(chunks, { type: 'application/json' })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (name) return { file, name }
  // Not a file, so an answer: the server has said no.
  const said = v.safeParse(refusal, JSON.parse(await file.text()))
  if (!said.success) throw new ContractError(`${call.path}: neither a file nor a refusal`)
  const { code, message, ...fields } = said.output
  throw new RefusedError(code, message, fields)
}

function offline(cause: unknown): never {
  throw new NetworkError('no answer', { cause })
}
