/** Sends an operator's message to many companies, exactly once. */
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { MESSAGE_UNREAD } from '../../src/lib/contract/message.ts'
import type { sendOperatorMessage } from '../../src/lib/contract/operator-message.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

/** Companies a statement: far below the number of parameters that the databases take. */
const AT_ONCE = 1000

interface Broadcast {
  request: BodyOf<typeof sendOperatorMessage>
  operatorId: number
  /** Those that are gone by now are left out. */
  companyIds: readonly number[]
}

/**
 * Returns to how many companies it went, also when it was sent before.
 * @throws Refusal 400 when there is nobody to send it to
 */
export function sendBroadcast(db: Database, broadcast: Broadcast, nowMs: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const id = await insertBroadcast(transaction, broadcast, nowMs)
    if (id === undefined) return countOfSent(transaction, broadcast)
    let companies = 0
    for (let from = 0; from < broadcast.companyIds.length; from += AT_ONCE) {
      const ids = broadcast.companyIds.slice(from, from + AT_ONCE)
      companies += await insertMessages(transaction, broadcast.request, ids, nowMs)
    }
    if (companies === 0) throw new Refusal(CODES.invalid, '没有符合条件的企业，消息未发送')
    await transaction.updateTable('broadcasts').set({ companies }).where('id', '=', id).execute()
    return companies
  })
}

/** Undefined when it was sent before. Of two at once, the second waits here until the first is through. */
async function insertBroadcast(
  transaction: Database,
  { request, operatorId }: Broadcast,
  nowMs: number,
): Promise<number | undefined> {
  const inserted = await transaction
    .insertInto('broadcasts')
    .values({
      client_id: request.client_id,
      operator_id: operatorId,
      audience: JSON.stringify(request.to),
      message: request.message,
      category: request.category,
      platform_policy_id: request.platform_policy_id ?? null,
      companies: 0,
      created_at: nowMs,
    })
    .onConflict((existing) => existing.columns(['operator_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

async function countOfSent(db: Database, { request, operatorId }: Broadcast): Promise<number> {
  const { companies } = await db
    .selectFrom('broadcasts')
    .select('companies')
    .where('operator_id', '=', operatorId)
    .where('client_id', '=', request.client_id)
    .executeTakeFirstOrThrow()
  return companies
}

async function insertMessages(
  transaction: Database,
  { message, category, platform_policy_id }: Broadcast['request'],
  companyIds: readonly number[],
  nowMs: number,
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('messages')
    .columns(['company_id', 'message', 'category', 'platform_policy_id', 'status', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('companies')
        .select(({ val, cast }) => [
          'id',
          cast<string>(val(message), 'text').as('message'),
          cast<'policy' | 'application'>(val(category), 'text').as('category'),
          cast<number | null>(val(platform_policy_id ?? null), 'bigint').as('platform_policy_id'),
          cast<0 | 1>(val(MESSAGE_UNREAD), 'integer').as('status'),
          cast<number>(val(nowMs), 'bigint').as('created_at'),
        ])
        .where('id', 'in', companyIds),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}
