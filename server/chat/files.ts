import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile, Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { findVisibleOrder, noOrder } from '../orders/order-rows.ts'
import { holdObject, lockObject } from '../storage/object-rows.ts'
import { adoptShown } from '../storage/objects.ts'
import { lockOwners, releaseObject } from '../storage/release-objects.ts'
import { type FileKind, type FileRow, findFile } from './file-rows.ts'
import type { Party } from './messages.ts'
import { adminName } from './operators.ts'
import { countSend } from './send.ts'

interface Uploaded {
  local_name: string
  hash_name: string
  remark: string
}

interface FileOwner {
  kind: FileKind
  companyId: number
  orderId: number | null
  conversationId: number | null
}

export async function addFile(
  services: Services,
  party: Party,
  { kind, companyId, orderId, conversationId }: FileOwner,
  { local_name, hash_name, remark }: Uploaded,
): Promise<FileRow> {
  const { db, now } = services
  const object = await adoptShown(services, party.person.company_id, { hash_name, local_name })
  const admin = await adminName(db, party)
  return db.transaction().execute(async (transaction) => {
    const locked = await lockObject(transaction, object)
    await countSend(transaction, party, now())
    const { id } = await transaction
      .insertInto('chat_files')
      .values({
        kind,
        company_id: companyId,
        side: party.side,
        sender_id: party.person.id,
        admin,
        order_id: orderId,
        conversation_id: conversationId,
        object_id: locked.id,
        local_name,
        remark,
        created_at: now(),
        updated_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await holdObject(transaction, locked, { kind, id, companyId, operators: true })
    return findFile(transaction, kind, party, id)
  })
}

/** An empty remark keeps the present one. @throws Refusal 404 for another company's file, 403 for the other side's */
export async function replaceFile(
  services: Services,
  party: Party,
  kind: FileKind,
  id: number,
  { local_name, hash_name, remark, orderId }: Uploaded & { orderId?: number | null },
): Promise<FileRow> {
  const { db, now } = services
  await findOwnFile(db, party, kind, id)
  const object = await adoptShown(services, party.person.company_id, { hash_name, local_name })
  return db.transaction().execute(async (transaction) => {
    const locked = await lockObject(transaction, object)
    const former = await lockFile(transaction, id)
    await transaction
      .updateTable('chat_files')
      .set({
        local_name,
        object_id: locked.id,
        ...(remark && { remark }),
        ...(orderId !== undefined && { order_id: orderId }),
        updated_at: now(),
      })
      .where('id', '=', id)
      .execute()
    if (former.object_id !== object.id) {
      await holdObject(transaction, locked, { kind, id, companyId: former.company_id, operators: true })
      await releaseObject(transaction, former.object_id, { kind, id }, now())
    }
    return findFile(transaction, kind, party, id)
  })
}

export async function changeRemark(
  { db, now }: Services,
  party: Party,
  kind: FileKind,
  id: number,
  remark: string,
): Promise<FileRow> {
  await findOwnFile(db, party, kind, id)
  await db.updateTable('chat_files').set({ remark, updated_at: now() }).where('id', '=', id).execute()
  return findFile(db, kind, party, id)
}

export async function removeFile(
  { db, now }: Services,
  party: Party,
  kind: FileKind,
  id: number,
): Promise<void> {
  const { object_id } = await findOwnFile(db, party, kind, id)
  await db.transaction().execute(async (transaction) => {
    await lockOwners(transaction, [object_id])
    const removed = await transaction
      .deleteFrom('chat_files')
      .where('id', '=', id)
      .returning('object_id')
      .executeTakeFirstOrThrow(noSuchFile)
    await releaseObject(transaction, removed.object_id, { kind, id }, now())
  })
}

async function findOwnFile(db: Database, party: Party, kind: FileKind, id: number): Promise<FileRow> {
  const file = await findFile(db, kind, party, id)
  if (file.side === party.side) return file
  throw new Refusal(CODES.notAllowed, '只能修改自己一方上传的文件')
}

/** Locks a file against a parallel change. @throws Refusal 404 */
function lockFile(transaction: Database, id: number) {
  return transaction
    .updateTable('chat_files')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .returning(['object_id', 'company_id'])
    .executeTakeFirstOrThrow(noSuchFile)
}

/** Returns the order of a company's file; 0 for none. @throws Refusal 404 for an order that the person may not see */
export async function orderOf(
  db: Database,
  person: Customer,
  companyId: number,
  advisoryId: number,
): Promise<number | null> {
  if (advisoryId === 0) return null
  const order = await findVisibleOrder(db, person, advisoryId)
  if (order.company_id !== companyId) throw noOrder()
  return order.id
}
