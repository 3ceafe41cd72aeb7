import type { Database } from '../db/schema.ts'

/**
 * Lets one change of a company's people, of what it has asked for, of its objects or of the company itself at a time
 * through, until the transaction ends. Returns its level; a company that is gone has the lowest.
 *
 * Locks are taken in one order, so that nobody waits in a circle: the gate of a company's documents; companies, those
 * that are known from the start by their ids; an order, a conversation or an upload; what belongs to these. Whoever will
 * count, hold or release an object locks the company before anything of it.
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
