import type { Selectable } from 'kysely'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type {
  listOperatorExperts,
  OperatorExpert,
  saveExpert,
} from '../../src/lib/contract/operator/expert.ts'
import {
  EXPERTS_PER_PAGE,
  type listExperts,
  NEXT_SLOTS,
  type Slot,
} from '../../src/lib/contract/services/expert.ts'
import { pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

export async function pageOfExperts(
  db: Database,
  page: number,
  nowMs: number,
): Promise<AnswerOf<typeof listExperts>['result']> {
  const shown = db
    .selectFrom('experts')
    .select(['id', 'name', 'title', 'fields', 'intro'])
    .where('hidden', '=', 0)
    .orderBy('id')
  const { items, ...counts } = await pageOfRows(shown, { page, perPage: EXPERTS_PER_PAGE }, (row) => row)
  const slots = await nextSlots(
    db,
    items.map(({ id }) => id),
    nowMs,
  )
  return {
    ...counts,
    items: items.map((row) => ({ ...row, fields: JSON.parse(row.fields), slots: slots.get(row.id) ?? [] })),
  }
}

async function nextSlots(db: Database, expertIds: number[], nowMs: number): Promise<Map<number, Slot[]>> {
  if (expertIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('expert_slots')
    .select(['id', 'expert_id', 'starts_at', 'ends_at'])
    .where('expert_id', 'in', expertIds)
    .where('reservation_id', 'is', null)
    .where('starts_at', '>', nowMs)
    .orderBy('starts_at')
    .execute()
  const byExpert = Map.groupBy(rows, (row) => row.expert_id)
  return new Map([...byExpert].map(([expertId, slots]) => [expertId, slots.slice(0, NEXT_SLOTS).map(toSlot)]))
}

export function toSlot({ id, starts_at, ends_at }: { id: number; starts_at: number; ends_at: number }): Slot {
  return { id, starts_at: toTimestamp(starts_at), ends_at: toTimestamp(ends_at) }
}

const COLUMNS = ['id', 'operator_id', 'name', 'title', 'fields', 'intro', 'hidden'] as const

export function pageOfAllExperts(
  db: Database,
  page: number,
): Promise<AnswerOf<typeof listOperatorExperts>['result']> {
  const all = db.selectFrom('experts').select(COLUMNS).orderBy('id', 'desc')
  return pageOfRows(all, { page, perPage: EXPERTS_PER_PAGE }, toExpert)
}

export async function writeExpert(
  db: Database,
  { id, fields, hidden, ...form }: BodyOf<typeof saveExpert>,
  nowMs: number,
): Promise<OperatorExpert> {
  const row = { ...form, fields: JSON.stringify(fields), hidden: hidden ? (1 as const) : (0 as const) }
  const written =
    id === undefined
      ? db
          .insertInto('experts')
          .values({ ...row, created_at: nowMs })
          .returning(COLUMNS)
      : db.updateTable('experts').set(row).where('id', '=', id).returning(COLUMNS)
  return toExpert(await written.executeTakeFirstOrThrow(noExpert))
}

export function noExpert(): Refusal {
  return new Refusal(CODES.none, '没有找到这位专家')
}

export async function checkOperator(db: Database, customerId: number | null): Promise<void> {
  if (customerId === null) return
  await db
    .selectFrom('operator_people')
    .select('id')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow(() => new Refusal(CODES.invalid, '关联的账号不是运营人员'))
}

type Row = Pick<Selectable<Tables['experts']>, (typeof COLUMNS)[number]>

function toExpert({ fields, hidden, ...row }: Row): OperatorExpert {
  return { ...row, fields: JSON.parse(fields), hidden: hidden === 1 }
}
