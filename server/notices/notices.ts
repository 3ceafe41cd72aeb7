/**
 * Tells people by the ways that they have chosen (behaviour B6.6): what the bell tells them, and that a consultation was
 * answered. What comes within minutes goes out together. Rather lost than sent twice: the bell has it in any case.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import {
  NEWS_WORDS,
  type NewsKind,
  SMS_HOURS,
  SMS_NOTICES_DAILY,
  WAYS,
  type Way,
} from '../../src/lib/contract/account/ways.ts'
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'
import { chinaDay, chinaHour, dayBegins, daysBetween } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { site } from '../../src/site.ts'
import { type JobHandlers, LEASE_MS, schedule } from '../db/jobs.ts'
import type { Database, Tables } from '../db/schema.ts'
import { GatewayError } from '../http/ask-json.ts'
import { describeError, type Log } from '../log.ts'
import type { SmsGateway } from '../sms/gateway.ts'
import { isPersonRefused } from '../wechat/platform.ts'
import type { WeChat } from '../wechat/wechat.ts'
import { AddressRefusedError, type MailGateway } from './mail.ts'
import { stopToken } from './ways.ts'

export const SEND_NOTICES = 'send-notices'
export const TELL_ANSWER = 'tell-answer'

const ROWS_AT_ONCE = 500
/** What comes in so long goes out together. */
const GATHER_MS = 5 * MINUTE_MS
/** Who is reading the dialogue anyway needs no mail about it. */
export const ANSWER_WAIT_MS = 10 * MINUTE_MS
/** News that could not go out for so long is none any more. */
const STALE_MS = DAY_MS
const KEPT_MS = 30 * DAY_MS
const LISTED = 20

export interface NoticeServices {
  sms: SmsGateway
  mail: MailGateway
  wechat: WeChat | undefined
  /** Where links lead. */
  origin: string
  log: Log
}

/** Notes whom new messages of the bell are to reach by other ways, too. Of several processes each message gets one. */
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
      const { rows } = await sql<{ customer_id: number; way: Way }>`
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
        returning customer_id, way`.execute(transaction)
      await scheduleSends(transaction, rows, nowMs)
      return claimed.length
    })
    if (seen < ROWS_AT_ONCE) return
  }
}

/** Lets the company be told of an answer that it has not read after a while. Call it in the transaction that sends. */
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

async function scheduleSends(
  transaction: Database,
  rows: readonly { customer_id: number; way: Way }[],
  nowMs: number,
): Promise<void> {
  const whom = new Map(rows.map(({ customer_id, way }) => [`${customer_id}-${way}`, { customer_id, way }]))
  for (const payload of whom.values()) await scheduleSend(transaction, payload, nowMs)
}

function scheduleSend(
  db: Database,
  payload: { customer_id: number; way: Way },
  fromMs: number,
): Promise<void> {
  const gathered = Math.ceil((fromMs + 1) / GATHER_MS) * GATHER_MS
  const dueMs = payload.way === 'sms' ? smsMoment(gathered) : gathered
  const key = `${payload.customer_id}-${payload.way}-${dueMs}`
  return schedule(db, { kind: SEND_NOTICES, key, dueMs, payload })
}

/** The next moment at which an SMS wakes nobody. */
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

/** Nothing where the company has read it, or where a later answer will tell. */
async function noteAnswer(
  transaction: Database,
  { conversation_id, seq }: v.InferOutput<typeof answerPayload>,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<{ customer_id: number; way: Way }>`
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

type Whom = v.InferOutput<typeof sendPayload>

/** To be told, with what it is about. */
interface Notice {
  id: number
  kind: NewsKind
  created_at: number
  message: string | null
  platform_policy_id: number | null
  application_id: number | null
  page: string | null
  order_id: number | null
}

async function sendWaiting(db: Database, services: NoticeServices, whom: Whom, nowMs: number): Promise<void> {
  await dropStale(db, whom, nowMs)
  if (whom.way === 'sms' && !(await maySendSms(db, whom, nowMs))) {
    const tomorrow = startOfDay(nowMs) + DAY_MS
    const later = smsMoment(nowMs) > nowMs ? nowMs : tomorrow
    return scheduleSend(db, whom, later)
  }
  const send = await senderFor(db, services, whom, nowMs)
  const claimed = await claim(db, whom, nowMs)
  const notices = await readNotices(db, claimed)
  const known = new Set(notices.map(({ id }) => id))
  // Switched off since, or the way has ended: the person wants it no more.
  const dropped = claimed.filter((id) => !send || !known.has(id))
  await settle(db, dropped, { state: 'dropped', outcome: 'unwanted' })
  if (!send || notices.length === 0) return
  const ids = [...known]
  try {
    await send(notices)
    await settle(db, ids, { state: 'sent' })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') {
      await settle(db, ids, { state: 'waiting' })
      throw error
    }
    await settle(db, ids, { state: 'refused', outcome: error.code })
    await noteRefusal(db, whom, error)
    services.log({
      level: 'warn',
      event: 'notice-refused',
      way: whom.way,
      customer: whom.customer_id,
      ...describeError(error),
    })
  }
}

/** What waited too long; and what a process that crashed was about to hand over, of which nobody knows whether it did. */
async function dropStale(db: Database, whom: Whom, nowMs: number): Promise<void> {
  const own = db
    .updateTable('notices')
    .where('customer_id', '=', whom.customer_id)
    .where('way', '=', whom.way)
  await own
    .set({ state: 'dropped', outcome: 'stale' })
    .where('state', '=', 'waiting')
    .where('created_at', '<', nowMs - STALE_MS)
    .execute()
  await own
    .set({ state: 'dropped', outcome: 'unknown' })
    .where('state', '=', 'sending')
    .where('tried_at', '<=', nowMs - LEASE_MS)
    .execute()
}

async function maySendSms(db: Database, { customer_id }: Whom, nowMs: number): Promise<boolean> {
  if (smsMoment(nowMs) > nowMs) return false
  const { sent } = await db
    .selectFrom('notices')
    .select(sql<number>`count(distinct tried_at)`.as('sent'))
    .where('customer_id', '=', customer_id)
    .where('way', '=', 'sms')
    .where('state', 'in', ['sending', 'sent'])
    .where('tried_at', '>=', startOfDay(nowMs))
    .executeTakeFirstOrThrow()
  return Number(sent) < SMS_NOTICES_DAILY
}

/** Of two processes that come to the same ones, one gets them. */
async function claim(db: Database, { customer_id, way }: Whom, nowMs: number): Promise<number[]> {
  const rows = await db
    .updateTable('notices')
    .set({ state: 'sending', tried_at: nowMs })
    .where('customer_id', '=', customer_id)
    .where('way', '=', way)
    .where('state', '=', 'waiting')
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

/** Of those that are still wanted, oldest first. */
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
    .select([
      'notices.id',
      'notices.kind',
      'notices.created_at',
      'message',
      'platform_policy_id',
      'application_id',
      'page',
      'order_id',
    ])
    .where('notices.id', 'in', ids)
    .orderBy('notices.id')
    .execute()
}

type Send = (notices: readonly Notice[]) => Promise<void>

/** Undefined: it cannot reach the person, or not any more. */
async function senderFor(
  db: Database,
  services: NoticeServices,
  { customer_id, way }: Whom,
  nowMs: number,
): Promise<Send | undefined> {
  if (way === 'sms') {
    const person = await db
      .selectFrom('customers')
      .select(['phone', 'company_id'])
      .where('id', '=', customer_id)
      .executeTakeFirst()
    return person && ((notices) => sendSms(db, services.sms, { ...person, id: customer_id }, notices, nowMs))
  }
  const { origin, mail, wechat } = services
  if (way === 'mail') {
    const row = await db
      .selectFrom('mail_addresses')
      .select('address')
      .where('customer_id', '=', customer_id)
      .where('verified_at', 'is not', null)
      .where('refused', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const token = await stopToken(db, customer_id, row.address)
    return async (notices) => mail.send(mailOf(notices, { origin, to: row.address, token }))
  }
  const tell = wechat?.tell
  const person = await db
    .selectFrom('wechat_people')
    .select('openid')
    .where('customer_id', '=', customer_id)
    .where('refused', 'is', null)
    .executeTakeFirst()
  if (!person || !tell) return undefined
  return async (notices) => {
    const [first] = notices
    const url = notices.length === 1 && first ? linkOf(first, origin) : `${origin}/`
    const time = `${chinaDay(new Date(nowMs))} ${new Date(nowMs + 8 * HOUR_MS).toISOString().slice(11, 16)}`
    await tell({ openid: person.openid, words: sumUp(notices), time, url })
  }
}

/** The way has ended for the person until it is set up anew. */
async function noteRefusal(db: Database, { customer_id, way }: Whom, error: GatewayError): Promise<void> {
  if (way === 'mail' && error instanceof AddressRefusedError) {
    await db
      .updateTable('mail_addresses')
      .set({ refused: error.code })
      .where('customer_id', '=', customer_id)
      .execute()
  }
  if (way === 'wechat' && isPersonRefused(error)) {
    await db
      .updateTable('wechat_people')
      .set({ refused: error.code })
      .where('customer_id', '=', customer_id)
      .execute()
  }
}

/** Templates of SMS say little: one SMS for a kind that has a template of its own, else one for all. */
async function sendSms(
  db: Database,
  sms: SmsGateway,
  person: { id: number; phone: string; company_id: number },
  notices: readonly Notice[],
  nowMs: number,
): Promise<void> {
  const kinds = new Set(notices.map(({ kind }) => kind))
  const since = Math.min(...notices.map(({ created_at }) => created_at))
  if (kinds.size > 1 && sms.tell) return sms.tell(person.phone, notices.length)
  for (const kind of kinds) {
    if (kind === 'deadline' && sms.remind) {
      const closing = await db
        .selectFrom('policy_reminders')
        .select('closes')
        .where('company_id', '=', person.company_id)
        .where('sent_at', '>=', since)
        .orderBy('closes')
        .execute()
      const [first] = closing
      const days = first ? Math.max(0, daysBetween(chinaDay(new Date(nowMs)), first.closes)) : 0
      if (first) await sms.remind(person.phone, { policies: closing.length, days })
    } else if (kind === 'saved' && sms.tellNews) {
      const { policies } = await db
        .selectFrom('saved_search_notices')
        .select(sql<number>`count(distinct subject)`.as('policies'))
        .where('customer_id', '=', person.id)
        .where('sent_at', '>=', since)
        .executeTakeFirstOrThrow()
      if (Number(policies) > 0) await sms.tellNews(person.phone, Number(policies))
    } else await sms.tell?.(person.phone, notices.length)
  }
}

/** 期限提醒 2 条; 3 条新消息 */
function sumUp(notices: readonly Notice[]): string {
  const [kind, ...others] = new Set(notices.map((notice) => notice.kind))
  return kind && others.length === 0
    ? `${NEWS_WORDS[kind]} ${notices.length} 条`
    : `${notices.length} 条新消息`
}

function linkOf(
  { kind, page, application_id, platform_policy_id, order_id }: Notice,
  origin: string,
): string {
  const order = application_id ?? order_id
  if (kind === 'saved' && page !== null) return origin + page
  if (platform_policy_id !== null) return `${origin}/review/${platform_policy_id}`
  return order === null ? `${origin}/` : `${origin}/mylist/1?poid=${order}`
}

/** What stands in nobody's mailbox: the course of an application, and what the experts have said. */
const DISCREET: Partial<Record<NewsKind, string>> = {
  application: '您的申请有新的进展，请登录查看。',
  answer: '您的咨询有新的答复，请登录查看。',
}

/** Plain and as HTML, with the way out of all mails. */
function mailOf(
  notices: readonly Notice[],
  { origin, to, token }: { origin: string; to: string; token: string },
) {
  const lines = notices.slice(0, LISTED).map((notice) => ({
    words: DISCREET[notice.kind] ?? notice.message ?? '',
    link: linkOf(notice, origin),
  }))
  const more = notices.length > LISTED ? `另有 ${notices.length - LISTED} 条，请登录查看。` : ''
  const settings = `${origin}/account#reminders`
  const stop = `${origin}/account?stop=${token}#reminders`
  const foot = `您收到这封邮件，是因为在${site.name}选择了用邮件通知。`
  const id = createHash('sha256')
    .update(notices.map((notice) => notice.id).join())
    .digest('hex')
    .slice(0, 32)
  return {
    id,
    to,
    subject: `${site.name}：${sumUp(notices)}`,
    text: [
      '您好：',
      ...lines.map(({ words, link }) => `${words}\n${link}`),
      ...(more ? [more] : []),
      `${foot}\n修改通知方式：${settings}\n不再收到邮件：${stop}`,
    ].join('\n\n'),
    html: [
      '<p>您好：</p><ul>',
      ...lines.map(
        ({ words, link }) => `<li><a href="${escapeMarkup(link)}">${escapeMarkup(words)}</a></li>`,
      ),
      `</ul>${more && `<p>${more}</p>`}<hr><p>${foot}`,
      `<br><a href="${settings}">修改通知方式</a>　<a href="${stop}">不再收到邮件</a></p>`,
    ].join(''),
    stopUrl: `${origin}/customer/api/v1/mail/stopped?token=${token}`,
  }
}

/** What went out, or did not, a month ago. */
export async function forgetNotices(transaction: Kysely<Tables>, nowMs: number): Promise<void> {
  await transaction
    .deleteFrom('notices')
    .where('created_at', '<=', nowMs - KEPT_MS)
    .execute()
}
