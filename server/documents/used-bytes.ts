/** What a company uses of its room, as its people see it. */
import type { Database } from '../db/schema.ts'

/** In bytes. */
export async function usedBytes(db: Database, companyId: number): Promise<number> {
  const { used_bytes } = await db
    .selectFrom('companies')
    .select('used_bytes')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return used_bytes
}
