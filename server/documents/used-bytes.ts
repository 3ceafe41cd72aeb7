/** What a company uses of its room, as its people see it. */
import { type Expression, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/**
 * In bytes. An object that nothing holds any more is about to be removed and does not count here, though its room is
 * free only afterwards.
 */
export async function usedBytes(db: Database, companyId: number): Promise<number> {
  const { used } = await db
    .selectFrom('companies')
    .select((company) => subtract(company.ref('used_bytes'), heldByNobody(db, companyId)).as('used'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Math.max(0, used)
}

function heldByNobody(db: Database, companyId: number): Expression<number | null> {
  return db
    .selectFrom('stored_objects')
    .select((object) => object.fn.coalesce(object.fn.sum<number>('size'), sql.lit(0)).as('bytes'))
    .where('company_id', '=', companyId)
    .where((object) =>
      object.not(
        object.exists(
          object
            .selectFrom('object_holds')
            .select('object_id')
            .whereRef('object_holds.object_id', '=', 'stored_objects.id'),
        ),
      ),
    )
    .$asScalar()
}

function subtract(from: Expression<number>, bytes: Expression<number | null>) {
  return sql<number>`${from} - ${bytes}`
}
