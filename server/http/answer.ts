/** The answers of the API: the envelope as JSON, with all headers. */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RefusedEnvelope } from '../../src/lib/contract/envelope.ts'
import { API_HEADERS, httpsHeaders } from './security-headers.ts'
import type { AppContext } from './types.ts'

type Envelope = RefusedEnvelope | { code: 200; [field: string]: unknown }

const JSON_TYPE = 'application/json; charset=UTF-8'

export function answerJson(
  context: AppContext,
  envelope: Envelope,
  status: ContentfulStatusCode = 200,
  more: Record<string, string> = {},
): Response {
  return context.json(envelope, status, answerHeaders(context, more))
}

/** 304: the caller's version is current. */
export function answerUnchanged(context: AppContext): Response {
  return answerEmpty(context, 304)
}

/** 302: the same headers, without JSON. */
export function answerElsewhere(context: AppContext, location: string): Response {
  return answerEmpty(context, 302, { Location: location })
}

function answerEmpty(context: AppContext, status: 302 | 304, more: Record<string, string> = {}): Response {
  const { 'Content-Type': _, ...headers } = answerHeaders(context, more)
  return context.body(null, status, headers)
}

export function answerHeaders(context: AppContext, more: Record<string, string>): Record<string, string> {
  return {
    ...API_HEADERS,
    ...httpsHeaders(context),
    'X-Request-Id': context.get('requestId'),
    'Content-Type': JSON_TYPE,
    ...more,
  }
}
