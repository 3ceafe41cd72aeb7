/** The room that a company has. Every change is one conditional update, so that requests at once cannot pass it together. */
import { type ExpressionBuilder, sql } from 'kysely'
import { STORAGE_FULL } from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { BYTES_PER_MB } from '../../src/lib/rules/files/storage-units.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

/** @returns false when the bytes have no room, or when there is none at all */
export async function reserve(db: Database, companyId: number, bytes: number): Promise<boolean> {
  const reserved = await db
    .updateTable('companies')
    .set((company) => ({ reserved_bytes: company('reserved_bytes', '+', bytes) }))
    .where('id', '=', companyId)
    .where((company) => company('used_bytes', '<', limitOf(company)))
    .where((company) => company(sum(bytes), '<=', limitOf(company)))
    .returning('id')
    .executeTakeFirst()
  return reserved !== undefined
}

/**
 * Counts an object in place of what was reserved for it.
 * @returns false, and changes nothing, when that is too much
 */
export async function settle(
  db: Database,
  companyId: number,
  { bytes, reserved }: { bytes: number; reserved: number },
): Promise<boolean> {
  const settled = await db
    .updateTable('companies')
    .set((company) => ({
      used_bytes: company('used_bytes', '+', bytes),
      reserved_bytes: company('reserved_bytes', '-', reserved),
    }))
    .where('id', '=', companyId)
    .where((company) => company(sum(bytes - reserved), '<=', limitOf(company)))
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** Changes both counts, whatever the limit: what is there has to be counted. */
export async function adjust(
  db: Database,
  companyId: number,
  { bytes = 0, reserved = 0 }: { bytes?: number; reserved?: number },
): Promise<void> {
  if (bytes === 0 && reserved === 0) return
  await db
    .updateTable('companies')
    .set((company) => ({
      used_bytes: company('used_bytes', '+', bytes),
      reserved_bytes: company('reserved_bytes', '+', reserved),
    }))
    .where('id', '=', companyId)
    .execute()
}

export function storageFull(): Refusal {
  return new Refusal(CODES.invalid, STORAGE_FULL, { overflow: true })
}

function sum(more: number) {
  return sql<number>`companies.used_bytes + companies.reserved_bytes + ${sql.lit(more)}`
}

/** In bytes; PostgreSQL would multiply two `integer` as such, and 2 GB are too many for one. */
export function limitOf(company: ExpressionBuilder<Tables, 'companies'>) {
  return company
    .selectFrom('packages')
    .whereRef('packages.level', '=', 'companies.level')
    .select(sql<number>`cast(packages.file_storage_mb as bigint) * ${sql.lit(BYTES_PER_MB)}`.as('bytes'))
}
