/**
 * Drafts of forms without a policy. A company has one of each kind, shared by its people. They are no orders: they hold text
 * as typed, even half a number, and no list, history or file of orders may show them.
 */
import * as v from 'valibot'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  type FormContent,
  type FormDraft,
  type FormKind,
  formContent,
  type saveFormDraft,
} from '../../src/lib/contract/orders/form-draft.ts'
import { sameContent } from '../../src/lib/rules/orders/same-content.ts'
import { lockCompany } from '../company/lock-company.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { objectGone } from '../storage/object-rows.ts'
import { refuseUnlikeName } from '../storage/objects.ts'
import { findByClientId } from './insert-order.ts'

type Body = BodyOf<typeof saveFormDraft>

interface Place {
  companyId: number
  kind: FormKind
}

export async function findDraft(db: Database, { companyId, kind }: Place): Promise<FormDraft | null> {
  const row = await db
    .selectFrom('form_drafts')
    .select(['client_id', 'revision', 'content', 'updated_at'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return null
  const { content, updated_at, ...same } = row
  return {
    ...same,
    content: v.parse(formContent, JSON.parse(content)),
    gmt_modified: toTimestamp(updated_at),
  }
}

/**
 * Saves a draft that is based on the latest version.
 * @throws Refusal 404 for a file of another company, 400 with `hash_name` for one that does not match its name, 409 with the
 * newest draft
 */
export async function saveDraft(
  { db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>,
  place: Place,
  body: Body,
): Promise<FormDraft> {
  const { companyId, kind } = place
  const { client_id, content } = body
  await checkFiles(storage, companyId, content, (await findDraft(db, place))?.content)
  return db.transaction().execute(async (tx) => {
    // A submission takes the same lock: a submitted draft cannot come back.
    await lockCompany(tx, companyId)
    const submitted = await findByClientId(tx, companyId, kind, client_id)
    if (submitted) throw new Refusal(CODES.conflict, '这份申请已经提交', { draft: null, poid: submitted.id })
    const former = await findDraft(tx, place)
    if (former && isSame(former, body)) return former
    if ((former?.revision ?? 0) !== body.revision || (former && former.client_id !== client_id)) {
      throw changedElsewhere(former)
    }
    const row = {
      client_id,
      revision: body.revision + 1,
      content: JSON.stringify(content),
      updated_at: now(),
    }
    await tx
      .insertInto('form_drafts')
      .values({ ...row, company_id: companyId, kind })
      .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doUpdateSet(row))
      .execute()
    return { client_id, revision: row.revision, content, gmt_modified: toTimestamp(row.updated_at) }
  })
}

/**
 * @param former the draft saved before: its files have been checked
 * @throws Refusal 404 for a file of another company, 400 with `hash_name` for one that does not match its name
 */
export async function checkFiles(
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
function isSame(former: FormDraft, { client_id, content }: Body): boolean {
  return former.client_id === client_id && sameContent(former.content, content)
}

export async function deleteDraft(db: Database, { companyId, kind }: Place): Promise<void> {
  await db.deleteFrom('form_drafts').where('company_id', '=', companyId).where('kind', '=', kind).execute()
}

function changedElsewhere(draft: FormDraft | null): Refusal {
  return new Refusal(CODES.conflict, '这份草稿已在其他页面或设备上修改', { draft })
}

/**
 * Call it in the transaction that submits it; a draft that a colleague began meanwhile stays.
 * @throws Refusal 409 with the draft, when it is newer than the given `revision`
 */
export async function removeSubmitted(
  transaction: Database,
  place: Place,
  { client_id: clientId, revision }: { client_id: string; revision: number | undefined },
): Promise<void> {
  await lockCompany(transaction, place.companyId)
  const draft = await findDraft(transaction, place)
  if (draft?.client_id !== clientId) return
  if (revision !== undefined && draft.revision !== revision) throw changedElsewhere(draft)
  await transaction
    .deleteFrom('form_drafts')
    .where('company_id', '=', place.companyId)
    .where('kind', '=', place.kind)
    .where('client_id', '=', clientId)
    .execute()
}
