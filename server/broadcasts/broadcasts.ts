/** Sends an operator's message to many companies, exactly once. */
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { sendOperatorMessage } from '../../src/lib/contract/operator/message.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { COMPANIES_AT_ONCE, sendToCompanies } from '../messages/send-to-many.ts'

interface Broadcast {
  request: BodyOf<typeof sendOperatorMessage>
  operatorId: number
  /** Companies that no longer exist are left out. */
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
    for (let from = 0; from < broadcast.companyIds.length; from += COMPANIES_AT_ONCE) {
      const ids = broadcast.companyIds.slice(from, from + COMPANIES_AT_ONCE)
      companies += await sendToCompanies(transaction, ids, messageOf(broadcast), nowMs)
    }
    if (companies === 0) throw new Refusal(CODES.invalid, '没有符合条件的企业，消息未发送')
    await transaction.updateTable('broadcasts').set({ companies }).where('id', '=', id).execute()
    return companies
  })
}

/** Undefined if it was sent before. If two come at once, the second waits here until the first has ended. */
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

function messageOf({ request: { message, category, platform_policy_id } }: Broadcast) {
  return { message, category, platform_policy_id: platform_policy_id ?? null }
}
