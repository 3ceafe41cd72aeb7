/** Hides an approved provider, or shows it again: with an event, and a message to the company. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { OperatorOrder } from '../../src/lib/contract/operator/order.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { sendMessage } from '../news/messages.ts'
import { moveOn } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { pageId } from './public-providers.ts'

interface Wish {
  shown: boolean
  note?: string | undefined
}

/** Null when this application has no page, or a later one has it. */
export async function readPublication(db: Database, orderId: number): Promise<OperatorOrder['publication']> {
  const row = await db
    .selectFrom('public_providers')
    .select(['id', 'category_id', 'off_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? { id: pageId(row.id), category_id: row.category_id, shown: row.off_at === null } : null
}

export async function setPublication(
  { db, now, catalogue }: Pick<Services, 'db' | 'now' | 'catalogue'>,
  operator: Pick<Customer, 'name'>,
  order: OrderRow,
  { shown, note = '' }: Wish,
): Promise<void> {
  const words = `${shown ? '恢复公开' : '已下线'}${note && `：${note}`}`
  const { providers } = await catalogue()
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
    const isBuilt = providers.some(({ id }) => id === pageId(changed.id))
    const message = `《${order.title}》的${outcome(shown, isBuilt)}${note && `说明：${note}`}`
    await sendMessage(tx, { ...told(order), message }, now())
  })
}

function told({ id, company_id }: OrderRow) {
  return { company_id, category: 'application', application_id: id } as const
}

function outcome(shown: boolean, isBuilt: boolean): string {
  if (shown) return '公开页面已恢复，企业可以看到。'
  return isBuilt
    ? '公开页面已下线，不再接受预约；已生成的页面在网站下一次更新后消失。'
    : '公开页面已下线，企业看不到了。'
}
