/** Changes the state of reservations, each time by one conditional update: two changes that exclude each other never both happen. */

import type { ExpressionBuilder } from 'kysely'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { SLOT_AHEAD_DAYS } from '../../src/lib/contract/operator/expert.ts'
import { type OPERATOR_STATES, TIME_INVALID } from '../../src/lib/contract/operator/reservation.ts'
import { RESERVATION_STATES, type Reservation } from '../../src/lib/contract/services/reservation.ts'
import { RESERVATION_STEPS } from '../../src/lib/rules/orders/reservations.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../news/messages.ts'
import { setLevel } from '../packages/set-level.ts'
import { closeUpgrades } from './close-upgrades.ts'
import { answerWords, scheduleReminder } from './reminder.ts'
import { OPEN_STATES, RESERVATION_COLUMNS, type ReservationRow } from './reservations.ts'
import { freeSlot, takeSlot } from './slot.ts'

type State = Reservation['state']
type OperatorState = (typeof OPERATOR_STATES)[number]

function statesBefore(state: OperatorState): State[] {
  return RESERVATION_STATES.filter((before) => RESERVATION_STEPS[before].some((step) => step === state))
}

/** Twice is no error. @throws Refusal 404, 409 when it is closed, or its time is over */
export function giveUpReservation(db: Database, companyId: number, id: number, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const cancelled = await transaction
      .updateTable('reservations')
      .set({ state: 'cancelled', changed_at: nowMs })
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('state', 'in', OPEN_STATES)
      .where((row) => row.not(isPast(row, nowMs)))
      .returning('id')
      .executeTakeFirst()
    if (cancelled) return freeSlot(transaction, id)
    const { state } = await transaction
      .selectFrom('reservations')
      .select('state')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(noReservation)
    if (state === 'cancelled') return
    const isOpen = OPEN_STATES.includes(state)
    throw new Refusal(CODES.conflict, isOpen ? '约定的时间已过，不能取消' : '这个预约已处理完毕，不能取消')
  })
}

/** An agreed moment has no end. A reservation without a time is never past. */
function isPast(row: ExpressionBuilder<Tables, 'reservations'>, nowMs: number) {
  const end = row.fn.coalesce('ends_at', 'starts_at')
  return row.and([row('state', '=', 'confirmed'), row('starts_at', 'is not', null), row(end, '<=', nowMs)])
}

interface Answer extends FoundTime {
  state: OperatorState
  note?: string | undefined
}

interface Decided {
  raised?: { companyId: number; level: number }
}

/** A confirmed request for a level gives that level. @throws Refusal 404, 409; 400 as in `setTime` */
export function decideReservation(
  db: Database,
  id: number,
  { state, note, ...time }: Answer,
  nowMs: number,
): Promise<Decided> {
  const bringsTime = time.slot_id !== undefined || time.starts_at !== undefined
  if (bringsTime && state !== 'confirmed') throw new Refusal(CODES.invalid, '确认预约时才能安排时间')
  return db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('reservations')
      .set({ state, ...(note !== undefined && { answer: note }), changed_at: nowMs })
      .where('id', '=', id)
      .where('state', 'in', bringsTime ? OPEN_STATES : statesBefore(state))
      .returning(RESERVATION_COLUMNS)
      .executeTakeFirst()
    if (!changed) throw await refusalFor(transaction, id)
    if (changed.kind === 'upgrade' && state !== 'declined' && !bringsTime) {
      const raised = { companyId: changed.company_id, level: changed.target_id }
      await setLevel(transaction, { ...raised, note }, nowMs)
      await closeUpgrades(transaction, raised, nowMs)
      return { raised }
    }
    if (state === 'declined') await freeSlot(transaction, id)
    const row = bringsTime ? await setTime(transaction, changed, time, nowMs) : changed
    // The message does not repeat an earlier note.
    await tell(transaction, { ...row, answer: note ?? null }, nowMs)
    return {}
  })
}

async function tell(transaction: Database, row: ReservationRow, nowMs: number): Promise<void> {
  const message = { company_id: row.company_id, message: answerWords(row), category: 'application' as const }
  await sendMessage(transaction, message, nowMs)
}

async function refusalFor(transaction: Database, id: number): Promise<Refusal> {
  const present = transaction.selectFrom('reservations').select('id').where('id', '=', id)
  if (!(await present.executeTakeFirst())) return noReservation()
  return new Refusal(CODES.conflict, '预约的状态已经改变，请刷新后再试')
}

function noReservation(): Refusal {
  return new Refusal(CODES.none, '没有找到这个预约')
}

interface FoundTime {
  slot_id?: number | undefined
  /** Milliseconds since 1970: the agreed moment, except with experts. */
  starts_at?: number | undefined
}

/** Call it in the transaction that has just changed the reservation. @throws Refusal 409 if it has a time, or the slot is taken */
async function setTime(
  transaction: Database,
  reservation: ReservationRow,
  { slot_id, starts_at }: FoundTime,
  nowMs: number,
): Promise<ReservationRow> {
  const { id, kind } = reservation
  if (reservation.starts_at !== null) throw new Refusal(CODES.conflict, '这个预约已经有时间，请刷新后查看')
  if (kind === 'upgrade') throw new Refusal(CODES.invalid, '等级升级不需要约定时间')
  if (kind === 'expert') {
    if (slot_id === undefined) throw new Refusal(CODES.invalid, '专家的时间请从可约时段中选择')
    return takeSlot(transaction, reservation, slot_id, nowMs)
  }
  if (starts_at === undefined) throw new Refusal(CODES.invalid, '只有预约专家时可以选择专家的时段')
  if (starts_at <= nowMs || starts_at > nowMs + SLOT_AHEAD_DAYS * DAY_MS) {
    throw new Refusal(CODES.invalid, TIME_INVALID)
  }
  await transaction.updateTable('reservations').set({ starts_at }).where('id', '=', id).execute()
  await scheduleReminder(transaction, { id, startsAt: starts_at }, nowMs)
  return { ...reservation, starts_at }
}
