/** The policies that companies follow. A follow belongs to the company: colleagues see and end each other's. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { Database } from '../db/schema.ts'

type Follower = Pick<Customer, 'id' | 'company_id'>

/** Following twice is no error and keeps the first time. */
export async function follow(
  db: Database,
  follower: Follower,
  policyId: number,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('follows')
    .values({
      company_id: follower.company_id,
      policy_id: policyId,
      customer_id: follower.id,
      created_at: nowMs,
    })
    .onConflict((existing) => existing.columns(['company_id', 'policy_id']).doUpdateSet({ muted: 0 }))
    .execute()
}

export async function unfollow(db: Database, companyId: number, policyId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('follows')
    .where('company_id', '=', companyId)
    .where('policy_id', '=', policyId)
    .returning('policy_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Page ids of the originals that a company follows, the latest follow first, and those of them without messages. */
export async function followsOf(db: Database, companyId: number) {
  const rows = await db
    .selectFrom('follows')
    .select(['policy_id', 'muted'])
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('policy_id', 'desc')
    .execute()
  const muted = rows.flatMap((row) => (row.muted === 1 ? [row.policy_id] : []))
  return { followed: rows.map(({ policy_id }) => policy_id), muted: new Set(muted) }
}

export async function followersOf(db: Database, policyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('follows')
    .select('company_id')
    .where('policy_id', '=', policyId)
    .where('muted', '=', 0)
    .orderBy('company_id')
    .execute()
  return rows.map(({ company_id }) => company_id)
}
