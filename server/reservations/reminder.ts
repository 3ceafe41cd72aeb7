/** The day before the agreed time, one message reminds the company, unless the reservation is closed by then. */

import * as v from 'valibot'
import {
  RESERVATION_KIND_NAMES as KINDS,
  RESERVATION_STATE_NAMES as STATES,
} from '../../src/lib/rules/orders/reservations.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { sendMessage } from '../news/messages.ts'
import { OPEN_STATES, RESERVATION_COLUMNS, type ReservationRow } from './reservations.ts'

const CHINA_TIME = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export function answerWords(row: ReservationRow): string {
  return `您的${subject(row)}${STATES[row.state]}。${row.answer ? `说明：${row.answer}` : ''}`
}

function reminderWords(row: ReservationRow): string {
  return `提醒：您的${subject(row)}即将开始，当前状态：${STATES[row.state]}。如不能参加，请及时取消。`
}

function subject({ kind, target_name, starts_at }: ReservationRow): string {
  const name = target_name === null ? '' : `“${target_name}”`
  const time = starts_at === null ? '' : `（${CHINA_TIME.format(starts_at)}）`
  return KINDS[kind] + name + time
}

const KIND = 'reservation-reminder'

const payload = v.object({ reservation_id: v.number() })

/** A reservation of the last day needs no reminder. */
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
