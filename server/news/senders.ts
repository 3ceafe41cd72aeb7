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
  origin: string
  log: Log
}

export interface Whom {
  customer_id: number
  way: Way
}

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

export type Send = () => Promise<void>

interface Sending extends NoticeServices, Whom {
  db: Database
  notices: readonly Notice[]
  nowMs: number
}

export function senderFor(sending: Sending): Promise<Send | undefined> {
  return { sms: smsFor, mail: mailFor, wechat: weChatFor }[sending.way](sending)
}

/** Uses the SMS template of the kind, if all notices are of one kind that has a template, else the general one. */
async function smsFor({ db, sms, customer_id, notices, nowMs }: Sending): Promise<Send | undefined> {
  const { phone, company_id } = await db
    .selectFrom('customers')
    .select(['phone', 'company_id'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const { remind, tellNews, tell } = sms
  const [kind, ...others] = new Set(notices.map((notice) => notice.kind))
  const since = Math.min(...notices.map(({ created_at }) => created_at))
  const toldSince = db.selectFrom('told').where('company_id', '=', company_id).where('told_at', '>=', since)
  if (others.length === 0 && kind === 'deadline' && remind) {
    const { policies, closes } = await toldSince
      .select((row) => [row.fn.countAll<number>().as('policies'), row.fn.min('occasion').as('closes')])
      .where('topic', '=', kind)
      .executeTakeFirstOrThrow()
    if (closes) {
      const days = Math.max(0, daysBetween(chinaDay(new Date(nowMs)), closes))
      return () => remind(phone, { policies: Number(policies), days })
    }
  }
  if (others.length === 0 && kind === 'saved' && tellNews) {
    const { policies } = await toldSince
      .select(sql<number>`count(distinct subject)`.as('policies'))
      .where('topic', '=', kind)
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow()
    if (Number(policies) > 0) return () => tellNews(phone, Number(policies))
  }
  return tell && (() => tell(phone, notices.length))
}

async function mailFor(sending: Sending): Promise<Send | undefined> {
  const { db, mail, origin, customer_id, notices } = sending
  const to = await addressFor(sending)
  if (to === undefined) return undefined
  const token = await stopToken(db, customer_id, to)
  return () => mail.send(mailOf(notices, { origin, to, token }))
}

async function weChatFor(sending: Sending): Promise<Send | undefined> {
  const { wechat, origin, notices, nowMs } = sending
  const tell = wechat?.tell
  const openid = await addressFor(sending)
  if (openid === undefined || !tell) return undefined
  const [first] = notices
  const url = notices.length === 1 && first ? linkOf(first, origin) : `${origin}/`
  const time = formatMoment(new Date(nowMs).toISOString())
  return () => tell({ openid, words: sumUp(notices), time, url })
}

async function addressFor({ db, customer_id, way }: Sending): Promise<string | undefined> {
  const contact = await db
    .selectFrom('contacts')
    .select('address')
    .where('customer_id', '=', customer_id)
    .where('way', '=', way as 'mail')
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return contact?.address
}

/** Ends WeChat until the person binds it again, and a mail address after several refusals. */
export async function noteRefusal(
  db: Database,
  { customer_id, way }: Whom,
  error: GatewayError,
): Promise<void> {
  const isForGood = isPersonRefused(error)
  if (!isForGood && !(error instanceof AddressRefusedError)) return
  const own = db
    .updateTable('contacts')
    .where('customer_id', '=', customer_id)
    .where('way', '=', way as 'mail')
    .where('verified_at', 'is not', null)
  const row = await own
    .set({ refused: sql`trim(coalesce(refused, '') || ' ' || cast(${error.code} as text))` })
    .returning('refused')
    .executeTakeFirst()
  const refusals = row?.refused?.split(' ').length ?? 0
  if (isForGood || refusals >= MAIL_REFUSALS_MAX) await own.set({ verified_at: null }).execute()
}

export async function forgetRefusals(db: Database, { customer_id }: Whom): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ refused: null })
    .where('customer_id', '=', customer_id)
    .where('way', '=', 'mail')
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

/** Kinds whose text is kept out of mailboxes: the progress of an application, and answers of experts. */
const DISCREET: Partial<Record<NewsKind, string>> = {
  application: '您的申请有新的进展，请登录查看。',
  answer: '您的咨询有新的答复，请登录查看。',
}

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
