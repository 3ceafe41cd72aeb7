/** Unsubmitted corrections of applications without a policy. Operators do not see them. */
import * as v from 'valibot'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  type AmendmentDraft,
  amendmentDraft,
  type saveAmendment as saveCall,
} from '../../src/lib/contract/orders/amendment.ts'
import { nextStates, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { sameContent } from '../../src/lib/rules/orders/same-content.ts'
import { lockCompany } from '../company/lock-company.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { checkFiles } from './form-drafts.ts'
import { findOwnOrder, noOrder, type OrderRow } from './order-rows.ts'

interface Place {
  companyId: number
  orderId: number
}

/** @throws Refusal 404 */
export async function findAmendment(
  db: Database,
  { companyId, orderId }: Place,
): Promise<AmendmentDraft | null> {
  return amendmentOf(await findOwnOrder(db, companyId, orderId))
}

function amendmentOf({ amendment }: OrderRow): AmendmentDraft | null {
  return amendment === null ? null : v.parse(amendmentDraft, JSON.parse(amendment))
}

/**
 * Saves a correction that is based on the latest version.
 * @throws Refusal 404; 400 with `hash_name`; 409 with the newest, or without one if no correction is awaited
 */
export async function saveAmendment(
  { db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>,
  place: Place,
  { revision, order_revision, content }: BodyOf<typeof saveCall>,
): Promise<AmendmentDraft> {
  const { companyId, orderId } = place
  await checkFiles(storage, companyId, content, (await findAmendment(db, place))?.content)
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, companyId)
    const order = await findOwnOrder(tx, companyId, orderId)
    if (order.kind !== 'loan' && order.kind !== 'provider') throw noOrder()
    if (!nextStates(order.kind, order.state, 'company').includes('submitted')) {
      throw new Refusal(CODES.conflict, `这份申请${stateName(order.state)}，不能修改`)
    }
    const former = amendmentOf(order)
    if (former && former.order_revision === order_revision && sameContent(former.content, content))
      return former
    if ((former?.revision ?? 0) !== revision) {
      throw new Refusal(CODES.conflict, '这份申请的修改已在其他页面或设备上保存', { draft: former })
    }
    const draft = { revision: revision + 1, order_revision, content, gmt_modified: toTimestamp(now()) }
    await tx
      .updateTable('orders')
      .set({ amendment: JSON.stringify(draft) })
      .where('id', '=', order.id)
      .execute()
    return draft
  })
}

/** @throws Refusal 404 */
export async function deleteAmendment(db: Database, { companyId, orderId }: Place): Promise<void> {
  await findOwnOrder(db, companyId, orderId)
  await db
    .updateTable('orders')
    .set({ amendment: null })
    .where('id', '=', orderId)
    .where('company_id', '=', companyId)
    .execute()
}
