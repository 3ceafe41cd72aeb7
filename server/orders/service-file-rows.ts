import * as v from 'valibot'
import type { ServiceFile } from '../../src/lib/contract/orders/service-file.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile } from '../http/refusal.ts'
import { shownScan } from '../storage/scan-objects.ts'

export function serviceFiles(db: Database) {
  return db
    .selectFrom('service_files as file')
    .innerJoin('stored_objects as object', 'object.id', 'file.object_id')
    .select((row) => [
      'file.id',
      'file.order_id',
      'file.object_id',
      'file.local_name',
      'file.again',
      'file.created_at',
      'file.updated_at',
      'file.materials',
      'object.key',
      'object.size',
      'object.scan',
      // The present validity in the company's documents.
      row
        .selectFrom('document_files as paper')
        .select(({ fn }) => fn.max('paper.expires_on').as('day'))
        .whereRef('paper.object_id', '=', 'object.id')
        .as('expires_on'),
      row
        .selectFrom('document_files as paper')
        .select(({ fn }) => fn.max('paper.report_year').as('year'))
        .whereRef('paper.object_id', '=', 'object.id')
        .as('report_year'),
    ])
}

export type ServiceFileRow = Awaited<ReturnType<ReturnType<typeof serviceFiles>['executeTakeFirstOrThrow']>>

export function findFile(db: Database, companyId: number, id: number): Promise<ServiceFileRow> {
  return serviceFiles(db)
    .innerJoin('orders', 'orders.id', 'file.order_id')
    .where('file.id', '=', id)
    .where('orders.company_id', '=', companyId)
    .executeTakeFirstOrThrow(noSuchFile)
}

export async function filesOf(db: Database, orderId: number): Promise<ServiceFile[]> {
  const rows = await serviceFiles(db).where('file.order_id', '=', orderId).orderBy('file.id').execute()
  return rows.map(toServiceFile)
}

export function toServiceFile({ id, local_name, again, key, size, ...row }: ServiceFileRow): ServiceFile {
  return {
    id,
    local_name,
    hash_name: key,
    size,
    again: again === 1,
    materials: toMaterials(row.materials),
    ...shownScan(row.scan),
    expires_on: row.expires_on,
    report_year: row.report_year,
    gmt_create: toTimestamp(row.created_at),
    gmt_modified: toTimestamp(row.updated_at),
  }
}

export function toMaterials(json: string): string[] {
  return v.parse(v.array(v.string()), JSON.parse(json))
}
