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
  /** A GET that changes something, such as logout, is guarded like an unsafe method. */
  changesState?: true
  /** Only shortly after a code was entered: 403 with `prove` (contract/account/proof.ts). */
  fresh?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** The fields beside `code` and `message` of an answer with code 200. */
  answer: Schema
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
