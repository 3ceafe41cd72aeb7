/** Files of the static export that islands load. */
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

/** @throws {HttpError | NetworkError} */
export async function readStaticBytes(path: string): Promise<Uint8Array> {
  const bytes = await ofetch(path, { retry: 0, responseType: 'arrayBuffer' }).catch(explain(path))
  return new Uint8Array(bytes)
}

function explain(path: string): (cause: FetchError) => never {
  return (cause) => {
    throw cause.status ? new HttpError(cause.status, { cause }) : new NetworkError(path, { cause })
  }
}
