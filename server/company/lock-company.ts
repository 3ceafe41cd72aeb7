import type { Database } from '../db/schema.ts'

/** Lets one change of a company's people or of the company itself at a time through, until the transaction ends. */
export async function lockCompany(transaction: Database, companyId: number): Promise<void> {
  await transaction
    .updateTable('companies')
    .set((company) => ({ name: company.ref('name') }))
    .where('id', '=', companyId)
    .execute()
}
