/** How one call of the API is written down, for the browser and the server alike. */
import type * as v from 'valibot'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody; a logged-in customer, for rows of its own company; the operators. */
export type Access = 'visitor' | 'company' | 'operator'

type Schema = v.GenericSchema<unknown, unknown>

export interface Call {
  /** What it is for, in a few Chinese words, for the readers of the interface's description. */
  summary: string
  method: Method
  /** Path parameters in braces: `/customer/api/v1/message/{id}`. */
  path: `/${string}`
  access: Access
  /** Who is logged in does not say so: browsers send no cookies along, and the server looks for none. */
  isAnonymous?: true
  /** A GET that changes something, such as logout, is guarded like an unsafe method. */
  changesState?: true
  /** Only shortly after a code was entered: 403 with `prove` (contract/account/proof.ts). */
  fresh?: true
  /** For an operator whose second factor is not set up, or not entered yet: it is how he comes to it. */
  beforeFactor?: true
  /** A signed token is all that it goes by: it is taken from anywhere, as from a mail program, and reads no body. */
  isSigned?: true
  /** Taken on a full disk, as a DELETE is: it gives room back. */
  frees?: true
  /** How often; without it as all others that read or write. 'own': its room counts by itself, and better. */
  rate?: Rate | 'own'
  /** `If-None-Match` may name what the caller knows: 304 where that is still so. */
  isConditional?: true
  /** Who accepts `text/event-stream` gets one, others are told only that they may. */
  isStream?: true
  /** Answered with a feed, for programs that know no envelope: what is refused has the status of its code. */
  isAtom?: true
  /** Answered with a table as CSV, a download; refused as any other. */
  isCsv?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** The fields beside `code` and `message` of an answer with code 200. */
  answer: Schema
}

/** A bucket of tokens for each person, and for each address where nobody is logged in. */
export interface Rate {
  /** So many at once. */
  burst: number
  /** So many come back. */
  perMinute: number
}

/** Far beyond what a person does with the pages, in several tabs. */
export const READ_RATE: Rate = { burst: 600, perMinute: 600 }
export const WRITE_RATE: Rate = { burst: 300, perMinute: 300 }
/** Folders of a thousand small files go up as quickly as the line takes them. */
export const UPLOAD_RATE: Rate = { burst: 3000, perMinute: 1800 }

/** Undefined: its room counts by itself. */
export function rateOf(call: Call): Rate | undefined {
  if (call.rate === 'own') return undefined
  return call.rate ?? (changesState(call) ? WRITE_RATE : READ_RATE)
}

/** Whether a call is guarded against other sites. */
export function changesState(call: Call): boolean {
  return call.method !== 'GET' || call.changesState === true
}

/** Whether a call gives room back, and is therefore taken on a full disk. */
export function freesRoom(call: Call): boolean {
  return call.method === 'DELETE' || call.frees === true
}

/** Keeps the exact types of a call's schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

type Output<S> = S extends Schema ? v.InferOutput<S> : undefined

export type ParamsOf<C extends Call> = Output<C['params']>
export type QueryOf<C extends Call> = Output<C['query']>
export type BodyOf<C extends Call> = Output<C['body']>
export type AnswerOf<C extends Call> = v.InferOutput<C['answer']>

/** A value of a path or a query as a caller may hand it over: digits also as a number, what is optional also undefined. */
type Written<T> = {
  [Key in keyof T]:
    | T[Key]
    | (string extends T[Key] ? number : T[Key] extends `${infer Digits extends number}` ? Digits : never)
    | (object extends Pick<T, Key> ? undefined : never)
}

/** What a caller hands over: only the parts that the call names. */
export type InputOf<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends Schema ? Part : never]: C[Part] extends Schema
    ? Part extends 'body'
      ? v.InferInput<C[Part]>
      : Written<v.InferInput<C[Part]>>
    : never
}
