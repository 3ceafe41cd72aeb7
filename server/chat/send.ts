/** Sends a message into a conversation, once for each client id, with the next `seq`. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  CHAT_SENDS_PER_MINUTE,
  CHAT_TEXT,
  CHAT_TOO_OFTEN,
  type ChatMessage,
  type NewChatMessage,
} from '../../src/lib/contract/chat/chat-message.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { scheduleAnswer } from '../news/notices.ts'
import { operatorIds } from '../operators/handovers.ts'
import { holdObject, lockObject } from '../storage/object-rows.ts'
import { adoptShown } from '../storage/objects.ts'
import { messageColumns, type Party, toMessage } from './messages.ts'
import { adminName } from './operators.ts'

interface SendTarget {
  id: number
  party: Party
}

/** Returns the message, or the earlier one with this client id. @throws Refusal 400, 404, 409, 429 */
export async function sendToConversation(
  services: Services,
  place: SendTarget,
  message: NewChatMessage,
  seen?: number,
): Promise<ChatMessage> {
  const { db } = services
  const { side, person } = place.party
  const client_id = message.client_id ?? randomUUID()
  const known = await findSent(db, place, client_id)
  if (known) return toMessage(known, side)
  const object =
    message.type === CHAT_TEXT ? undefined : await adoptShown(services, person.company_id, message.detail)
  const admin = await adminName(db, place.party)
  return db.transaction().execute(async (transaction) => {
    const locked = object && (await lockObject(transaction, object))
    const conversation = await lockConversation(transaction, place.id)
    const sooner = await findSent(transaction, place, client_id)
    if (sooner) return toMessage(sooner, side)
    if (conversation.closed) throw new Refusal(CODES.conflict, '该话题已关闭，不能再发送消息')
    if (seen !== undefined) await refuseSecondAnswer(transaction, place, seen)
    const nowMs = services.now()
    await countSend(transaction, place.party, nowMs)
    const sent = await transaction
      .insertInto('chat_messages')
      .values({
        conversation_id: place.id,
        seq: conversation.last_seq + 1,
        side,
        sender_id: person.id,
        admin,
        type: message.type,
        detail: message.type === CHAT_TEXT ? message.detail : JSON.stringify(message.detail),
        object_id: locked?.id ?? null,
        size: locked?.size ?? null,
        client_id,
        created_at: nowMs,
      })
      .returning(messageColumns)
      .executeTakeFirstOrThrow()
    await updateWaiting(transaction, place, { seq: sent.seq, nowMs })
    if (locked) {
      const holder = { kind: 'chat_message', id: sent.id, companyId: conversation.company_id } as const
      await holdObject(transaction, locked, { ...holder, operators: true })
    }
    return toMessage(sent, side)
  })
}

/** @throws Refusal 409 when a colleague has sent a message that the page does not show yet */
async function refuseSecondAnswer(
  transaction: Database,
  { id, party }: SendTarget,
  seen: number,
): Promise<void> {
  const other = await transaction
    .selectFrom('chat_messages')
    .select('id')
    .where('conversation_id', '=', id)
    .where('seq', '>', seen)
    .where('side', '=', party.side)
    .where('sender_id', '<>', party.person.id)
    .limit(1)
    .executeTakeFirst()
  if (other) throw new Refusal(CODES.conflict, '同事刚刚回复了这个咨询，请看过后再决定是否发送')
}

function findSent(db: Database, { id, party }: SendTarget, clientId: string) {
  return db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where('conversation_id', '=', id)
    .where('sender_id', '=', party.person.id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

function lockConversation(transaction: Database, id: number) {
  return transaction
    .updateTable('conversations')
    .set((row) => ({ last_seq: row.ref('last_seq') }))
    .where('id', '=', id)
    .returning(['last_seq', 'company_id', 'closed'])
    .executeTakeFirstOrThrow()
}

async function updateWaiting(
  db: Database,
  { id, party }: SendTarget,
  { seq, nowMs }: { seq: number; nowMs: number },
) {
  const changed = { last_seq: seq, last_at: nowMs }
  const conversation = db.updateTable('conversations').where('id', '=', id)
  if (party.side === 'company') {
    const waiting_since = sql<number>`coalesce(waiting_since, ${nowMs})`
    await conversation.set({ ...changed, waiting_since, snoozed_until: null }).execute()
    return
  }
  await conversation
    .set((row) => ({
      ...changed,
      waiting_since: null,
      snoozed_until: null,
      assigned_to: row
        .case()
        .when('assigned_to', 'in', operatorIds(db))
        .then(row.ref('assigned_to'))
        .else(party.person.id)
        .end(),
    }))
    .execute()
  await scheduleAnswer(db, { conversation_id: id, seq }, nowMs)
}

/** Counts a company's sending in a minute, in its transaction; operators have no limit. @throws Refusal 429 */
export async function countSend(
  transaction: Database,
  { side, person }: Party,
  nowMs: number,
): Promise<void> {
  if (side === 'operator') return
  const minute = Math.floor(nowMs / MINUTE_MS)
  const { sends } = await transaction
    .insertInto('chat_sends')
    .values({ company_id: person.company_id, minute, sends: 1 })
    .onConflict((known) =>
      known.column('company_id').doUpdateSet((row) => ({
        minute,
        sends: row
          .case()
          .when('chat_sends.minute', '=', minute)
          .then(row('chat_sends.sends', '+', 1))
          .else(1)
          .end(),
      })),
    )
    .returning('sends')
    .executeTakeFirstOrThrow()
  if (sends <= CHAT_SENDS_PER_MINUTE) return
  const retry_after = Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000)
  throw new Refusal(CODES.tooOften, CHAT_TOO_OFTEN, { retry_after })
}
