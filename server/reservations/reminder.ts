/** The day before an expert's time, the company is reminded of it: once, and only while it is still wanted. */
import * as v from 'valibot'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { sendMessage } from '../messages/messages.ts'
import { OPEN_STATES, RESERVATION_COLUMNS } from './reservations.ts'
import { reminderWords } from './words.ts'

const KIND = 'reservation-reminder'

const payload = v.object({ reservation_id: v.number() })

/** Whoever reserves on the last day needs no reminder. */
export async function scheduleReminder(
  transaction: Database,
  { id, startsAt }: { id: number; startsAt: number },
  nowMs: number,
): Promise<void> {
  const dueMs = startsAt - DAY_MS
  if (dueMs <= nowMs) return
  await schedule(transaction, { kind: KIND, key: String(id), dueMs, payload: { reservation_id: id } })
}

export const RESERVATION_JOBS: JobHandlers = {
  [KIND]: async (transaction, json, nowMs) => {
    const { reservation_id } = v.parse(payload, json)
    const row = await transaction
      .selectFrom('reservations')
      .select(RESERVATION_COLUMNS)
      .where('id', '=', reservation_id)
      .where('state', 'in', OPEN_STATES)
      .where('starts_at', '>', nowMs)
      .executeTakeFirst()
    if (!row) return
    const message = {
      company_id: row.company_id,
      message: reminderWords(row),
      category: 'application' as const,
    }
    await sendMessage(transaction, message, nowMs)
  },
}
