import type { AnswerOf, BodyOf, QueryOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  type addSlots,
  type listSlots,
  SLOT_AHEAD_DAYS,
  SLOT_INVALID,
  SLOT_LONGEST_MS,
  SLOTS_PER_PAGE,
} from '../../src/lib/contract/operator/expert.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { pageOfRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { noExpert, toSlot } from './experts.ts'

type Times = BodyOf<typeof addSlots>['slots']

export async function pageOfSlots(
  db: Database,
  expertId: number,
  { free, page }: QueryOf<typeof listSlots>,
  nowMs: number,
): Promise<AnswerOf<typeof listSlots>['result']> {
  await db.selectFrom('experts').select('id').where('id', '=', expertId).executeTakeFirstOrThrow(noExpert)
  let coming = db
    .selectFrom('expert_slots')
    .select(['id', 'starts_at', 'ends_at', 'reservation_id'])
    .where('expert_id', '=', expertId)
    .where('ends_at', '>', nowMs)
    .orderBy('starts_at')
  if (free) coming = coming.where('reservation_id', 'is', null).where('starts_at', '>', nowMs)
  return pageOfRows(coming, { page, perPage: SLOTS_PER_PAGE }, ({ reservation_id, ...row }) => ({
    ...toSlot(row),
    reservation_id,
  }))
}

/** Adds all or none. @throws Refusal 404, 409 when one overlaps a time that is there */
export function insertSlots(db: Database, expertId: number, times: Times): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockExpert(transaction, expertId)
    const overlapping = await transaction
      .selectFrom('expert_slots')
      .select('id')
      .where('expert_id', '=', expertId)
      .where((slot) =>
        slot.or(
          times.map(({ starts_at, ends_at }) =>
            slot.and([slot('starts_at', '<', ends_at), slot('ends_at', '>', starts_at)]),
          ),
        ),
      )
      .executeTakeFirst()
    if (overlapping) throw new Refusal(CODES.conflict, '与该专家已有的时间重叠')
    await transaction
      .insertInto('expert_slots')
      .values(times.map((time) => ({ ...time, expert_id: expertId })))
      .execute()
  })
}

export async function deleteSlot(db: Database, expertId: number, id: number): Promise<void> {
  const removed = await db
    .deleteFrom('expert_slots')
    .where('id', '=', id)
    .where('expert_id', '=', expertId)
    .where('reservation_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (removed) return
  await db
    .selectFrom('expert_slots')
    .select('id')
    .where('id', '=', id)
    .where('expert_id', '=', expertId)
    .executeTakeFirstOrThrow(() => new Refusal(CODES.none, '没有找到这个时间'))
  throw new Refusal(CODES.conflict, '这个时间已被预约，请先处理该预约')
}

async function lockExpert(transaction: Database, id: number): Promise<void> {
  await transaction
    .updateTable('experts')
    .set((expert) => ({ hidden: expert.ref('hidden') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(noExpert)
}

export function checkTimes(times: Times, nowMs: number): void {
  const sorted = times.toSorted((one, other) => one.starts_at - other.starts_at)
  for (const { starts_at, ends_at } of sorted) {
    const isPossible =
      starts_at > nowMs &&
      starts_at <= nowMs + SLOT_AHEAD_DAYS * DAY_MS &&
      ends_at > starts_at &&
      ends_at - starts_at <= SLOT_LONGEST_MS
    if (!isPossible) throw new Refusal(CODES.invalid, SLOT_INVALID)
  }
  const overlaps = sorted.some(({ ends_at }, index) => ends_at > (sorted[index + 1]?.starts_at ?? Infinity))
  if (overlaps) throw new Refusal(CODES.conflict, '填写的时间互相重叠')
}
