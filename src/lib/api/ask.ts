/** The one way to the backend: makes a contract call, parses its answer, throws the closed family of errors. */
import { ofetch } from 'ofetch'
import * as v from 'valibot'
import type { AnswerOf, Call, InputOf } from '../contract/call.ts'
import { CODES } from '../contract/envelope.ts'
import { ContractError, HttpError, NetworkError, RefusedError, TimeoutError } from './errors.ts'

const IE11 = /Trident\/7\.0;.*\brv:11\b/

/**
 * Headers for a GET, by the browser's user agent: none for any browser but IE11, which answers from its cache unless
 * told not to (behaviour B14.5).
 */
export function noCacheHeaders(userAgent: string): Record<string, string> {
  return IE11.test(userAgent) ? { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } : {}
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const envelope = v.looseObject({ code: v.number(), message: v.optional(v.string()) })

/**
 * Makes `call`: ids and other numbers of its path and query are written as text, what is undefined is left out.
 * Waits as long as it takes, unless `signal` says otherwise: calls have no time-out of their own (behaviour B14.4).
 * @throws {ApiError} one of the closed family in errors.ts
 */
export async function ask<const C extends Call>(
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<AnswerOf<C>> {
  const { params = {}, query, body } = input as Parts
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const response = await ofetch
    .raw<unknown>(path, {
      method: call.method,
      ...(query && { query }),
      ...(body && { body }),
      ...(signal && { signal }),
      ...(call.method === 'GET' && { headers: noCacheHeaders(navigator.userAgent) }),
      retry: 0,
      ignoreResponseError: true,
    })
    .catch((cause: unknown) => {
      throw isTimeout(cause)
        ? new TimeoutError('timed out', { cause })
        : new NetworkError('no answer', { cause })
    })
  if (!response.ok) throw faultOf(response)
  const { code, message = '', ...fields } = parse(envelope, response._data, call.path)
  if (code !== CODES.ok) throw new RefusedError(code, message, fields)
  return parse(call.answer, response._data, call.path) as AnswerOf<C>
}

function faultOf({ status, headers }: Response): HttpError {
  return new HttpError(status, { retryAfter: Number(headers.get('retry-after') ?? Number.NaN) })
}

function isTimeout(error: unknown): boolean {
  const { name, cause } = error as { name?: string; cause?: { name?: string } }
  return name === 'TimeoutError' || cause?.name === 'TimeoutError'
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown, path: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ContractError(`${path}: ${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`)
}

/** A download that the page follows while it arrives: how much is here, and that all of it is. */
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
  if (!response.ok) throw faultOf(response)
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
