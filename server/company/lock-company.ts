import type { Database } from '../db/schema.ts'

/**
 * Lets one change of a company's people, of what it has asked for or of the company itself at a time through, until
 * the transaction ends. Returns its level; a company that is gone has the lowest.
 */
export async function lockCompany(transaction: Database, companyId: number): Promise<number> {
  const company = await transaction
    .updateTable('companies')
    .set((row) => ({ level: row.ref('level') }))
    .where('id', '=', companyId)
    .returning('level')
    .executeTakeFirst()
  return company?.level ?? 1
}
