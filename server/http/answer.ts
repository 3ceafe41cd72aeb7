import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RefusedEnvelope } from '../../src/lib/contract/envelope.ts'
import { API_HEADERS, httpsHeaders } from './security-headers.ts'
import type { AppContext } from './types.ts'

type Envelope = RefusedEnvelope | { code: 200; [field: string]: unknown }

export const JSON_TYPE = 'application/json; charset=UTF-8'

export function answerJson(
  context: AppContext,
  envelope: Envelope,
  status: ContentfulStatusCode = 200,
  more: Record<string, string> = {},
): Response {
  return context.json(envelope, status, answerHeaders(context, { 'Content-Type': JSON_TYPE, ...more }))
}

export function answerUnchanged(context: AppContext): Response {
  return context.body(null, 304, answerHeaders(context))
}

export function answerElsewhere(context: AppContext, Location: string): Response {
  return context.body(null, 302, answerHeaders(context, { Location }))
}

export function answerHeaders(
  context: AppContext,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    ...API_HEADERS,
    ...httpsHeaders(context),
    'X-Request-Id': context.get('requestId'),
    ...more,
  }
}
