import type { Database } from '../db/schema.ts'

/**
 * Lets through one change at a time of a company's people, requests, objects or of the company itself, until the transaction
 * ends. Returns its level; a deleted company has the lowest.
 *
 * Locks have one order, which prevents deadlocks: the gate of a company's documents; companies, in the order of their ids if
 * known from the start; an order, a conversation or an upload; their rows. A transaction that will count, hold or release an
 * object locks the company before any of its rows.
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
