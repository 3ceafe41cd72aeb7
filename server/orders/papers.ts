import * as v from 'valibot'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { addAdditional } from '../../src/lib/contract/orders/additional.ts'
import { loanFields, providerFields, type StoredFile } from '../../src/lib/contract/orders/order-fields.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { type AdoptedObject, holdObject, lockObject } from '../storage/object-rows.ts'
import { adoptShown } from '../storage/objects.ts'
import { releaseObject } from '../storage/release-objects.ts'
import type { OrderRow } from './order-rows.ts'

type Body = BodyOf<typeof addAdditional>

export type Papers = ReadonlyMap<string, AdoptedObject>

const KIND = 'additional'

function filesOf(body: Body): readonly StoredFile[] {
  switch (body.kind) {
    case 'loan':
      return body.materials
    case 'provider':
      return papersOfProvider(body)
    case 'company':
      return []
  }
}

function papersOfProvider({
  licence,
  permits,
}: Pick<v.InferOutput<typeof providerFields>, 'licence' | 'permits'>): StoredFile[] {
  return [...(licence ? [licence] : []), ...permits]
}

/** @throws Refusal 404 with `hash_name` when one is not in the store, 400 when the storage is full */
export async function adoptPapers(services: Services, companyId: number, body: Body): Promise<Papers> {
  const papers = new Map<string, AdoptedObject>()
  for (const file of filesOf(body)) {
    const { hash_name } = file
    if (!papers.has(hash_name))
      papers.set(hash_name, await named(hash_name, adoptShown(services, companyId, file)))
  }
  return papers
}

function named<Value>(hash_name: string, work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    const isGone = error instanceof Refusal && error.code === CODES.none
    throw isGone ? new Refusal(error.code, error.message, { hash_name }) : error
  })
}

export function withSizes<File extends StoredFile>(file: File, papers: Papers): File {
  return { ...file, size: papers.get(file.hash_name)?.size ?? file.size }
}

/** Call it in the transaction that writes the order. @throws Refusal 404 with `hash_name` when one is missing */
export async function holdPapers(
  transaction: Database,
  papers: Papers,
  order: { id: number; companyId: number },
): Promise<void> {
  for (const paper of papers.values()) {
    const locked = await named(paper.key, lockObject(transaction, paper))
    await holdObject(transaction, locked, { ...order, kind: KIND, operators: true })
  }
}

export async function releasePapers(
  transaction: Database,
  former: OrderRow,
  papers: Papers,
  nowMs: number,
): Promise<void> {
  const keys = keysOf(former).filter((key) => !papers.has(key))
  if (keys.length === 0) return
  const objects = await transaction
    .selectFrom('stored_objects')
    .select('id')
    .where('key', 'in', keys)
    .execute()
  for (const { id } of objects) await releaseObject(transaction, id, { kind: KIND, id: former.id }, nowMs)
}

function keysOf({ kind, fields }: OrderRow): string[] {
  const stored: unknown = JSON.parse(fields)
  if (kind === 'loan') return v.parse(loanFields, stored).materials.map(({ hash_name }) => hash_name)
  if (kind !== 'provider') return []
  return papersOfProvider(v.parse(providerFields, stored)).map(({ hash_name }) => hash_name)
}
