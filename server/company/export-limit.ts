/** How often a company may export its data: each export reads everything. */
import { EXPORTS_PER_HOUR } from '../../src/lib/contract/company-data.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

const HOUR_MS = 3_600_000

/** Counts an export, before it begins, so that parallel ones are all counted. @throws Refusal 429 */
export async function countExport(db: Database, company_id: number, nowMs: number): Promise<void> {
  const { id } = await db
    .insertInto('company_exports')
    .values({ company_id, exported_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { exports } = await db
    .selectFrom('company_exports')
    .select((row) => row.fn.countAll<number>().as('exports'))
    .where('company_id', '=', company_id)
    .where('exported_at', '>', nowMs - HOUR_MS)
    .executeTakeFirstOrThrow()
  if (exports <= EXPORTS_PER_HOUR) return
  // Who asks again and again need not wait the longer for it.
  await db.deleteFrom('company_exports').where('id', '=', id).execute()
  throw new Refusal(CODES.tooOften, `一小时内最多导出 ${EXPORTS_PER_HOUR} 次，请稍后再试`)
}

export async function forgetExports(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('company_exports')
    .where('exported_at', '<=', nowMs - HOUR_MS)
    .execute()
}
