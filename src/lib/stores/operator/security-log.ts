/** 安全日志 as the desk shows it. */
import { ask } from '../../api/ask.ts'
import {
  type ListedSecurityEvent,
  listSecurityEvents,
  SECURITY_EVENT_NAMES,
  SECURITY_LOG_SPANS,
  type SecurityEventName,
} from '../../contract/operator/security-log.ts'
import { createDeskList } from './list.ts'

export interface SecurityFilter {
  event: SecurityEventName | undefined
  /** Of the last so many days. */
  days: (typeof SECURITY_LOG_SPANS)[number]
  /** A phone, the number of a person, or an address. */
  who: string
}

/** What the address asks for. Whom one looks for is not in it: a phone would stay in the history. */
export function readSecurityFilter(params: URLSearchParams): Omit<SecurityFilter, 'who'> {
  return {
    event: SECURITY_EVENT_NAMES.find((known) => known === params.get('event')),
    days: SECURITY_LOG_SPANS.find((known) => String(known) === params.get('days')) ?? 7,
  }
}

export const securityEvents = createDeskList<ListedSecurityEvent, SecurityFilter>(
  async ({ event, days, who }, page) =>
    (await ask(listSecurityEvents, { query: { event, days, who, page } })).result,
)
