/** A company applies as a provider once at a time: it has one public page, and two decisions would contradict each other. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { isFinal, ORDER_STATES } from '../../src/lib/rules/orders/order-states.ts'
import { lockCompany } from '../company/lock-company.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

const WAITING = ORDER_STATES.filter((state) => !isFinal('provider', state))

/**
 * Call it in the transaction that writes the new application; others of the company wait until that ends.
 * @param clientId of the new application: the same one sent twice is no second application
 * @throws Refusal 409 while another application is under way
 */
export async function refuseSecondApplication(
  transaction: Database,
  companyId: number,
  clientId: string | undefined,
): Promise<void> {
  await lockCompany(transaction, companyId)
  const waiting = await transaction
    .selectFrom('orders')
    .select(['receipt_no', 'client_id'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'provider')
    .where('state', 'in', WAITING)
    .executeTakeFirst()
  if (!waiting || (clientId !== undefined && waiting.client_id === clientId)) return
  throw new Refusal(
    CODES.conflict,
    `贵企业已有一份入驻申请在办理（${waiting.receipt_no}）。要改内容，可以先在“我的申报订单”里撤回它`,
  )
}
