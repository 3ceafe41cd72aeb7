import type { CompanyGuide } from '../../src/lib/contract/account/company-guide.ts'
import { BYTES_PER_MB } from '../../src/lib/rules/files/storage-units.ts'
import type { Database } from '../db/schema.ts'

export async function companyGuide(db: Database, companyId: number): Promise<CompanyGuide> {
  const { level, name, limit, used_bytes, reserved_bytes } = await db
    .selectFrom('companies')
    .innerJoin('packages', 'packages.level', 'companies.level')
    .select([
      'packages.level',
      'packages.name',
      'packages.file_storage_mb as limit',
      'companies.used_bytes',
      'companies.reserved_bytes',
    ])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    company_id: companyId,
    privilege: { level, name, privileges: [{ name: 'file_storage', limit }] },
    company_privilege: {
      file_storage: used_bytes / BYTES_PER_MB,
      file_storage_reserved: reserved_bytes / BYTES_PER_MB,
    },
  }
}

export async function usedBytes(db: Database, companyId: number): Promise<number> {
  const { used_bytes } = await db
    .selectFrom('companies')
    .select('used_bytes')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return used_bytes
}
