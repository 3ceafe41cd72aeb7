/** The answers of the API: the envelope as JSON, with all headers. */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RefusedEnvelope } from '../../src/lib/contract/envelope.ts'
import { API_HEADERS, httpsHeaders } from './security-headers.ts'
import type { AppContext } from './types.ts'

type Envelope = RefusedEnvelope | { code: 200; [field: string]: unknown }

const JSON_TYPE = 'application/json; charset=UTF-8'

/**
 * Collects all headers in one plain object: setting them on a finished Response takes as long as the rest of a small answer.
 * Only cookies take the slower way, which joins earlier values.
 */
export function answerJson(
  context: AppContext,
  envelope: Envelope,
  status: ContentfulStatusCode = 200,
  more: Record<string, string> = {},
): Response {
  const headers = answerHeaders(context, more)
  if (context.get('setsCookies')) return context.json(envelope, status, headers)
  return new Response(JSON.stringify(envelope), { status, headers })
}

/** 304: the caller's version is current. */
export function answerUnchanged(context: AppContext): Response {
  const { 'Content-Type': _, ...headers } = answerHeaders(context, {})
  return context.get('setsCookies')
    ? context.body(null, 304, headers)
    : new Response(null, { status: 304, headers })
}

/** 302: the same headers, without JSON. */
export function answerElsewhere(context: AppContext, location: string): Response {
  const { 'Content-Type': _, ...headers } = answerHeaders(context, { Location: location })
  return context.body(null, 302, headers)
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
