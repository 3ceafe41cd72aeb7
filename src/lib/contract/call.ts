/** The definition of a call of the API, for browser and server alike. */
import type * as v from 'valibot'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Callers: any visitor; a logged-in customer, for rows of their own company; the operators. */
export type Access = 'visitor' | 'company' | 'operator'

type Schema = v.GenericSchema<unknown, unknown>

export interface Call {
  /** Purpose in a few Chinese words, for readers of the API's description. */
  summary: string
  method: Method
  /** Path parameters in braces: `/customer/api/v1/message/{id}`. */
  path: `/${string}`
  access: Access
  /** The caller's identity stays unknown: browsers send no cookies, and the server reads none. */
  isAnonymous?: true
  /** A GET that changes data, such as logout, is guarded like an unsafe method. */
  changesState?: true
  /** Only shortly after the caller entered a code: 403 with `prove` (contract/account/proof.ts). */
  fresh?: true
  /** Allowed before an operator has set up or entered the second factor, because it leads there. */
  beforeFactor?: true
  /** A signed token is the only authority: accepted from any origin, such as a mail program, without a body. */
  isSigned?: true
  /** Rate limit; by default that of all calls that read or write. 'own': the room has a more precise count of its own. */
  rate?: Rate | 'own'
  /** `If-None-Match` may name the caller's version: 304 while it is current. */
  isConditional?: true
  /** A caller that accepts `text/event-stream` gets one; others get only the permission. */
  isStream?: true
  /** Answers with a feed, for programs without the envelope: a refusal's status is its code. */
  isAtom?: true
  /** Answers with a table as CSV, a download; refusals are as usual. */
  isCsv?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** The fields beside `code` and `message` of an answer with code 200. */
  answer: Schema
}

/** A token bucket for each person, and for each address without a login. */
export interface Rate {
  burst: number
  perMinute: number
}

/** Far above a person's use of the pages, in several tabs. */
export const READ_RATE: Rate = { burst: 600, perMinute: 600 }
export const WRITE_RATE: Rate = { burst: 300, perMinute: 300 }
/** Folders of a thousand small files upload as fast as the network allows. */
export const UPLOAD_RATE: Rate = { burst: 3000, perMinute: 1800 }

export function rateOf(call: Call): Rate | undefined {
  if (call.rate === 'own') return undefined
  return call.rate ?? (changesState(call) ? WRITE_RATE : READ_RATE)
}

export function changesState(call: Call): boolean {
  return call.method !== 'GET' || call.changesState === true
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}

type Output<S> = S extends Schema ? v.InferOutput<S> : undefined

export type ParamsOf<C extends Call> = Output<C['params']>
export type QueryOf<C extends Call> = Output<C['query']>
export type BodyOf<C extends Call> = Output<C['body']>
export type AnswerOf<C extends Call> = v.InferOutput<C['answer']>

/** Value of a path or a query as a caller may pass it: digits also as a number, optional values also as undefined. */
type PathInput<T> = {
  [Key in keyof T]:
    | T[Key]
    | (string extends T[Key] ? number : T[Key] extends `${infer Digits extends number}` ? Digits : never)
    | (object extends Pick<T, Key> ? undefined : never)
}

export type InputOf<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends Schema ? Part : never]: C[Part] extends Schema
    ? Part extends 'body'
      ? v.InferInput<C[Part]>
      : PathInput<v.InferInput<C[Part]>>
    : never
}
