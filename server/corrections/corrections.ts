import { type Selectable, sql } from 'kysely'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  CORRECTIONS_PER_DAY,
  CORRECTIONS_PER_PAGE,
  type Correction,
  type CorrectionForm,
  listCorrections,
  sendCorrection,
  settleCorrection,
} from '../../src/lib/contract/policies/correction.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { lockCompany } from '../company/lock-company.ts'
import { countRows, pageOf, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { sendMessage } from '../news/messages.ts'

type Row = Selectable<Tables['corrections']>
type Asker = Pick<Customer, 'id' | 'company_id'>

export async function addCorrection(
  db: Database,
  asker: Asker,
  form: CorrectionForm,
  { catalogue, nowMs }: { catalogue: KeptCatalogue; nowMs: number },
): Promise<Correction> {
  const page = findPage(catalogue, form)
  const row = await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, asker.company_id)
    const known = await findByClientId(transaction, asker, form.client_id)
    if (known) return known
    await checkLimit(transaction, asker, nowMs)
    const { client_id = null, source = null, ...fields } = form
    return transaction
      .insertInto('corrections')
      .values({
        ...fields,
        ...page,
        client_id,
        source,
        company_id: asker.company_id,
        customer_id: asker.id,
        state: 'open',
        answer: null,
        created_at: nowMs,
        changed_at: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return toCorrection(row)
}

function findPage({ policies, items, news }: KeptCatalogue, { kind, page_id }: CorrectionForm) {
  if (kind === 'original') {
    const policy = policies.find(({ id }) => id === page_id) ?? refuseMissing()
    return { title: policy.title, policy_id: page_id }
  }
  const pages = kind === 'news' ? news : items
  const { title, policy } = pages.find(({ id }) => id === page_id) ?? refuseMissing()
  return { title, policy_id: policy }
}

function refuseMissing(): never {
  throw new Refusal(CODES.none, '没有找到这篇内容，它可能已经下线')
}

async function findByClientId(db: Database, asker: Asker, clientId: string | undefined) {
  if (clientId === undefined) return undefined
  return db
    .selectFrom('corrections')
    .selectAll()
    .where('company_id', '=', asker.company_id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

async function checkLimit(db: Database, asker: Asker, nowMs: number): Promise<void> {
  const sent = db
    .selectFrom('corrections')
    .where('company_id', '=', asker.company_id)
    .where('created_at', '>', nowMs - DAY_MS)
  if ((await countRows(sent)) >= CORRECTIONS_PER_DAY) {
    throw new Refusal(CODES.tooOften, `一天最多提交 ${CORRECTIONS_PER_DAY} 条，请明天再来，或发邮件给我们`)
  }
}

function withCompany(db: Database) {
  return db
    .selectFrom('corrections')
    .innerJoin('companies', 'companies.id', 'corrections.company_id')
    .selectAll('corrections')
    .select('companies.name as company_name')
}

export function listReports(db: Database, { id, state }: Omit<QueryOf<typeof listCorrections>, 'page'>) {
  let rows = withCompany(db)
    .orderBy(sql`case when corrections.state = 'open' then 0 else 1 end`)
    .orderBy('corrections.created_at', 'desc')
    .orderBy('corrections.id', 'desc')
  if (id !== undefined) rows = rows.where('corrections.id', '=', id)
  if (state !== undefined) rows = rows.where('corrections.state', '=', state)
  const toItems = (found: (Row & { company_name: string })[]) =>
    found.map((row) => ({
      ...toCorrection(row),
      company_id: row.company_id,
      company_name: row.company_name,
    }))
  return { rows, id: 'corrections.id', toItems }
}

/** Settles an open report and tells its company; twice is no error. @throws Refusal 404, 409 when decided otherwise */
export async function closeCorrection(
  db: Database,
  id: number,
  { state, answer = null }: { state: 'fixed' | 'declined'; answer?: string | null | undefined },
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const settled = await transaction
      .updateTable('corrections')
      .set({ state, answer, changed_at: nowMs })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returningAll()
      .executeTakeFirst()
    if (settled) return tell(transaction, settled, nowMs)
    const found = await transaction
      .selectFrom('corrections')
      .select(['state', 'answer'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new Refusal(CODES.none, '没有找到这条纠错'))
    if (found.state !== state || found.answer !== answer) {
      throw new Refusal(CODES.conflict, '同事已经答复了这条纠错，您的答复没有提交')
    }
  })
}

/** Tells the reader by the bell, which leads to the policy that the page belongs to, if any. */
async function tell(db: Database, row: Row, nowMs: number): Promise<void> {
  const outcome = row.state === 'fixed' ? '已经改正，谢谢您' : '核实后没有改动'
  const message = `您对“${row.title ?? '一篇内容'}”的纠错，${outcome}。${row.answer ?? ''}`
  const { company_id, customer_id, policy_id: platform_policy_id } = row
  await sendMessage(db, { company_id, customer_id, message, category: 'policy', platform_policy_id }, nowMs)
}

export async function readCorrection(db: Database, id: number) {
  const row = await withCompany(db).where('corrections.id', '=', id).executeTakeFirstOrThrow()
  return { ...toCorrection(row), company_id: row.company_id, company_name: row.company_name }
}

function toCorrection(row: Row): Correction {
  const { id, kind, page_id, title, text, source, state, answer, created_at } = row
  return { id, kind, page_id, title, text, source, state, answer, gmt_create: toTimestamp(created_at) }
}

export const correctionRoutes: Mount[] = [
  route(sendCorrection, async ({ body, session, services: { db, catalogue, now } }) => ({
    data: await addCorrection(db, session.customer, body, { catalogue: await catalogue(), nowMs: now() }),
  })),

  route(listCorrections, async ({ query: { page, ...filter }, services: { db } }) => ({
    result: await pageOf(listReports(db, filter), { page, perPage: CORRECTIONS_PER_PAGE }),
  })),

  route(settleCorrection, async ({ params, body, services: { db, now } }) => {
    await closeCorrection(db, params.id, body, now())
    return { data: await readCorrection(db, params.id) }
  }),
]
