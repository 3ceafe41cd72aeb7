/** Taking an approved provider off, and showing it again: with an event, and a message to the company. */
import type { Customer } from '../../src/lib/contract/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { OperatorOrder } from '../../src/lib/contract/operator-order.ts'
import { FIRST_PROVIDER_ID } from '../../src/lib/contract/provider.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { sendMessage } from '../messages/messages.ts'
import { moveOn } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/order-rows.ts'

interface Wish {
  shown: boolean
  note?: string | undefined
}

/** Null: no page came of this application, or a later one has it. */
export async function readPublication(db: Database, orderId: number): Promise<OperatorOrder['publication']> {
  const row = await db
    .selectFrom('public_providers')
    .select(['id', 'category_id', 'off_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row
    ? { id: FIRST_PROVIDER_ID - 1 + row.id, category_id: row.category_id, shown: row.off_at === null }
    : null
}

/** @throws Refusal 404 without a page, 409 when somebody else was quicker */
export async function setPublication(
  { db, now }: Pick<Services, 'db' | 'now'>,
  operator: Pick<Customer, 'name'>,
  order: OrderRow,
  { shown, note = '' }: Wish,
): Promise<void> {
  const words = `${shown ? '恢复公开' : '已下线'}${note && `：${note}`}`
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('public_providers')
      .set({ off_at: shown ? null : now() })
      .where('order_id', '=', order.id)
      .where('off_at', shown ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) {
      if (await readPublication(tx, order.id)) return
      throw new Refusal(CODES.none, '这份申请没有公开的页面')
    }
    const { state } = order
    if (!(await moveOn(tx, order, { state, actor: operator.name, note: words }, now()))) {
      throw new Refusal(CODES.conflict, '这份申请刚被他人处理，请刷新后再试')
    }
    await sendMessage(tx, { ...told(order), message: messageOf(order, shown, note) }, now())
  })
}

function told({ id, company_id }: OrderRow) {
  return { company_id, category: 'application', application_id: id } as const
}

function messageOf({ title }: OrderRow, shown: boolean, note: string): string {
  const words = shown ? '公开页面已恢复，企业可以看到。' : '公开页面已下线，企业看不到了。'
  return `《${title}》的${words}${note && `说明：${note}`}`
}
