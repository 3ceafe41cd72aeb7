/** The business licence that comes with a provider's application. */

import * as v from 'valibot'
import type { addAdditional } from '../../src/lib/contract/additional.ts'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { providerFields } from '../../src/lib/contract/order-fields.ts'
import type { Database } from '../db/schema.ts'
import type { Services } from '../http/types.ts'
import { holdObject, lockObject } from '../storage/hold-object.ts'
import type { AdoptedObject } from '../storage/object-rows.ts'
import { adoptObject } from '../storage/objects.ts'
import { releaseObject } from '../storage/release-objects.ts'
import type { OrderRow } from './order-rows.ts'

type Body = BodyOf<typeof addAdditional>

const KIND = 'additional'

/** Undefined: none was sent. @throws Refusal 404 when it is not in the store, 400 when the storage is full */
export async function adoptLicence(
  services: Services,
  companyId: number,
  body: Body,
): Promise<AdoptedObject | undefined> {
  if (body.kind !== 'provider' || !body.licence) return undefined
  return adoptObject(services, companyId, { hash_name: body.licence.hash_name, bucket: 'documents' })
}

/** To be called in the transaction that writes the order. @throws Refusal 404 when the licence is gone */
export async function holdLicence(
  transaction: Database,
  licence: AdoptedObject | undefined,
  order: { id: number; companyId: number },
): Promise<void> {
  if (!licence) return
  const locked = await lockObject(transaction, licence)
  await holdObject(transaction, locked, { ...order, kind: KIND, operators: true })
}

/** Lets go of the licence that came with an order before, unless it is the one that comes now. */
export async function releaseLicence(
  transaction: Database,
  former: OrderRow,
  licence: AdoptedObject | undefined,
  nowMs: number,
): Promise<void> {
  if (former.kind !== 'provider') return
  const key = v.parse(providerFields, JSON.parse(former.fields)).licence?.hash_name
  if (key === undefined || key === licence?.key) return
  const object = await transaction
    .selectFrom('stored_objects')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  if (object) await releaseObject(transaction, object.id, { kind: KIND, id: former.id }, nowMs)
}
