/** How many drafts and open applications a company has at once: operators read each of them (behaviour B11.4). */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { DRAFTS_MAX, OPEN_ORDERS_MAX, OPEN_ORDERS_PER_ITEM } from '../../src/lib/contract/orders/order.ts'
import { lockCompany } from '../company/lock-company.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

const OPEN = ['submitted', 'reviewing', 'more-needed'] as const

interface Place {
  company_id: number
  item_id?: number | null | undefined
  state: 'draft' | 'submitted'
}

/**
 * Call it before one more is there, in the transaction that makes it: others of the company wait.
 * @throws Refusal 409
 */
export async function refuseTooMany(
  transaction: Database,
  { company_id, item_id, state }: Place,
): Promise<void> {
  await lockCompany(transaction, company_id)
  const own = transaction
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('company_id', '=', company_id)
  if (state === 'draft') {
    const { count } = await own.where('state', '=', 'draft').executeTakeFirstOrThrow()
    if (count < DRAFTS_MAX) return
    throw new Refusal(CODES.conflict, `最多保留 ${DRAFTS_MAX} 份草稿，请先提交或撤回不用的草稿`)
  }
  const open = own.where('state', 'in', OPEN)
  const { count } = await open.executeTakeFirstOrThrow()
  if (count >= OPEN_ORDERS_MAX) {
    throw new Refusal(CODES.conflict, `正在办理的申请最多 ${OPEN_ORDERS_MAX} 份，请等待其中的办结`)
  }
  if (item_id === undefined || item_id === null) return
  const same = await open.where('item_id', '=', item_id).executeTakeFirstOrThrow()
  if (same.count >= OPEN_ORDERS_PER_ITEM) {
    throw new Refusal(
      CODES.conflict,
      `同一事项正在办理的申请最多 ${OPEN_ORDERS_PER_ITEM} 份，请等待其中的办结`,
    )
  }
}
