import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { changeReminders } from '../../src/lib/contract/account/reminder.ts'
import {
  MAIL_CODE_MINUTES,
  MAIL_CODE_TRIES,
  MAIL_CODES_DAILY,
  NEWS_KINDS,
  type NewsKind,
  setUpWay,
  stopMails,
  type ToldWays,
  WAY_WORDS,
} from '../../src/lib/contract/account/ways.ts'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { site } from '../../src/site.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'
import { GatewayError } from '../http/ask-json.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { Services } from '../http/types.ts'
import { describeError } from '../log.ts'
import { makeCode } from '../sms/codes.ts'
import type { SmsGateway } from '../sms/gateway.ts'
import { AddressRefusedError } from './mail.ts'

type Person = Pick<Customer, 'id' | 'phone'>
type WaysServices = Pick<Services, 'db' | 'sms' | 'wechat' | 'config' | 'now'>

export const waysRoutes: Mount[] = [
  route(setUpWay, async ({ body, session: { customer }, services }) => {
    if (body.code === null || (body.way === 'mail' && body.address === null))
      await removeWay(services.db, customer.id, body.way)
    else if (body.way === 'wechat') await bindWeChat(services, customer, body.code, body.state ?? '')
    else if (body.address) await sendMailCode(services, customer, body.address)
    else await verifyMail(services.db, customer.id, body.code ?? '', services.now())
    return { data: await waysOf(services, customer) }
  }),

  route(stopMails, async ({ query: { token }, services: { db } }) => {
    const [id = ''] = token.split('.')
    const customerId = Number.parseInt(id, 36)
    const row = await contactOf(db, customerId, 'mail')
    if (!row || !isSame(token, await stopToken(db, customerId, row.address)))
      throw new Refusal(CODES.none, '这个退订链接已失效，可以登录后在企业账户里关闭')
    await stopWay(db, customerId, 'mail')
    return {}
  }),
]

type Switch = NonNullable<BodyOf<typeof changeReminders>['told']>

/** @throws Refusal 409 for a way that the portal lacks, or that the person has not set up */
export async function switchWay(
  services: WaysServices,
  person: Person,
  { kind, way, on }: Switch,
): Promise<void> {
  const row = { customer_id: person.id, kind, way }
  if (!on) {
    await services.db
      .deleteFrom('told_ways')
      .where((told) => told.and(row))
      .execute()
    return
  }
  const { ways } = await waysOf(services, person)
  if (!ways[way].kinds.includes(kind))
    throw new Refusal(CODES.conflict, `本站暂未开通用${WAY_WORDS[way]}通知这类消息`)
  if (!ways[way].verified) throw new Refusal(CODES.conflict, way === 'mail' ? '请先验证邮箱' : '请先绑定微信')
  await services.db
    .insertInto('told_ways')
    .values(row)
    .onConflict((known) => known.columns(['customer_id', 'kind', 'way']).doNothing())
    .execute()
}

export async function waysOf(services: WaysServices, person: Person): Promise<ToldWays> {
  const { db, sms, wechat } = services
  const { id, phone } = person
  const on = await db
    .selectFrom('told_ways')
    .select(['kind', 'way'])
    .where('customer_id', '=', id)
    .orderBy('kind')
    .orderBy('way')
    .execute()
  const mail = await contactOf(db, id, 'mail')
  const bound = await contactOf(db, id, 'wechat')
  return {
    on,
    ways: {
      sms: {
        kinds: smsKinds(sms),
        to: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
        verified: true,
        refused: null,
      },
      mail: {
        kinds: [...NEWS_KINDS],
        to: mail?.address || null,
        verified: mail?.verified_at != null,
        refused: mail?.refused?.split(' ').at(-1) ?? null,
      },
      wechat: {
        kinds: wechat?.tell ? [...NEWS_KINDS] : [],
        to: bound ? '已绑定的微信' : null,
        verified: bound !== undefined,
        refused: bound?.refused ?? null,
        consent: await consentUrl(services, person),
      },
    },
  }
}

async function consentUrl({ db, wechat, config, now }: WaysServices, { id }: Person): Promise<string | null> {
  if (!wechat?.tell) return null
  const [origin = ''] = config.publicOrigins
  return wechat.authorizeUrl(`${origin}/account`, await bindingState(db, id, hourOf(now())))
}

function contactOf(db: Database, customerId: number, way: 'mail' | 'wechat') {
  return db
    .selectFrom('contacts')
    .select(['address', 'verified_at', 'refused'])
    .where('customer_id', '=', customerId)
    .where('way', '=', way)
    .executeTakeFirst()
}

function smsKinds(sms: SmsGateway): NewsKind[] {
  if (sms.tell) return [...NEWS_KINDS]
  return [...(sms.remind ? (['deadline'] as const) : []), ...(sms.tellNews ? (['saved'] as const) : [])]
}

async function removeWay(db: Database, customerId: number, way: 'mail' | 'wechat'): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await stopWay(transaction, customerId, way)
    if (way === 'wechat') {
      await transaction
        .deleteFrom('contacts')
        .where('customer_id', '=', customerId)
        .where('way', '=', way)
        .execute()
      return
    }
    // The row stays: it counts the codes that were sent today.
    await transaction
      .updateTable('contacts')
      .set({ address: '', code_hash: null, verified_at: null, refused: null })
      .where('customer_id', '=', customerId)
      .where('way', '=', way)
      .execute()
  })
}

async function stopWay(db: Database, customerId: number, way: 'mail' | 'wechat'): Promise<void> {
  await db.deleteFrom('told_ways').where('customer_id', '=', customerId).where('way', '=', way).execute()
}

/** @throws Refusal 429 above the limit of a day, 409 if no mail can be sent there */
async function sendMailCode(services: Services, { id }: Person, address: string): Promise<void> {
  const { db, mail, now, log } = services
  const nowMs = now()
  const code = makeCode()
  const row = {
    address,
    code_hash: await codeHash(db, id, address, code),
    code_until: nowMs + MAIL_CODE_MINUTES * MINUTE_MS,
    tries: 0,
    asked_at: nowMs,
    verified_at: null,
    refused: null,
  }
  const counted = await db
    .insertInto('contacts')
    .values({ ...row, customer_id: id, way: 'mail', asks: 1 })
    .onConflict((known) =>
      known
        .columns(['customer_id', 'way'])
        .doUpdateSet((old) => ({
          ...row,
          asks: old
            .case()
            .when('contacts.asked_at', '>', nowMs - DAY_MS)
            .then(old('contacts.asks', '+', 1))
            .else(1)
            .end(),
        }))
        .where((old) =>
          old.or([
            old('contacts.asked_at', '<=', nowMs - DAY_MS),
            old('contacts.asks', '<', MAIL_CODES_DAILY),
          ]),
        ),
    )
    .returning('asks')
    .executeTakeFirst()
  if (!counted)
    throw new Refusal(CODES.tooOften, '今天发送的验证邮件已够多，请明天再试', { retry_after: DAY_MS / 1000 })
  const words = `您的邮箱验证码是 ${code}，${MAIL_CODE_MINUTES} 分钟内有效。如果不是您本人在${site.name}操作，请忽略。`
  try {
    await mail.send({
      id: row.code_hash.slice(0, 32),
      to: address,
      subject: `${site.name}：验证邮箱`,
      text: `您好：\n\n${words}`,
      html: `<p>您好：</p><p>${words}</p>`,
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log({ level: 'warn', event: 'mail-code-failed', customer: id, ...describeError(error) })
    throw new Refusal(
      CODES.conflict,
      error instanceof AddressRefusedError
        ? '对方的邮件服务器拒收，请核对邮箱'
        : '邮件暂时发不出去，请稍后再试',
    )
  }
}

async function verifyMail(db: Database, customerId: number, code: string, nowMs: number): Promise<void> {
  const row = await db
    .updateTable('contacts')
    .set((old) => ({ tries: old('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('way', '=', 'mail')
    .where('code_until', '>', nowMs)
    .where('tries', '<', MAIL_CODE_TRIES)
    .returning(['address', 'code_hash'])
    .executeTakeFirst()
  const isRight =
    row?.code_hash != null && isSame(row.code_hash, await codeHash(db, customerId, row.address, code))
  if (!isRight) throw new Refusal(CODES.invalid, '验证码不正确或已失效')
  await db
    .updateTable('contacts')
    .set({ verified_at: nowMs, code_hash: null })
    .where('customer_id', '=', customerId)
    .where('way', '=', 'mail')
    .where('code_hash', '=', row.code_hash)
    .execute()
}

/** @throws Refusal 400 for a consent that is too old or another person's, 409 if WeChat does not confirm it */
async function bindWeChat(services: Services, customer: Person, code: string, state: string): Promise<void> {
  const { db, wechat, now, log } = services
  if (!wechat?.tell) throw new Refusal(CODES.conflict, '本站暂未开通微信通知')
  const states = [hourOf(now()), hourOf(now()) - 1].map((hour) => bindingState(db, customer.id, hour))
  if (!(await Promise.all(states)).some((each) => isSame(state, each)))
    throw new Refusal(CODES.invalid, '绑定已超时，请重新开始')
  const openid = await wechat.openidOf(code).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    log({ level: 'warn', event: 'wechat-binding-failed', ...describeError(error) })
    throw new Refusal(CODES.conflict, '微信没有确认，请重新开始绑定')
  })
  await db.transaction().execute(async (transaction) => {
    // A WeChat account belongs to one person.
    const before = await transaction
      .deleteFrom('contacts')
      .where('way', '=', 'wechat')
      .where('address', '=', openid)
      .where('customer_id', '<>', customer.id)
      .returning('customer_id')
      .executeTakeFirst()
    if (before) await stopWay(transaction, before.customer_id, 'wechat')
    const row = { address: openid, verified_at: now(), refused: null }
    await transaction
      .insertInto('contacts')
      .values({ ...row, customer_id: customer.id, way: 'wechat' })
      .onConflict((known) => known.columns(['customer_id', 'way']).doUpdateSet(row))
      .execute()
  })
}

async function sign(db: Database, words: string): Promise<string> {
  return createHmac('sha256', await installSecret(db))
    .update(words)
    .digest('base64url')
}

function codeHash(db: Database, customerId: number, address: string, code: string): Promise<string> {
  return sign(db, `mail-code ${customerId} ${address} ${code}`)
}

/** A token that only ends the mails to an address, and expires with it. */
export async function stopToken(db: Database, customerId: number, address: string): Promise<string> {
  return `${customerId.toString(36)}.${await sign(db, `mail-stop ${customerId} ${address}`)}`
}

/** Prevents a person from binding their own WeChat account to another customer. */
function bindingState(db: Database, customerId: number, hour: number): Promise<string> {
  return sign(db, `wechat-binding ${customerId} ${hour}`)
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS)
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
