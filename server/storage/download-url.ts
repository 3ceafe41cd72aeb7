import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { noSuchFile } from '../http/refusal.ts'
import type { AppContext } from '../http/types.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { STORED_BYTES, signedDownload } from './unchanged.ts'

/** @throws Refusal 404 unless the customer may read the object; 409 if its bytes have changed */
export async function downloadUrl(
  context: AppContext,
  customer: Pick<Customer, 'company_id' | 'role'>,
  file: { filename_local: string; filename_server: string },
  bucket: BucketName,
): Promise<string> {
  const { services } = context.var
  const found = await services.db
    .selectFrom('stored_objects as object')
    .select(STORED_BYTES)
    .where('object.key', '=', file.filename_server)
    .where('object.bucket', '=', bucket)
    .where('object.released_at', 'is', null)
    .where((object) =>
      object.or([
        object('object.company_id', '=', customer.company_id),
        object(
          'object.id',
          'in',
          object.selectFrom('object_holds').select('object_id').where('company_id', '=', customer.company_id),
        ),
        ...(customer.role === 'operator'
          ? [object('object.id', 'in', object.selectFrom('operator_holds').select('object_id'))]
          : []),
      ]),
    )
    .executeTakeFirstOrThrow(noSuchFile)
  if (found.company_id !== customer.company_id && customer.role === 'operator') {
    noteEvent(context, 'operator-download', { companyId: found.company_id, target: `object=${found.id}` })
  }
  return signedDownload(services, found, {
    filename: file.filename_local,
    readerId: customer.company_id,
  })
}
