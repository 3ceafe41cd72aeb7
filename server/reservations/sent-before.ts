/** A reservation that is sent again under its `client_id`, because the answer was lost; its words may have changed. */

import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { createReservation } from '../../src/lib/contract/services/reservation.ts'
import { confirmedWords } from '../../src/lib/rules/orders/reservations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { OPEN_STATES, RESERVATION_COLUMNS, type ReservationRow } from './reservations.ts'
import { freeSlot } from './slot.ts'

type Request = BodyOf<typeof createReservation>

export interface SentBefore {
  /** The earlier one with the present words; undefined if another one replaces it. */
  known?: ReservationRow
  /** The earlier one, cancelled because the company wants something else now. */
  replaced?: ReservationRow
}

/**
 * Call it under the company's lock.
 * @throws Refusal 409 with `confirmed` when the company has confirmed it and it would change
 */
export async function findSentBefore(
  transaction: Database,
  { company_id }: Pick<Customer, 'company_id'>,
  request: Request,
  nowMs: number,
): Promise<SentBefore> {
  if (request.client_id === undefined) return {}
  const known = await transaction
    .selectFrom('reservations')
    .select(RESERVATION_COLUMNS)
    .where('company_id', '=', company_id)
    .where('client_id', '=', request.client_id)
    .executeTakeFirst()
  if (!known) return {}
  const isSame = await wantsSame(transaction, known, request)
  if (isSame && hasSameWords(known, request) && OPEN_STATES.includes(known.state)) return { known }
  if (known.state === 'confirmed') throw confirmed(known)
  if (known.state === 'requested' && isSame) {
    return { known: await changeWords(transaction, known, request, nowMs) }
  }
  const given = await giveWay(transaction, known, nowMs)
  return known.state === 'requested' ? { replaced: given } : {}
}

/** A company that left the time to the operators keeps the time that they have found. */
async function wantsSame(transaction: Database, known: ReservationRow, request: Request): Promise<boolean> {
  if (known.kind !== request.kind || known.target_id !== request.target_id) return false
  const held = await transaction
    .selectFrom('expert_slots')
    .select('id')
    .where('reservation_id', '=', known.id)
    .executeTakeFirst()
  return held?.id === request.slot_id || (known.state === 'confirmed' && request.slot_id === undefined)
}

function hasSameWords(known: ReservationRow, { contact, phone, note }: Request): boolean {
  return known.contact === contact && known.phone === phone && known.note === (note ?? null)
}

/** If an operator decides it at this moment, it stays as they read it. */
async function changeWords(
  transaction: Database,
  known: ReservationRow,
  { contact, phone, note }: Request,
  nowMs: number,
): Promise<ReservationRow> {
  const changed = await transaction
    .updateTable('reservations')
    .set({ contact, phone, note: note ?? null, changed_at: nowMs })
    .where('id', '=', known.id)
    // Not missed by tests: it takes an operator's decision within the few statements since it was read.
    .where('state', '=', 'requested')
    .returning(RESERVATION_COLUMNS)
    .executeTakeFirst()
  if (!changed) throw confirmed(known)
  return changed
}

function confirmed({ kind }: ReservationRow): Refusal {
  return new Refusal(CODES.conflict, confirmedWords(kind), { confirmed: true })
}

/** Frees its `client_id` for the next one. */
async function giveWay(transaction: Database, known: ReservationRow, nowMs: number): Promise<ReservationRow> {
  const { id, state } = known
  const given = await transaction
    .updateTable('reservations')
    .set({ client_id: null, ...(state === 'requested' && { state: 'cancelled', changed_at: nowMs }) })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning(RESERVATION_COLUMNS)
    .executeTakeFirst()
  if (!given) throw confirmed(known)
  await freeSlot(transaction, id)
  return given
}
