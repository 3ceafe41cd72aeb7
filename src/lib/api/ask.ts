/** The only way to the backend: makes a call of the contract, parses its answer, throws the closed family of errors. */
import { ofetch } from 'ofetch'
import * as v from 'valibot'
import type { AnswerOf, Call, InputOf } from '../contract/call.ts'
import { CODES } from '../contract/envelope.ts'
import { ContractError, HttpError, NetworkError, RefusedError, TimeoutError } from './errors.ts'

const IE11 = /Trident\/7\.0;.*\brv:11\b/

/** Returns headers for a GET: only IE11 needs them, because it answers from its cache otherwise (behaviour B14.5). */
export function noCacheHeaders(userAgent: string): Record<string, string> {
  return IE11.test(userAgent) ? { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } : {}
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const envelope = v.looseObject({ code: v.number(), message: v.optional(v.string()) })

/** Makes a call, without a time limit unless `signal` ends it (behaviour B14.4). @throws {ApiError} */
export async function ask<const C extends Call>(
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<AnswerOf<C>> {
  return read(call, await send(call, input, signal))
}

/** Makes a call with `isConditional`. Returns undefined if the answer is still the one that `known` marks. */
export async function askUnless<const C extends Call & { isConditional: true }>(
  call: C,
  input: InputOf<C>,
  known: string,
): Promise<AnswerOf<C> | undefined> {
  const response = await send(call, input, undefined, { 'If-None-Match': `"${known}"` })
  return response.status === 304 ? undefined : read(call, response)
}

async function send(call: Call, input: object, signal?: AbortSignal, headers: Record<string, string> = {}) {
  const { params = {}, query, body } = input as Parts
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return ofetch
    .raw<unknown>(path, {
      method: call.method,
      ...(call.isAnonymous && { credentials: 'omit' }),
      ...(query && { query }),
      ...(body && { body }),
      ...(signal && { signal }),
      ...(call.method === 'GET' && { headers: { ...noCacheHeaders(navigator.userAgent), ...headers } }),
      retry: 0,
      ignoreResponseError: true,
    })
    .catch((cause: unknown) => {
      throw isTimeout(cause)
        ? new TimeoutError('timed out', { cause })
        : new NetworkError('no answer', { cause })
    })
}

function read<C extends Call>(call: C, response: Response & { _data?: unknown }): AnswerOf<C> {
  if (!response.ok) throw faultOf(response)
  const { code, message = '', ...fields } = parse(envelope, response._data, call.path)
  if (code !== CODES.ok) throw new RefusedError(code, message, fields)
  return parse(call.answer, response._data, call.path) as AnswerOf<C>
}

/** Makes a call with `isStream` and passes on each event until the stream ends. */
export async function hearEvents(
  call: Call & { isStream: true },
  onEvent: (said: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = { Accept: 'text/event-stream' }
  const response = await openStream(call, signal, headers)
  if (!response.headers.get('content-type')?.startsWith(headers.Accept))
    throw new ContractError(`${call.path}: not a stream`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunksOf(response)) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) onEvent(line.slice(6))
  }
}

async function openStream(
  call: Call,
  signal: AbortSignal,
  headers = {},
  query: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await ofetch
    .raw<unknown, 'stream'>(call.path, {
      method: call.method,
      query,
      responseType: 'stream',
      headers,
      signal,
      retry: 0,
      ignoreResponseError: true,
    })
    .catch(offline)
  if (!response.ok) throw faultOf(response)
  return response
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read().catch(offline)) ?? { done: true }
    if (done || !value) return
    yield value
  }
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

const refusal = v.looseObject({ code: v.number(), message: v.string() })

/** Downloads a file. @throws {ApiError} also when the connection breaks off: a partial file is not returned */
export async function download(
  call: Call,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
  query: Readonly<Record<string, string>> = {},
): Promise<{ file: Blob; name: string }> {
  const response = await openStream(call, signal, {}, query)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of chunksOf(response)) {
    chunks.push(chunk)
    bytes += chunk.length
    onProgress(bytes)
  }
  const file = new Blob(chunks, { type: response.headers.get('content-type') ?? 'application/json' })
  const name = nameOf(response.headers.get('content-disposition') ?? '')
  if (name) return { file, name }
  // JSON instead of a file is a refusal.
  const said = v.safeParse(refusal, JSON.parse(await file.text()))
  if (!said.success) throw new ContractError(`${call.path}: neither a file nor a refusal`)
  const { code, message, ...fields } = said.output
  throw new RefusedError(code, message, fields)
}

function nameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}

function offline(cause: unknown): never {
  throw new NetworkError('no answer', { cause })
}
