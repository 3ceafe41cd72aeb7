/** Each write locks the order's row in a state that accepts files, so that it excludes a change of the state. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { SERVICE_FILES_LIMIT, type ServiceFile } from '../../src/lib/contract/orders/service-file.ts'
import { OPEN_TO_FILES, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { lockCompany } from '../company/lock-company.ts'
import type { Database } from '../db/schema.ts'
import { noSuchFile, Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { holdObject, type LockedObject, lockObject } from '../storage/object-rows.ts'
import { adoptShown } from '../storage/objects.ts'
import { releaseObject, releaseObjects } from '../storage/release-objects.ts'
import { type Author, addEvent } from './move-order.ts'
import { findOwnOrder, type OrderRow } from './order-rows.ts'
import {
  findFile,
  type ServiceFileRow,
  serviceFiles,
  toMaterials,
  toServiceFile,
} from './service-file-rows.ts'

interface Uploaded {
  local_name: string
  hash_name: string
}
interface Added extends Uploaded {
  material?: string | undefined
}
interface Replacement extends Uploaded {
  materials?: readonly string[] | undefined
}

const KIND = 'service_file'

/** @throws Refusal 404, 409 when the order accepts no files or has too many, 400 when the storage is full */
export async function addFile(
  services: Services,
  author: Author,
  orderId: number,
  { local_name, hash_name, material }: Added,
): Promise<ServiceFile> {
  const { db, now } = services
  await refuseWhenClosed(db, author.company_id, orderId)
  const object = await adoptShown(services, author.company_id, { hash_name, local_name })
  const id = await db.transaction().execute(async (tx) => {
    await lockOrder(tx, author.company_id, orderId, now())
    const known = await serviceFiles(tx).where('order_id', '=', orderId).execute()
    const same = known.find(({ object_id }) => object_id === object.id)
    if (same) {
      await addMaterial(tx, same, material, now())
      return same.id
    }
    if (known.length >= SERVICE_FILES_LIMIT) {
      throw new Refusal(CODES.conflict, `每份申请最多 ${SERVICE_FILES_LIMIT} 个文件`)
    }
    const locked = await lockObject(tx, object)
    const file = await tx
      .insertInto('service_files')
      .values({
        order_id: orderId,
        object_id: locked.id,
        customer_id: author.id,
        local_name,
        again: 0,
        materials: JSON.stringify(material === undefined ? [] : [material]),
        created_at: now(),
        updated_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await hold(tx, locked, file.id, author)
    return file.id
  })
  return readFile(db, author, id)
}

export async function replaceFile(
  services: Services,
  author: Author,
  id: number,
  { local_name, hash_name, materials }: Replacement,
  again: boolean,
): Promise<ServiceFile> {
  const { db, now } = services
  const { order_id } = await findFile(db, author.company_id, id)
  await refuseWhenClosed(db, author.company_id, order_id)
  const object = await adoptShown(services, author.company_id, { hash_name, local_name })
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, author.company_id, order_id, now())
    const former = await findFile(tx, author.company_id, id)
    await refuseTwice(tx, former, object.id)
    const locked = await lockObject(tx, object)
    await tx
      .updateTable('service_files')
      .set({
        local_name,
        object_id: locked.id,
        updated_at: now(),
        ...(again && { again: 1 as const }),
        ...(materials && { materials: JSON.stringify([...new Set(materials)]) }),
      })
      .where('id', '=', id)
      .execute()
    if (former.object_id === object.id) return
    await hold(tx, locked, id, author)
    await releaseObject(tx, former.object_id, { kind: KIND, id }, now())
    const note = `更换文件：${former.local_name} → ${local_name}`
    await tell(tx, order, author, { id: order_id, note }, now())
  })
  return readFile(db, author, id)
}

export function deleteFile({ db, now }: Services, author: Author, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { order_id, local_name } = await findFile(tx, author.company_id, id)
    const order = await lockOrder(tx, author.company_id, order_id, now())
    const deleted = await tx
      .deleteFrom('service_files')
      .where('id', '=', id)
      .returning('object_id')
      .executeTakeFirstOrThrow(noSuchFile)
    await releaseObject(tx, deleted.object_id, { kind: KIND, id }, now())
    await tell(tx, order, author, { id: order_id, note: `删除文件：${local_name}` }, now())
  })
}

export async function dropFiles(
  tx: Database,
  { id, company_id }: Pick<OrderRow, 'id' | 'company_id'>,
  nowMs: number,
): Promise<void> {
  await lockCompany(tx, company_id)
  const files = tx.selectFrom('service_files').select(['id', 'object_id']).where('order_id', '=', id)
  await releaseObjects(tx, KIND, files, nowMs)
  await tx.deleteFrom('service_files').where('order_id', '=', id).execute()
}

/** Updates drafts whose file is this document. Call it in the transaction that replaces its object. */
export async function followReplaced(
  tx: Database,
  { from, to }: { from: number; to: LockedObject },
  companyId: number,
  nowMs: number,
): Promise<void> {
  const has = tx.selectFrom('service_files').select('order_id').where('object_id', '=', to.id)
  const papers = await inDrafts(tx, companyId, from).where('orders.id', 'not in', has).execute()
  for (const { id } of papers) {
    await tx
      .updateTable('service_files')
      .set({ object_id: to.id, updated_at: nowMs })
      .where('id', '=', id)
      .execute()
    await holdObject(tx, to, { kind: KIND, id, companyId, operators: true })
    await releaseObject(tx, from, { kind: KIND, id }, nowMs)
  }
}

export function inDrafts(db: Database, companyId: number, objectId: number) {
  return db
    .selectFrom('service_files')
    .innerJoin('orders', 'orders.id', 'service_files.order_id')
    .select('service_files.id')
    .where('orders.company_id', '=', companyId)
    .where('orders.state', '=', 'draft')
    .where('service_files.object_id', '=', objectId)
}

async function tell(
  tx: Database,
  { state, submitted_at }: Awaited<ReturnType<typeof lockOrder>>,
  { name: actor }: Author,
  { id, note }: { id: number; note: string },
  nowMs: number,
): Promise<void> {
  if (submitted_at !== null) await addEvent(tx, id, { state, actor, note }, nowMs)
}

/** The order's lock prevents lost updates. */
async function addMaterial(
  tx: Database,
  file: ServiceFileRow,
  material: string | undefined,
  nowMs: number,
): Promise<void> {
  const before = toMaterials(file.materials)
  if (material === undefined || before.includes(material)) return
  const materials = JSON.stringify([...before, material])
  await tx
    .updateTable('service_files')
    .set({ materials, updated_at: nowMs })
    .where('id', '=', file.id)
    .execute()
}

async function refuseTwice(tx: Database, { id, order_id }: ServiceFileRow, objectId: number): Promise<void> {
  const other = await serviceFiles(tx)
    .where('order_id', '=', order_id)
    .where('object_id', '=', objectId)
    .where('file.id', '!=', id)
    .executeTakeFirst()
  if (other) throw new Refusal(CODES.conflict, `这个文件已在列表中：${other.local_name}`)
}

function hold(tx: Database, object: LockedObject, id: number, { company_id }: Author): Promise<void> {
  return holdObject(tx, object, { kind: KIND, id, companyId: company_id, operators: true })
}

async function readFile(db: Database, { company_id }: Author, id: number): Promise<ServiceFile> {
  return toServiceFile(await findFile(db, company_id, id))
}

/** Locks the order's state until the transaction ends. @throws Refusal 404, 409 when it accepts no files */
async function lockOrder(
  tx: Database,
  companyId: number,
  orderId: number,
  nowMs: number,
): Promise<Pick<OrderRow, 'state' | 'submitted_at'>> {
  // For the objects that are held and released afterwards.
  await lockCompany(tx, companyId)
  const locked = await tx
    .updateTable('orders')
    .set({ updated_at: nowMs })
    .where('id', '=', orderId)
    .where('company_id', '=', companyId)
    .where('state', 'in', OPEN_TO_FILES)
    .returning(['state', 'submitted_at'])
    .executeTakeFirst()
  if (!locked) throw closed(await findOwnOrder(tx, companyId, orderId))
  return locked
}

async function refuseWhenClosed(db: Database, companyId: number, orderId: number): Promise<void> {
  const order = await findOwnOrder(db, companyId, orderId)
  if (!OPEN_TO_FILES.some((open) => open === order.state)) throw closed(order)
}

function closed({ state }: OrderRow): Refusal {
  return new Refusal(CODES.conflict, `这份申请${stateName(state)}，不能更改文件`)
}
