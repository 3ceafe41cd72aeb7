/** A company's storage. Every change is one conditional update, so that parallel requests cannot pass the limit together. */
import { type ExpressionBuilder, sql } from 'kysely'
import { BLOCK_BYTES, STORAGE_FULL } from '../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { BYTES_PER_MB } from '../../src/lib/rules/files/storage-units.ts'
import { countRows } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

export function countedBytes(size: number): number {
  return Math.max(size, BLOCK_BYTES)
}

interface Change {
  bytes?: number
  reserved?: number
}

function updateBytes(db: Database, companyId: number, { bytes = 0, reserved = 0 }: Change) {
  return db
    .updateTable('companies')
    .set((company) => ({
      used_bytes: company('used_bytes', '+', bytes),
      reserved_bytes: company('reserved_bytes', '+', reserved),
    }))
    .where('id', '=', companyId)
}

/** @returns false if the bytes exceed the limit, or none is left */
export async function reserveBytes(db: Database, companyId: number, bytes: number): Promise<boolean> {
  const reserved = await updateBytes(db, companyId, { reserved: bytes })
    .where((company) => company('used_bytes', '<', limitOf(company)))
    .where((company) => company(sum(bytes), '<=', limitOf(company)))
    .returning('id')
    .executeTakeFirst()
  return reserved !== undefined
}

/** Counts an object instead of its reservation. @returns false, without a change, if that is too much */
export async function settleBytes(
  db: Database,
  companyId: number,
  { bytes, reserved }: Required<Change>,
): Promise<boolean> {
  const settled = await updateBytes(db, companyId, { bytes, reserved: -reserved })
    .where((company) => company(sum(bytes - reserved), '<=', limitOf(company)))
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** Changes both counts, even beyond the limit, because existing bytes must count. */
export async function adjust(db: Database, companyId: number, change: Change): Promise<void> {
  if (change.bytes || change.reserved) await updateBytes(db, companyId, change).execute()
}

/** Call it where the company is locked, before one object more counts. @throws Refusal 400 */
export async function refuseTooManyFiles(transaction: Database, companyId: number): Promise<void> {
  const { max_files } = await numbersOf(transaction, companyId)
  const counting = transaction
    .selectFrom('stored_objects')
    .where('company_id', '=', companyId)
    .where('released_at', 'is', null)
  if ((await countRows(counting)) >= max_files) throw tooManyOfLevel('文件', max_files)
}

export function numbersOf(db: Database, companyId: number) {
  return db
    .selectFrom('companies')
    .innerJoin('packages', 'packages.level', 'companies.level')
    .select(['packages.max_files', 'packages.max_folders'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
}

export function tooManyOfLevel(what: '文件' | '文件夹', limit: number): Refusal {
  return new Refusal(
    CODES.invalid,
    `贵企业的等级最多存 ${limit} 个${what}，请先删除不需要的${what}，或升级企业等级`,
  )
}

export function storageFull(): Refusal {
  return new Refusal(CODES.invalid, STORAGE_FULL, { overflow: true })
}

function sum(more: number) {
  return sql<number>`companies.used_bytes + companies.reserved_bytes + ${sql.lit(more)}`
}

/** In bytes; without the cast PostgreSQL would multiply as `integer`, which ends at 2 GB. */
export function limitOf(company: ExpressionBuilder<Tables, 'companies'>) {
  return company
    .selectFrom('packages')
    .whereRef('packages.level', '=', 'companies.level')
    .select(sql<number>`cast(packages.file_storage_mb as bigint) * ${sql.lit(BYTES_PER_MB)}`.as('bytes'))
}
