import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { AnswerOf, Call, InputOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'

export interface Visitor {
  origin: string
  cookie?: string
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, string>
  body?: unknown
}

/** @throws Error with code and message of a refusal; errors of `fetch` when the server is gone */
export async function ask<const C extends Call>(
  visitor: Visitor,
  call: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> {
  const { code, message, answer } = await attempt(visitor, call, input)
  if (answer === undefined) throw new Error(`${call.method} ${call.path}：${code} ${message}`)
  return answer
}

/** Like `ask`, but returns refusals. `cookie` is the server's. */
export async function attempt<const C extends Call>(visitor: Visitor, call: C, input: InputOf<C>) {
  const { params = {}, query = {}, body } = input as Parts
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const response = await fetch(`${visitor.origin}${path}?${new URLSearchParams(query)}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      // An address of its own for each request, because the caps are not under test.
      'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
      cookie: visitor.cookie ?? '',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as { code: number; message?: string; [field: string]: unknown }
  const answer = json.code === CODES.ok ? (v.parse(call.answer, json) as AnswerOf<C>) : undefined
  return { code: json.code, message: json.message ?? '', answer, fields: json, cookie: cookieOf(response) }
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
