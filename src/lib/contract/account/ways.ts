/** Ways to a person besides the bell: which way for which kind of news, and its address (behaviour B6.6). */
import * as v from 'valibot'
import { plainTyped, withoutUnseen } from '../../rules/text/typed-text.ts'
import { defineCall } from '../call.ts'

export const NEWS_KINDS = ['deadline', 'change', 'match', 'saved', 'application', 'answer'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export const NEWS_WORDS: Readonly<Record<NewsKind, string>> = {
  deadline: '期限提醒',
  change: '政策变化',
  match: '新的匹配',
  saved: '订阅',
  application: '申请进度',
  answer: '咨询答复',
}

export const WAYS = ['sms', 'mail', 'wechat'] as const
export type Way = (typeof WAYS)[number]

export const WAY_WORDS: Readonly<Record<Way, string>> = { sms: '短信', mail: '邮件', wechat: '微信' }

export const SMS_NOTICES_DAILY = 2
export const SMS_HOURS = { from: 9, to: 20 } as const

export const MAIL_CODE_MINUTES = 30
export const MAIL_CODES_DAILY = 5
export const MAIL_CODE_TRIES = 5
/** After this many refused mails in a row, mails stop until a code confirms the address again. */
export const MAIL_REFUSALS_MAX = 3
export const MAIL_ADDRESS_LIMIT = 254

/** Rejects everything that could end a mail header: quotes, controls, characters beyond ASCII. */
export const mailAddress = v.pipe(
  v.string('请填写邮箱'),
  v.normalize('NFKC'),
  v.transform(withoutUnseen),
  v.trim(),
  v.maxLength(MAIL_ADDRESS_LIMIT, '邮箱过长'),
  v.regex(
    /^[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i,
    '请填写正确的邮箱，形如 name@example.cn',
  ),
)

const toldWay = v.object({ kind: v.picklist(NEWS_KINDS), way: v.picklist(WAYS) })

const wayState = v.object({
  kinds: v.array(v.picklist(NEWS_KINDS)),
  to: v.nullable(v.string()),
  verified: v.boolean(),
  /** Why the last notice was refused. WeChat then stops; mail stops when it is no longer `verified`. */
  refused: v.nullable(v.string()),
})

/** `consent`: WeChat's page, which returns to `/account` with `code` and `state` for `bindWeChat`; null without an account. */
const weChatState = v.object({ ...wayState.entries, consent: v.nullable(v.string()) })

const toldWays = v.object({
  on: v.array(toldWay),
  ways: v.object({ sms: wayState, mail: wayState, wechat: weChatState }),
})

export type ToldWays = v.InferOutput<typeof toldWays>

const answer = v.object({ data: toldWays })
const WAYS_PATH = '/customer/api/v1/ways'

export const readWays = defineCall({
  summary: '我的通知方式',
  method: 'GET',
  path: WAYS_PATH,
  access: 'company',
  answer,
})

/** Sets one switch. A way that the portal lacks, or that the person has not set up: 409. */
export const changeWay = defineCall({
  summary: '修改通知方式',
  method: 'PUT',
  path: WAYS_PATH,
  access: 'company',
  body: v.object({ ...toldWay.entries, on: v.boolean() }),
  answer,
})

const mailCode = v.pipe(
  v.string('请填写验证码'),
  v.transform(plainTyped),
  v.regex(/^\d{6}$/, '验证码是 6 位数字'),
)

/** Sends a code to `address`, and nothing else there until the person has entered it as `code`. Too often: 429. */
export const changeMailAddress = defineCall({
  summary: '设置、验证接收通知的邮箱',
  method: 'PUT',
  path: '/customer/api/v1/mail',
  access: 'company',
  body: v.pipe(
    v.object({ address: v.optional(mailAddress), code: v.optional(mailCode) }),
    v.check(({ address, code }) => (address === undefined) !== (code === undefined), '请填写邮箱'),
  ),
  rate: { burst: 10, perMinute: 2 },
  answer,
})

export const removeWay = defineCall({
  summary: '删除邮箱或解除绑定微信',
  method: 'DELETE',
  path: `${WAYS_PATH}/{way}`,
  access: 'company',
  params: v.object({ way: v.picklist(['mail', 'wechat']) }),
  answer,
})

/** Ends all mails to an address: the link in each mail, which mail programs may also follow (RFC 8058). */
export const stopMails = defineCall({
  summary: '退订邮件',
  method: 'POST',
  path: '/customer/api/v1/mail/stopped',
  access: 'visitor',
  isSigned: true,
  query: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]{43}$/, '退订链接不完整')) }),
  rate: { burst: 30, perMinute: 10 },
  answer: v.object({}),
})

export const bindWeChat = defineCall({
  summary: '绑定微信',
  method: 'PUT',
  path: '/customer/api/v1/wechat/binding',
  access: 'company',
  body: v.object({
    code: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
    state: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
  }),
  answer,
})
