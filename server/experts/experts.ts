/** Experts as visitors see them, with the times at which they can be reserved. */
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import {
  EXPERTS_PER_PAGE,
  type listExperts,
  NEXT_SLOTS,
  type Slot,
} from '../../src/lib/contract/services/expert.ts'
import { pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'

/** Those that are not hidden, in the order in which they came. */
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

/** The next free times of each expert, soonest first. */
async function nextSlots(db: Database, expertIds: number[], nowMs: number): Promise<Map<number, Slot[]>> {
  if (expertIds.length === 0) return new Map()
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('expert_slots')
        .select(['id', 'expert_id', 'starts_at', 'ends_at'])
        .select((slot) =>
          slot.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('expert_id').orderBy('starts_at'))
            .as('place'),
        )
        .where('expert_id', 'in', expertIds)
        .where('reservation_id', 'is', null)
        .where('starts_at', '>', nowMs)
        .as('free'),
    )
    .select(['id', 'expert_id', 'starts_at', 'ends_at'])
    .where('place', '<=', NEXT_SLOTS)
    .orderBy('starts_at')
    .execute()
  const byExpert = Map.groupBy(rows, (row) => row.expert_id)
  return new Map([...byExpert].map(([expertId, slots]) => [expertId, slots.map(toSlot)]))
}

/** As the wire says it. */
export function toSlot({ id, starts_at, ends_at }: { id: number; starts_at: number; ends_at: number }): Slot {
  return { id, starts_at: toTimestamp(starts_at), ends_at: toTimestamp(ends_at) }
}
