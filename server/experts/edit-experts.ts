/** Experts as operators keep them. */
import type { Selectable } from 'kysely'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type {
  createExpert,
  listOperatorExperts,
  OperatorExpert,
} from '../../src/lib/contract/operator/expert.ts'
import { EXPERTS_PER_PAGE } from '../../src/lib/contract/services/expert.ts'
import type { Config } from '../config/config.ts'
import { pageOfRows } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

type Form = BodyOf<typeof createExpert>

const COLUMNS = ['id', 'operator_id', 'name', 'title', 'fields', 'intro', 'hidden'] as const

/** Hidden ones, too, newest first. */
export function pageOfAllExperts(
  db: Database,
  page: number,
): Promise<AnswerOf<typeof listOperatorExperts>['result']> {
  const all = db.selectFrom('experts').select(COLUMNS).orderBy('id', 'desc')
  return pageOfRows(all, { page, perPage: EXPERTS_PER_PAGE }, toExpert)
}

export async function insertExpert(db: Database, form: Form, nowMs: number): Promise<OperatorExpert> {
  const added = await db
    .insertInto('experts')
    .values({ ...toRow(form), created_at: nowMs })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return toExpert(added)
}

/** Undefined when there is none. */
export async function updateExpert(
  db: Database,
  id: number,
  form: Form,
): Promise<OperatorExpert | undefined> {
  const changed = await db
    .updateTable('experts')
    .set(toRow(form))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return changed && toExpert(changed)
}

export async function expertExists(db: Database, id: number): Promise<boolean> {
  const found = await db.selectFrom('experts').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** @throws Refusal 400 when the customer is not there or no operator */
export async function checkOperator(db: Database, customerId: number | null, config: Config): Promise<void> {
  if (customerId === null) return
  const found = await db
    .selectFrom('customers')
    .select('phone')
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!found || !config.operatorPhones.has(found.phone)) {
    throw new Refusal(CODES.invalid, '关联的账号不是运营人员')
  }
}

function toRow({ fields, hidden, ...form }: Form) {
  return { ...form, fields: JSON.stringify(fields), hidden: hidden ? (1 as const) : (0 as const) }
}

type Row = Pick<Selectable<Tables['experts']>, (typeof COLUMNS)[number]>

function toExpert({ fields, hidden, ...row }: Row): OperatorExpert {
  return { ...row, fields: JSON.parse(fields), hidden: hidden === 1 }
}
