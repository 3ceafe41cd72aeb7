/** Changes of one company's folders and files happen one after the other. */
import type { Database } from '../db/schema.ts'

/**
 * Lets one transaction of a company at a time through, of all processes: the row stays locked until the transaction
 * ends. Behind it, looking at the tree first (is the name free, is there room, is this no cycle) is safe.
 */
export async function passDocumentGate(transaction: Database, companyId: number): Promise<void> {
  await transaction
    .insertInto('document_gates')
    .values({ company_id: companyId, passes: 1 })
    .onConflict((row) =>
      row
        .column('company_id')
        .doUpdateSet((existing) => ({ passes: existing('document_gates.passes', '+', 1) })),
    )
    .execute()
}
