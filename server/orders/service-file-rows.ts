/** Service files as the database holds them and as the wire says them. */
import type { ServiceFile } from '../../src/lib/contract/service-file.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'

export function serviceFiles(db: Database) {
  return db
    .selectFrom('service_files as file')
    .innerJoin('stored_objects as object', 'object.id', 'file.object_id')
    .select([
      'file.id',
      'file.order_id',
      'file.object_id',
      'file.local_name',
      'file.again',
      'file.created_at',
      'file.updated_at',
      'object.key',
      'object.size',
    ])
}

export type ServiceFileRow = Awaited<ReturnType<ReturnType<typeof serviceFiles>['executeTakeFirstOrThrow']>>

/** A file of one of the company's orders; undefined for a foreign one as for none. */
export function findOwnFile(
  db: Database,
  companyId: number,
  id: number,
): Promise<ServiceFileRow | undefined> {
  return serviceFiles(db)
    .innerJoin('orders', 'orders.id', 'file.order_id')
    .where('file.id', '=', id)
    .where('orders.company_id', '=', companyId)
    .executeTakeFirst()
}

/** The files of an order, oldest first. */
export async function filesOf(db: Database, orderId: number): Promise<ServiceFile[]> {
  const rows = await serviceFiles(db).where('file.order_id', '=', orderId).orderBy('file.id').execute()
  return rows.map(toServiceFile)
}

export function toServiceFile({ id, local_name, again, key, size, ...times }: ServiceFileRow): ServiceFile {
  return {
    id,
    local_name,
    hash_name: key,
    size,
    again: again === 1,
    gmt_create: toTimestamp(times.created_at),
    gmt_modified: toTimestamp(times.updated_at),
  }
}
