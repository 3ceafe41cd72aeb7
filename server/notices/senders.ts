/** What goes out by each way (SMS, mail, WeChat), and what a refusal means for the way. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  MAIL_REFUSALS_MAX,
  NEWS_WORDS,
  type NewsKind,
  type Way,
} from '../../src/lib/contract/account/ways.ts'
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'
import { chinaDay, daysBetween } from '../../src/lib/rules/time/china-day.ts'
import { formatMoment } from '../../src/lib/rules/time/dates.ts'
import { site } from '../../src/site.ts'
import type { Database } from '../db/schema.ts'
import type { GatewayError } from '../http/ask-json.ts'
import type { Log } from '../log.ts'
import type { SmsGateway } from '../sms/gateway.ts'
import { isPersonRefused } from '../wechat/platform.ts'
import type { WeChat } from '../wechat/wechat.ts'
import { AddressRefusedError, type Mail, type MailGateway } from './mail.ts'
import { stopToken } from './ways.ts'

const LISTED = 20

export interface NoticeServices {
  sms: SmsGateway
  mail: MailGateway
  wechat: WeChat | undefined
  /** Where links lead. */
  origin: string
  log: Log
}

export interface Whom {
  customer_id: number
  way: Way
}

/** To be told, with what it is about. */
export interface Notice {
  id: number
  kind: NewsKind
  created_at: number
  message: string | null
  platform_policy_id: number | null
  application_id: number | null
  page: string | null
  order_id: number | null
}

/** @throws GatewayError */
export type Send = () => Promise<void>

interface Sending extends NoticeServices, Whom {
  db: Database
  notices: readonly Notice[]
  nowMs: number
}

/** Undefined: it cannot reach the person, or not any more. */
export function senderFor(sending: Sending): Promise<Send | undefined> {
  return { sms: smsFor, mail: mailFor, wechat: weChatFor }[sending.way](sending)
}

/** Templates of SMS say little: that of the kind, where all are of one that has its own, else that for all. */
async function smsFor({ db, sms, customer_id, notices, nowMs }: Sending): Promise<Send | undefined> {
  const { phone, company_id } = await db
    .selectFrom('customers')
    .select(['phone', 'company_id'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const { remind, tellNews, tell } = sms
  const [kind, ...others] = new Set(notices.map((notice) => notice.kind))
  const since = Math.min(...notices.map(({ created_at }) => created_at))
  if (others.length === 0 && kind === 'deadline' && remind) {
    const { policies, closes } = await db
      .selectFrom('policy_reminders')
      .select((row) => [row.fn.countAll<number>().as('policies'), row.fn.min('closes').as('closes')])
      .where('company_id', '=', company_id)
      .where('sent_at', '>=', since)
      .executeTakeFirstOrThrow()
    if (closes) {
      const days = Math.max(0, daysBetween(chinaDay(new Date(nowMs)), closes))
      return () => remind(phone, { policies: Number(policies), days })
    }
  }
  if (others.length === 0 && kind === 'saved' && tellNews) {
    const { policies } = await db
      .selectFrom('saved_search_notices')
      .select(sql<number>`count(distinct subject)`.as('policies'))
      .where('customer_id', '=', customer_id)
      .where('sent_at', '>=', since)
      .executeTakeFirstOrThrow()
    if (Number(policies) > 0) return () => tellNews(phone, Number(policies))
  }
  return tell && (() => tell(phone, notices.length))
}

async function mailFor({ db, mail, origin, customer_id, notices }: Sending): Promise<Send | undefined> {
  const row = await db
    .selectFrom('mail_addresses')
    .select('address')
    .where('customer_id', '=', customer_id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const token = await stopToken(db, customer_id, row.address)
  return () => mail.send(mailOf(notices, { origin, to: row.address, token }))
}

async function weChatFor(sending: Sending): Promise<Send | undefined> {
  const { db, wechat, origin, customer_id, notices, nowMs } = sending
  const tell = wechat?.tell
  const person = await db
    .selectFrom('wechat_people')
    .select('openid')
    .where('customer_id', '=', customer_id)
    .where('refused', 'is', null)
    .executeTakeFirst()
  if (!person || !tell) return undefined
  const [first] = notices
  const url = notices.length === 1 && first ? linkOf(first, origin) : `${origin}/`
  const time = formatMoment(new Date(nowMs).toISOString())
  return () => tell({ openid: person.openid, words: sumUp(notices), time, url })
}

/** WeChat has ended for the person until it is bound anew; a mail address ends at the last of several refusals. */
export async function noteRefusal(db: Database, { customer_id }: Whom, error: GatewayError): Promise<void> {
  if (isPersonRefused(error)) {
    await db
      .updateTable('wechat_people')
      .set({ refused: error.code })
      .where('customer_id', '=', customer_id)
      .execute()
  }
  if (!(error instanceof AddressRefusedError)) return
  const own = db
    .updateTable('mail_addresses')
    .where('customer_id', '=', customer_id)
    .where('verified_at', 'is not', null)
  const row = await own
    .set({ refused: sql`trim(coalesce(refused, '') || ' ' || cast(${error.code} as text))` })
    .returning('refused')
    .executeTakeFirst()
  const refusals = row?.refused?.split(' ').length ?? 0
  if (refusals >= MAIL_REFUSALS_MAX) await own.set({ verified_at: null }).execute()
}

export async function forgetRefusals(db: Database, { customer_id }: Whom): Promise<void> {
  await db
    .updateTable('mail_addresses')
    .set({ refused: null })
    .where('customer_id', '=', customer_id)
    .where('refused', 'is not', null)
    .execute()
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
): Mail {
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
