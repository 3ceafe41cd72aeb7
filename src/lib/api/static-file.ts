/** Reads files of the static export for islands. */
import { type FetchError, ofetch } from 'ofetch'
import * as v from 'valibot'
import { ContractError, HttpError, NetworkError } from './errors.ts'

/** @throws {ApiError} */
export async function readStaticFile<S extends v.GenericSchema>(
  path: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const answer = await ofetch<unknown>(path, { retry: 0 }).catch(explain(path))
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ContractError(`${path}: ${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`)
}

/** Bypasses the browser's cache, which lets only one range of a file through at a time. */
export async function readStaticRange(path: string, start: number, end: number): Promise<Uint8Array> {
  const headers = { Range: `bytes=${start}-${end - 1}` }
  const { status, _data } = await ofetch
    .raw(path, { retry: 0, responseType: 'arrayBuffer', headers, cache: 'no-store' })
    .catch(explain(path))
  const bytes = new Uint8Array(_data ?? new ArrayBuffer(0))
  return status === 206 ? bytes : bytes.subarray(start, end)
}

/** Whether an address of this site serves this type: a static host lacks the server's own addresses. */
export async function isServed(path: string, type: string): Promise<boolean> {
  const answer = await ofetch.raw(path, { retry: 0, responseType: 'text' }).catch(() => undefined)
  return answer?.headers.get('content-type')?.startsWith(type) ?? false
}

function explain(path: string): (cause: FetchError) => never {
  return (cause) => {
    throw cause.status ? new HttpError(cause.status, { cause }) : new NetworkError(path, { cause })
  }
}
