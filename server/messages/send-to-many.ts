/** One message to many companies, in a statement. */
import { MESSAGE_UNREAD } from '../../src/lib/contract/account/message.ts'
import type { Database } from '../db/schema.ts'
import type { NewMessage } from './messages.ts'

/** Companies a statement: far below the number of parameters that the databases take. */
export const COMPANIES_AT_ONCE = 1000

/**
 * Returns how many companies got it; those that no longer exist are left out.
 * @param companyIds at most `COMPANIES_AT_ONCE`
 */
export async function sendToCompanies(
  db: Database,
  companyIds: readonly number[],
  { message, category, platform_policy_id = null, topic = null }: Omit<NewMessage, 'company_id'>,
  nowMs: number,
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('messages')
    .columns(['company_id', 'message', 'category', 'platform_policy_id', 'topic', 'status', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('companies')
        .select(({ val, cast }) => [
          'id',
          cast<string>(val(message), 'text').as('message'),
          cast<'policy' | 'application'>(val(category), 'text').as('category'),
          cast<number | null>(val(platform_policy_id), 'bigint').as('platform_policy_id'),
          cast<NonNullable<NewMessage['topic']> | null>(val(topic), 'text').as('topic'),
          cast<0 | 1>(val(MESSAGE_UNREAD), 'integer').as('status'),
          cast<number>(val(nowMs), 'bigint').as('created_at'),
        ])
        .where('id', 'in', companyIds),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}
