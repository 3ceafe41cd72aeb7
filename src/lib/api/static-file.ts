/** Files of the static export that islands load. */
import { type FetchError, ofetch } from 'ofetch'
import * as v from 'valibot'
import { ContractError, HttpError, NetworkError } from './errors.ts'

/** @throws {ApiError} */
export async function readStaticFile<S extends v.GenericSchema>(
  path: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const answer = await ofetch<unknown>(path, { retry: 0 }).catch((cause: FetchError) => {
    throw cause.status ? new HttpError(cause.status, { cause }) : new NetworkError(path, { cause })
  })
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ContractError(`${path}: ${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`)
}
