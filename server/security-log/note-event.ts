import type { SecurityEventName } from '../../src/lib/contract/operator/security-log.ts'
import { clientAddress } from '../http/client.ts'
import type { AppContext } from '../http/types.ts'
import type { SecurityEvent } from './security-log.ts'

/** Ids of rows; a phone typed into an address is longer. */
const ROW_ID = /^\d{1,9}$/

/** Logs an event of this request, after its transaction; `more` adds to what is known. A new kind is listed in docs/security-log.md. */
export function noteEvent(
  context: AppContext,
  event: SecurityEventName,
  more: Omit<SecurityEvent, 'event'> = {},
): void {
  const { services, person, call, requestId } = context.var
  context.set('isNoted', true)
  services.securityLog.note({
    event,
    actor: person,
    address: clientAddress(context),
    action: call?.summary,
    target: targetOf(context),
    requestId,
    ...more,
  })
}

function targetOf(context: AppContext): string | undefined {
  const ids = Object.entries(context.req.param() as Record<string, string>).filter(([, value]) =>
    ROW_ID.test(value),
  )
  return ids.map(([name, value]) => `${name}=${value}`).join(' ') || undefined
}
