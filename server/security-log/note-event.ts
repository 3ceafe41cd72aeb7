/** Reports a request's action to the security log. */
import type { SecurityEventName } from '../../src/lib/contract/operator/security-log.ts'
import { clientAddress } from '../http/client.ts'
import type { AppContext } from '../http/types.ts'
import type { SecurityEvent } from './security-log.ts'

/** Ids of rows; a phone typed into an address is longer. */
const ROW_ID = /^\d{1,9}$/

/**
 * Logs an event of this request. Person, address, call and row are known already; `more` adds to these or replaces them. Call
 * it after the action has happened (after the transaction). A new kind needs one line in `SECURITY_EVENTS` of the contract
 * and one in docs/security-log.md.
 * @example
 * noteEvent(context, 'login-failed', { phone: body.phone })
 * noteEvent(context, 'login', { actor: toCustomer(login.customer, isOperator) })
 * noteEvent(context, 'level-changed', { companyId: params.id, note: `等级 ${level}` })
 */
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
