/** Tells the followers of a policy what a build has changed. */
import * as v from 'valibot'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { COMPANIES_AT_ONCE, sendToCompanies } from '../messages/messages.ts'

const KIND = 'tell-change'

const payload = v.object({ change_id: v.number() })

interface Change {
  /** Page id of the original. */
  policyId: number
  message: string
  builtMs: number
}

/** Call it in the transaction that finds the change. */
export async function scheduleChange(
  transaction: Database,
  { policyId, message, builtMs }: Change,
  nowMs: number,
): Promise<void> {
  const { id } = await transaction
    .insertInto('policy_changes')
    .values({ policy_id: policyId, built_at: builtMs, message, created_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  await schedule(transaction, { kind: KIND, key: String(id), dueMs: nowMs, payload: { change_id: id } })
}

export const CHANGE_JOBS: JobHandlers = {
  [KIND]: {
    run: async (db, json, nowMs) => {
      const { change_id } = v.parse(payload, json)
      const change = await db
        .selectFrom('policy_changes')
        .selectAll()
        .where('id', '=', change_id)
        .executeTakeFirst()
      if (change) await tellFollowers(db, change, nowMs)
    },
  },
}

type ChangeRow = { id: number; policy_id: number; message: string; created_at: number }

/** A page of followers a transaction; what an interrupted round has sent, the next one leaves out. */
async function tellFollowers(db: Database, change: ChangeRow, nowMs: number): Promise<void> {
  const { message, policy_id: platform_policy_id } = change
  const words = { message, category: 'policy', platform_policy_id, topic: 'change' } as const
  for (let after = 0; ; ) {
    const companyIds = await db.transaction().execute(async (transaction) => {
      const ids = await noteFollowers(transaction, change, after)
      if (ids.length > 0) await sendToCompanies(transaction, ids, words, nowMs)
      return ids
    })
    if (companyIds.length === 0) return
    after = Math.max(...companyIds)
  }
}

/** The next companies that followed before the change, want to know and have not been told. */
async function noteFollowers(
  transaction: Database,
  { id, policy_id, created_at }: ChangeRow,
  after: number,
): Promise<number[]> {
  const noted = await transaction
    .insertInto('policy_change_notices')
    .columns(['change_id', 'company_id'])
    .expression((from) =>
      from
        .selectFrom('follows')
        .leftJoin('reminder_settings', 'reminder_settings.company_id', 'follows.company_id')
        .select(({ cast, val }) => [cast<number>(val(id), 'bigint').as('change_id'), 'follows.company_id'])
        .where('follows.policy_id', '=', policy_id)
        .where('follows.muted', '=', 0)
        .where('follows.created_at', '<=', created_at)
        .where('follows.company_id', '>', after)
        .where((row) => row(row.fn.coalesce('reminder_settings.changes', row.lit(1)), '=', 1))
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('policy_change_notices as told')
                .select('told.change_id')
                .where('told.change_id', '=', id)
                .whereRef('told.company_id', '=', 'follows.company_id'),
            ),
          ),
        )
        .orderBy('follows.company_id')
        .limit(COMPANIES_AT_ONCE),
    )
    .onConflict((existing) => existing.columns(['change_id', 'company_id']).doNothing())
    .returning('company_id')
    .execute()
  return noted.map(({ company_id }) => company_id)
}
