/** How a room tells the security log what a request did. */
import type { SecurityEventName } from '../../src/lib/contract/operator/security-log.ts'
import { clientAddress } from '../http/client.ts'
import type { AppContext } from '../http/types.ts'
import type { SecurityEvent } from './security-log.ts'

/** Ids of rows; a phone that was typed into an address is longer. */
const ROW_ID = /^\d{1,9}$/

/**
 * Takes an event of this request down: who is logged in, from where, which call on which row are known already; `more`
 * says what else there is, or says it better. Call it when what it tells has happened (after the transaction). A kind
 * that is missing is one line in `SECURITY_EVENTS` of the contract and one in docs/security-log.md.
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
