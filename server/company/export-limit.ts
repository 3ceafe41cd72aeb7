/** How often a company may export its data: each export reads everything. */
import { EXPORTS_PER_HOUR } from '../../src/lib/contract/account/company-data.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { lockCompany } from './lock-company.ts'

/** Counts an export before it begins, one after the other. @throws Refusal 429 */
export function countExport(db: Database, company_id: number, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    const { exports } = await transaction
      .selectFrom('company_exports')
      .select((row) => row.fn.countAll<number>().as('exports'))
      .where('company_id', '=', company_id)
      .where('exported_at', '>', nowMs - HOUR_MS)
      .executeTakeFirstOrThrow()
    if (exports >= EXPORTS_PER_HOUR) {
      throw new Refusal(CODES.tooOften, `一小时内最多导出 ${EXPORTS_PER_HOUR} 次，请稍后再试`)
    }
    await transaction.insertInto('company_exports').values({ company_id, exported_at: nowMs }).execute()
  })
}

export async function forgetExports(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('company_exports')
    .where('exported_at', '<=', nowMs - HOUR_MS)
    .execute()
}
