/** Drafts of forms without a policy, shared by a company's people and not seen by operators. They hold text as typed. */
import * as v from 'valibot'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  type FormContent,
  type FormDraft,
  type FormKind,
  formContent,
  formDraft,
  type saveFormDraft,
} from '../../src/lib/contract/orders/form-draft.ts'
import { nextStates, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { sameContent } from '../../src/lib/rules/orders/same-content.ts'
import { lockCompany } from '../company/lock-company.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { objectGone } from '../storage/object-rows.ts'
import { refuseUnlikeName } from '../storage/objects.ts'
import { findByClientId } from './insert-order.ts'
import { findOwnOrder, noOrder } from './order-rows.ts'

type Body = BodyOf<typeof saveFormDraft>

interface DraftOwner {
  companyId: number
  kind: FormKind
  poid?: number | undefined
}

/** Amendments that an earlier version stored have no id of their own. */
const amendment = v.object({
  ...formDraft.entries,
  client_id: v.optional(formDraft.entries.client_id, 'earlier-version'),
})

export async function findDraft(db: Database, owner: DraftOwner): Promise<FormDraft | null> {
  if (owner.poid !== undefined) {
    const order = await findAmended(db, owner, owner.poid)
    return order.amendment === null ? null : v.parse(amendment, JSON.parse(order.amendment))
  }
  const row = await db
    .selectFrom('form_drafts')
    .select(['client_id', 'revision', 'content', 'updated_at'])
    .where('company_id', '=', owner.companyId)
    .where('kind', '=', owner.kind)
    .executeTakeFirst()
  if (!row) return null
  const { content, updated_at, ...same } = row
  return {
    ...same,
    content: v.parse(formContent, JSON.parse(content)),
    gmt_modified: toTimestamp(updated_at),
  }
}

async function findAmended(db: Database, { companyId, kind }: DraftOwner, poid: number) {
  const order = await findOwnOrder(db, companyId, poid)
  if (order.kind !== kind) throw noOrder()
  return order
}

/** @throws Refusal 404 for a foreign file, 400 with `hash_name` for a wrong one, 409 with the newest draft */
export async function saveDraft(
  { db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>,
  owner: DraftOwner,
  body: Body,
): Promise<FormDraft> {
  const { client_id, content, order_revision } = body
  await checkFiles(storage, owner.companyId, content, (await findDraft(db, owner))?.content)
  return db.transaction().execute(async (tx) => {
    // A submission takes the same lock: a submitted draft cannot come back.
    await lockCompany(tx, owner.companyId)
    await refuseSubmitted(tx, owner, client_id)
    const former = await findDraft(tx, owner)
    if (former && isSame(former, body)) return former
    if ((former?.revision ?? 0) !== body.revision || (former && former.client_id !== client_id)) {
      throw changedElsewhere(former)
    }
    const revision = body.revision + 1
    const draft = { client_id, revision, order_revision, content, gmt_modified: toTimestamp(now()) }
    if (owner.poid === undefined) await writeDraft(tx, owner, draft, now())
    else await writeAmendment(tx, owner, draft)
    return draft
  })
}

async function refuseSubmitted(tx: Database, owner: DraftOwner, clientId: string): Promise<void> {
  const { companyId, kind, poid } = owner
  if (poid === undefined) {
    const submitted = await findByClientId(tx, companyId, kind, clientId)
    if (submitted) throw new Refusal(CODES.conflict, '这份申请已经提交', { draft: null, poid: submitted.id })
    return
  }
  const { state } = await findAmended(tx, owner, poid)
  if (nextStates(kind, state, 'company').includes('submitted')) return
  throw new Refusal(CODES.conflict, `这份申请${stateName(state)}，不能修改`)
}

async function writeDraft(
  tx: Database,
  { companyId, kind }: DraftOwner,
  { client_id, revision, content }: FormDraft,
  nowMs: number,
): Promise<void> {
  const row = { client_id, revision, content: JSON.stringify(content), updated_at: nowMs }
  await tx
    .insertInto('form_drafts')
    .values({ ...row, company_id: companyId, kind })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doUpdateSet(row))
    .execute()
}

async function writeAmendment(db: Database, { companyId, poid = 0 }: DraftOwner, draft: FormDraft | null) {
  await db
    .updateTable('orders')
    .set({ amendment: draft && JSON.stringify(draft) })
    .where('id', '=', poid)
    .where('company_id', '=', companyId)
    .execute()
}

/** @param former its files have been checked @throws Refusal 404 for a foreign file, 400 with `hash_name` for a wrong one */
async function checkFiles(
  storage: Services['storage'],
  companyId: number,
  { files }: FormContent,
  former: FormContent | undefined,
): Promise<void> {
  if (files.some(({ hash_name }) => !hash_name.startsWith(`companies/${companyId}/`))) throw objectGone()
  const known = new Set(former?.files.map(({ hash_name }) => hash_name))
  for (const { hash_name, local_name } of files) {
    if (known.has(hash_name)) continue
    const file = { bucket: 'documents', key: hash_name, shownAs: local_name } as const
    await refuseUnlikeName(storage, file).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal(error.code, error.message, { hash_name }) : error
    })
  }
}

/** Whether it repeats a request whose answer was lost. */
function isSame(former: FormDraft, { client_id, order_revision, content }: Body): boolean {
  const isOfSame = former.client_id === client_id && former.order_revision === order_revision
  return isOfSame && sameContent(former.content, content)
}

export async function deleteDraft(db: Database, owner: DraftOwner): Promise<void> {
  const { companyId, kind, poid } = owner
  if (poid !== undefined) {
    await findAmended(db, owner, poid)
    return writeAmendment(db, owner, null)
  }
  await db.deleteFrom('form_drafts').where('company_id', '=', companyId).where('kind', '=', kind).execute()
}

function changedElsewhere(draft: FormDraft | null): Refusal {
  return new Refusal(CODES.conflict, '这份草稿已在其他页面或设备上修改', { draft })
}

/** A draft that a colleague began meanwhile stays. @throws Refusal 409 with the draft, when it is newer than `revision` */
export async function removeSubmitted(
  transaction: Database,
  owner: DraftOwner,
  { client_id: clientId, revision }: { client_id: string; revision: number | undefined },
): Promise<void> {
  await lockCompany(transaction, owner.companyId)
  const draft = await findDraft(transaction, owner)
  if (draft?.client_id !== clientId) return
  if (revision !== undefined && draft.revision !== revision) throw changedElsewhere(draft)
  await transaction
    .deleteFrom('form_drafts')
    .where('company_id', '=', owner.companyId)
    .where('kind', '=', owner.kind)
    .where('client_id', '=', clientId)
    .execute()
}
