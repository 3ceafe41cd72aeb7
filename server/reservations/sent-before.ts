/** A reservation that is sent again under its `client_id`: its answer was lost, and perhaps its words were put right. */
import type { BodyOf } from '../../src/lib/contract/call.ts'
import type { Customer } from '../../src/lib/contract/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { type createReservation, RESERVATION_CONFIRMED } from '../../src/lib/contract/reservation.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { OPEN_STATES, RESERVATION_COLUMNS, type ReservationRow } from './reservations.ts'
import { freeSlot } from './slot.ts'

type Request = BodyOf<typeof createReservation>

/**
 * The one that was sent before, with the words that were sent now. Undefined: there is none, or another takes its
 * place because it was closed meanwhile, or something else is wanted now, so that it is given up.
 * To be called under the company's lock.
 * @throws Refusal 409 when it is confirmed and would be another
 */
export async function findSentBefore(
  transaction: Database,
  { company_id }: Pick<Customer, 'company_id'>,
  request: Request,
  nowMs: number,
): Promise<ReservationRow | undefined> {
  if (request.client_id === undefined) return undefined
  const known = await transaction
    .selectFrom('reservations')
    .select(RESERVATION_COLUMNS)
    .where('company_id', '=', company_id)
    .where('client_id', '=', request.client_id)
    .executeTakeFirst()
  if (!known) return undefined
  const isSame = await wantsSame(transaction, known, request)
  if (isSame && hasSameWords(known, request) && OPEN_STATES.includes(known.state)) return known
  if (known.state === 'confirmed') throw new Refusal(CODES.conflict, RESERVATION_CONFIRMED)
  if (known.state === 'requested' && isSame) return changeWords(transaction, known, request, nowMs)
  await giveWay(transaction, known, nowMs)
  return undefined
}

/** Whoever left the time to the operators still gets the one that they have found. */
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

/** An operator may be deciding it at this moment: then it stays as he read it. */
async function changeWords(
  transaction: Database,
  { id }: ReservationRow,
  { contact, phone, note }: Request,
  nowMs: number,
): Promise<ReservationRow> {
  const changed = await transaction
    .updateTable('reservations')
    .set({ contact, phone, note: note ?? null, changed_at: nowMs })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .returning(RESERVATION_COLUMNS)
    .executeTakeFirst()
  if (!changed) throw new Refusal(CODES.conflict, RESERVATION_CONFIRMED)
  return changed
}

async function giveWay(transaction: Database, { id, state }: ReservationRow, nowMs: number): Promise<void> {
  const given = await transaction
    .updateTable('reservations')
    .set({ client_id: null, ...(state === 'requested' && { state: 'cancelled', changed_at: nowMs }) })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  if (!given) throw new Refusal(CODES.conflict, RESERVATION_CONFIRMED)
  await freeSlot(transaction, id)
}
