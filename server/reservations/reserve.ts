import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { FIRST_PROVIDER_ID } from '../../src/lib/contract/services/provider.ts'
import {
  type createReservation,
  OPEN_RESERVATIONS_LIMIT,
  type Reservation,
} from '../../src/lib/contract/services/reservation.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { lockCompany } from '../company/lock-company.ts'
import { countRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { packageName } from '../packages/set-level.ts'
import { findProvider } from '../providers/public-providers.ts'
import { OPEN_STATES, RESERVATION_COLUMNS, type ReservationRow, toReservation } from './reservations.ts'
import { takeSlot } from './slot.ts'

type Request = BodyOf<typeof createReservation>
type Asker = Pick<Customer, 'id' | 'company_id'>

export async function reserve(
  { db, catalogue, now }: Pick<Services, 'db' | 'catalogue' | 'now'>,
  asker: Asker,
  request: Request,
): Promise<AnswerOf<typeof createReservation>> {
  if (request.slot_id !== undefined && request.kind !== 'expert') {
    throw new Refusal(CODES.invalid, '只有预约专家时可以选择时间')
  }
  const directory = await catalogue()
  const nowMs = now()
  return db.transaction().execute(async (transaction) => {
    const level = await lockCompany(transaction, asker.company_id)
    const known = await findSentBefore(transaction, asker, request, nowMs)
    if (known) return { data: toReservation(known) }
    await checkLimit(transaction, asker, nowMs)
    const target = { kind: request.kind, id: request.target_id }
    const target_name = await nameTarget(transaction, directory, target, level)
    if (request.kind === 'upgrade')
      await refuseTwice(transaction, asker, { id: request.target_id, name: target_name })
    const reserved = await insertReservation(transaction, asker, { ...request, target_name }, nowMs)
    const { slot_id } = request
    const row = slot_id === undefined ? reserved : await takeSlot(transaction, reserved, slot_id, nowMs)
    return { data: toReservation(row) }
  })
}

/** Returns the reservation of a request whose answer was lost, with the present words; a request for something else is new. */
async function findSentBefore(
  transaction: Database,
  { company_id }: Asker,
  { client_id, kind, target_id, slot_id, contact, phone, note }: Request,
  nowMs: number,
): Promise<ReservationRow | undefined> {
  if (client_id === undefined) return undefined
  const sent = transaction
    .updateTable('reservations')
    .where('company_id', '=', company_id)
    .where('client_id', '=', client_id)
  const same = sent
    .set({ contact, phone, note: note ?? null, changed_at: nowMs })
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .where('state', 'in', OPEN_STATES)
  const held = transaction
    .selectFrom('expert_slots')
    .select('reservation_id')
    .where('id', '=', slot_id ?? 0)
    .$narrowType<{ reservation_id: number }>()
  const known = await (slot_id === undefined ? same : same.where('id', 'in', held))
    .returning(RESERVATION_COLUMNS)
    .executeTakeFirst()
  if (!known) await sent.set({ client_id: null }).execute()
  return known
}

/** A reservation whose time is over does not count, even if no operator has closed it. */
async function checkLimit(transaction: Database, asker: Asker, nowMs: number): Promise<void> {
  const open = transaction
    .selectFrom('reservations')
    .where('company_id', '=', asker.company_id)
    .where('state', 'in', OPEN_STATES)
    .where((row) => {
      const end = row.fn.coalesce('ends_at', 'starts_at')
      return row.or([row(end, 'is', null), row(end, '>', nowMs)])
    })
  if ((await countRows(open)) >= OPEN_RESERVATIONS_LIMIT) {
    throw new Refusal(
      CODES.conflict,
      `进行中的预约已有 ${OPEN_RESERVATIONS_LIMIT} 个，请等待处理或先取消不需要的预约`,
    )
  }
}

async function refuseTwice(
  transaction: Database,
  { company_id }: Asker,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const open = await transaction
    .selectFrom('reservations')
    .select('id')
    .where('company_id', '=', company_id)
    .where('kind', '=', 'upgrade')
    .where('target_id', '=', id)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()
  if (open) throw new Refusal(CODES.conflict, `贵企业已申请升级到“${name}”，请等待处理`)
}

function insertReservation(
  transaction: Database,
  asker: Asker,
  request: Request & { target_name: string | null },
  nowMs: number,
): Promise<ReservationRow> {
  const { slot_id: _, note = null, client_id = null, ...fields } = request
  return transaction
    .insertInto('reservations')
    .values({
      ...fields,
      note,
      client_id,
      company_id: asker.company_id,
      customer_id: asker.id,
      state: 'requested',
      created_at: nowMs,
      changed_at: nowMs,
    })
    .returning(RESERVATION_COLUMNS)
    .executeTakeFirstOrThrow()
}

interface Target {
  kind: Reservation['kind']
  id: number
}

type Directory = Pick<KeptCatalogue, 'providers' | 'funds'>

/** @throws Refusal 404 when there is no such target; 400 for a level that is not higher */
async function nameTarget(
  db: Database,
  { providers, funds }: Directory,
  { kind, id }: Target,
  companyLevel: number,
): Promise<string> {
  switch (kind) {
    case 'expert':
      return (await shownExpertName(db, id)) ?? refuseMissing('没有找到这位专家')
    case 'upgrade':
      if (id <= companyLevel) throw new Refusal(CODES.invalid, '请选择更高的企业等级')
      return (await packageName(db, id)) ?? refuseMissing('没有找到这个企业等级')
    case 'provider':
      // One that was taken off keeps its place in the content until the next build.
      return id < FIRST_PROVIDER_ID
        ? (titleOf(providers, id) ?? refuseMissing('没有找到这家服务商'))
        : ((await findProvider(db, id))?.company_name ?? refuseMissing('这家服务商已下线，暂不接受预约'))
    case 'fund':
      return titleOf(funds, id) ?? refuseMissing('没有找到这只基金')
  }
}

function titleOf(entries: readonly { id: number; title: string }[], id: number): string | undefined {
  return entries.find((entry) => entry.id === id)?.title
}

async function shownExpertName(db: Database, id: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('experts')
    .select('name')
    .where('id', '=', id)
    .where('hidden', '=', 0)
    .executeTakeFirst()
  return found?.name
}

function refuseMissing(words: string): never {
  throw new Refusal(CODES.none, words)
}
