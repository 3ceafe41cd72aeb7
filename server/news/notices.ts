/** Notices by the ways that people have chosen (behaviour B6.6). One is lost rather than sent twice, because the bell has it. */
import { sql } from 'kysely'
import * as v from 'valibot'
import { SMS_HOURS, SMS_NOTICES_DAILY, WAYS } from '../../src/lib/contract/account/ways.ts'
import { chinaDay, chinaHour, dayBegins } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { type JobHandlers, LEASE_MS, schedule } from '../db/jobs.ts'
import { ROWS_AT_ONCE } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { GatewayError } from '../http/ask-json.ts'
import { describeError } from '../log.ts'
import {
  forgetRefusals,
  type Notice,
  type NoticeServices,
  noteRefusal,
  type Send,
  senderFor,
  type Whom,
} from './senders.ts'

export const SEND_NOTICES = 'send-notices'
export const TELL_ANSWER = 'tell-answer'

/** Notices within this time go out together. */
const GATHER_MS = 5 * MINUTE_MS
/** A person who reads the dialogue within this time gets no mail about it. */
export const ANSWER_WAIT_MS = 10 * MINUTE_MS
/** Undelivered news expires after this time. */
const STALE_MS = DAY_MS
const UNKNOWN = 'unknown'
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'no token']

/** Creates notices for new messages of the bell, by the ways that people have chosen. Each message belongs to one process. */
export async function noteMessages(db: Database, nowMs: number): Promise<void> {
  for (;;) {
    const seen = await db.transaction().execute(async (transaction) => {
      const claimed = await transaction
        .updateTable('messages')
        .set({ ways_at: nowMs })
        .where('ways_at', 'is', null)
        .where('id', 'in', (row) =>
          row
            .selectFrom('messages as new')
            .select('new.id')
            .where('new.ways_at', 'is', null)
            .orderBy('new.id')
            .limit(ROWS_AT_ONCE),
        )
        .returning('id')
        .execute()
      if (claimed.length === 0) return 0
      const ids = claimed.map(({ id }) => id)
      const { rows } = await sql<Whom>`
        insert into notices (customer_id, way, kind, message_id, created_at, state)
        select told_ways.customer_id, told_ways.way, told_ways.kind, messages.id, messages.created_at, 'waiting'
        from messages
        join customers on customers.company_id = messages.company_id
          and (messages.customer_id is null or messages.customer_id = customers.id)
        join told_ways on told_ways.customer_id = customers.id and told_ways.kind = case
          when messages.saved_search_id is not null then 'saved'
          when messages.topic is not null then messages.topic
          when messages.application_id is not null then 'application'
          else '' end
        where messages.id in (${sql.join(ids)})
        order by messages.id
        returning customer_id, way`.execute(transaction)
      await scheduleSends(transaction, rows, nowMs)
      return claimed.length
    })
    if (seen < ROWS_AT_ONCE) return
  }
}

/** Schedules a notice of an answer that stays unread. Call it in the transaction that sends. */
export function scheduleAnswer(
  transaction: Database,
  { conversation_id, seq }: { conversation_id: number; seq: number },
  nowMs: number,
): Promise<void> {
  return schedule(transaction, {
    kind: TELL_ANSWER,
    key: `${conversation_id}-${seq}`,
    dueMs: nowMs + ANSWER_WAIT_MS,
    payload: { conversation_id, seq },
  })
}

async function scheduleSends(transaction: Database, rows: readonly Whom[], nowMs: number): Promise<void> {
  const whom = new Map(rows.map(({ customer_id, way }) => [`${customer_id}-${way}`, { customer_id, way }]))
  for (const payload of whom.values()) await scheduleSend(transaction, payload, nowMs)
}

function scheduleSend(db: Database, payload: Whom, fromMs: number): Promise<void> {
  const gathered = Math.ceil((fromMs + 1) / GATHER_MS) * GATHER_MS
  const dueMs = payload.way === 'sms' ? smsMoment(gathered) : gathered
  const key = `${payload.customer_id}-${payload.way}-${dueMs}`
  return schedule(db, { kind: SEND_NOTICES, key, dueMs, payload })
}

function smsMoment(ms: number): number {
  const hour = chinaHour(new Date(ms))
  if (hour >= SMS_HOURS.from && hour < SMS_HOURS.to) return ms
  const morning = startOfDay(ms) + SMS_HOURS.from * HOUR_MS
  return hour < SMS_HOURS.from ? morning : morning + DAY_MS
}

function startOfDay(ms: number): number {
  return dayBegins(chinaDay(new Date(ms)))
}

const answerPayload = v.object({ conversation_id: v.number(), seq: v.number() })
const sendPayload = v.object({ customer_id: v.number(), way: v.picklist(WAYS) })

export function noticeJobs(services: NoticeServices): JobHandlers {
  return {
    [TELL_ANSWER]: (transaction, json, nowMs) => noteAnswer(transaction, v.parse(answerPayload, json), nowMs),
    [SEND_NOTICES]: {
      run: (db, json, nowMs) => sendWaiting(db, services, v.parse(sendPayload, json), nowMs),
    },
  }
}

/** Skips an answer that the company has read, or that a later answer follows. */
async function noteAnswer(
  transaction: Database,
  { conversation_id, seq }: v.InferOutput<typeof answerPayload>,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<Whom>`
    insert into notices (customer_id, way, kind, conversation_id, created_at, state)
    select told_ways.customer_id, told_ways.way, 'answer', conversations.id, cast(${nowMs} as bigint), 'waiting'
    from conversations
    join customers on customers.company_id = conversations.company_id
    join told_ways on told_ways.customer_id = customers.id and told_ways.kind = 'answer'
    where conversations.id = ${conversation_id} and company_read_seq < ${seq}
      and not exists (select 1 from chat_messages as later
        where later.conversation_id = conversations.id and later.seq > ${seq} and later.side = 'operator')
    returning customer_id, way`.execute(transaction)
  await scheduleSends(transaction, rows, nowMs)
}

async function sendWaiting(db: Database, services: NoticeServices, whom: Whom, nowMs: number): Promise<void> {
  await dropStale(db, whom, nowMs)
  if (whom.way === 'sms' && !(await maySendSms(db, whom, nowMs))) {
    const tomorrow = startOfDay(nowMs) + DAY_MS
    return scheduleSend(db, whom, smsMoment(nowMs) > nowMs ? nowMs : tomorrow)
  }
  // Without a general template an SMS is about one kind.
  const isOfOneKind = whom.way === 'sms' && !services.sms.tell
  const claimed = await claim(db, whom, isOfOneKind, nowMs)
  const notices = await readNotices(db, claimed)
  const wanted = new Set(notices.map(({ id }) => id))
  const unwanted = claimed.filter((id) => !wanted.has(id))
  await settle(db, unwanted, { state: 'dropped', outcome: 'unwanted' })
  if (notices.length > 0) await deliver(db, services, whom, notices, nowMs)
  if (isOfOneKind && claimed.length > 0) await scheduleSend(db, whom, nowMs)
}

async function deliver(
  db: Database,
  services: NoticeServices,
  whom: Whom,
  notices: readonly Notice[],
  nowMs: number,
): Promise<void> {
  const ids = notices.map(({ id }) => id)
  let send: Send | undefined
  try {
    send = await senderFor({ db, ...services, ...whom, notices, nowMs })
    await send?.()
  } catch (error) {
    const isOver =
      error instanceof GatewayError &&
      (error.kind === 'refused' || (whom.way !== 'mail' && !NEVER_LEFT.includes(error.code)))
    if (!isOver) {
      await settle(db, ids, { state: 'waiting' })
      throw error
    }
    const end = { refused: ['refused', error.code], unreachable: ['dropped', UNKNOWN] } as const
    const [state, outcome] = end[error.kind]
    await settle(db, ids, { state, outcome })
    await noteRefusal(db, whom, error)
    const { way, customer_id: customer } = whom
    services.log({ level: 'warn', event: 'notice-refused', way, customer, ...describeError(error) })
    return
  }
  await settle(db, ids, send ? { state: 'sent' } : { state: 'dropped', outcome: 'unwanted' })
  if (send && whom.way === 'mail') await forgetRefusals(db, whom)
}

/** Drops notices that waited too long, and those of a crashed process, which may have sent them. */
async function dropStale(db: Database, whom: Whom, nowMs: number): Promise<void> {
  const own = db.updateTable('notices').where((row) => row.and({ ...whom }))
  await own
    .set({ state: 'dropped', outcome: 'stale' })
    .where('state', '=', 'waiting')
    .where('created_at', '<', nowMs - STALE_MS)
    .execute()
  await own
    .set({ state: 'dropped', outcome: UNKNOWN })
    .where('state', '=', 'sending')
    .where('tried_at', '<=', nowMs - LEASE_MS)
    .execute()
}

async function maySendSms(db: Database, whom: Whom, nowMs: number): Promise<boolean> {
  if (smsMoment(nowMs) > nowMs) return false
  const { sent } = await db
    .selectFrom('notices')
    .select(sql<number>`count(distinct tried_at)`.as('sent'))
    .where((row) => row.and({ ...whom }))
    .where((row) => row.or([row('state', 'in', ['sending', 'sent']), row('outcome', '=', UNKNOWN)]))
    .where('tried_at', '>=', startOfDay(nowMs))
    .executeTakeFirstOrThrow()
  return Number(sent) < SMS_NOTICES_DAILY
}

/** Claims waiting notices for this process. @param isOfOneKind only those of the oldest one's kind */
async function claim(db: Database, whom: Whom, isOfOneKind: boolean, nowMs: number): Promise<number[]> {
  const waiting = { ...whom, state: 'waiting' } as const
  const rows = await db
    .updateTable('notices')
    .set({ state: 'sending', tried_at: nowMs })
    .where((row) => row.and(waiting))
    .$if(isOfOneKind, (all) =>
      all.where('kind', '=', (row) =>
        row
          .selectFrom('notices as oldest')
          .select('oldest.kind')
          .where((its) => its.and(waiting))
          .orderBy('oldest.id')
          .limit(1),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function settle(
  db: Database,
  ids: readonly number[],
  { state, outcome = null }: { state: Tables['notices']['state']['__select__']; outcome?: string | null },
): Promise<void> {
  if (ids.length === 0) return
  const changed = { state, outcome, ...(state === 'waiting' && { tried_at: null }) }
  await db.updateTable('notices').set(changed).where('id', 'in', ids).execute()
}

function readNotices(db: Database, ids: readonly number[]): Promise<Notice[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('notices')
    .innerJoin('told_ways', (join) =>
      join
        .onRef('told_ways.customer_id', '=', 'notices.customer_id')
        .onRef('told_ways.way', '=', 'notices.way')
        .onRef('told_ways.kind', '=', 'notices.kind'),
    )
    .leftJoin('messages', 'messages.id', 'notices.message_id')
    .leftJoin('operator_conversations as conversations', 'conversations.id', 'notices.conversation_id')
    .select(['notices.id', 'notices.kind', 'notices.created_at'])
    .select(['message', 'platform_policy_id', 'application_id', 'page', 'order_id'])
    .where('notices.id', 'in', ids)
    .orderBy('notices.id')
    .execute()
}
